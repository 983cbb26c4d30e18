/** Traces of the real program, as an OpenTelemetry collector receives them over HTTP. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { unpackDatabase } from '#testkit/pglite-dump.ts';
import { startProgram } from '#testkit/program.ts';
import { townsCsv, townSeed } from '#testkit/project-calls.ts';
import { signIn } from '#testkit/server-client.ts';
import { FIRST_ACCOUNT, startServerProcess } from '#testkit/server-process.ts';

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code?: number };
}

interface Export {
  resourceSpans: { resource: object; scopeSpans: { spans: SentSpan[] }[] }[];
}

async function startCollector() {
  const received: Export[] = [];
  const take = async (call: IncomingMessage) => void received.push((await json(call)) as Export);
  const server = createServer((call, response) => {
    void take(call).then(() => response.setHeader('content-type', 'application/json').end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    listSpans: () =>
      received.flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
  };
}

/** Sends the body in two parts, as over a slow connection. */
async function signInSlowly(address: string): Promise<void> {
  const text = JSON.stringify(FIRST_ACCOUNT);
  const headers = { 'content-type': 'application/json', 'content-length': text.length };
  const call = request(`${address}/api/v1/auth/login`, { method: 'POST', headers });
  call.write(text.slice(0, 10));
  await sleep(300);
  call.end(text.slice(10));
  const [reply] = (await once(call, 'response')) as [IncomingMessage];
  expect(reply.statusCode).toBe(200);
  reply.resume();
}

it('exports a request and a run with their queries and files, without data of users', async () => {
  const collector = await startCollector();
  const dataFolder = makeFolder();
  await unpackDatabase(dataFolder);
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
  const server = await startServerProcess({ dataFolder, environment });
  onTestFinished(async () => void (await server.end('SIGKILL')));
  const client = await signIn(server.address);
  await signInSlowly(server.address);
  const { project_id: id } = await client.sendForm<{ project_id: number }>(
    'save-xml',
    { title: 'Sesquipedalian', script: townsCsv(3) },
    { name: 'seed.xml', bytes: townSeed() },
  );
  await expect
    .poll(async () => (await client.show(id)).progress?.state, { timeout: 60_000 })
    .toBe('completed');
  await fetch(`${server.address}/api/v1/health?token=sesquipedalian`);
  expect((await server.end('SIGTERM')).code).toBe(0);

  const spans = collector.listSpans();
  const find = (name: string) => spans.find((span) => span.name === name);
  const read = (span: SentSpan | undefined) =>
    Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]));
  const findWithin = (parent: SentSpan | undefined) =>
    spans.filter(({ traceId, spanId }) => traceId === parent?.traceId && spanId !== parent.spanId);
  const save = find('POST /api/v1/save-xml');
  expect(read(save)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/v1/save-xml',
    'http.response.status_code': 200,
  });
  const signIns = spans.filter(({ name }) => name === 'POST /api/v1/auth/login');
  expect(signIns.map((span) => findWithin(span).some(({ name }) => name === 'sql insert'))).toEqual([
    true,
    true,
  ]);
  expect(findWithin(save).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['sql insert', 'sql select', 'files.put']),
  );
  const run = find('job run');
  expect(read(run)).toEqual({ 'messaging.destination.name': 'run', run: 1 });
  expect(run?.parentSpanId ?? '').toBe('');
  expect(findWithin(run).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['sql update', 'files.read', 'files.publish']),
  );
  expect(find('GET /api/v1/health')).toBeUndefined();

  const sent = JSON.stringify(collector.received);
  expect(sent).toContain('"service.name"');
  expect(sent).toContain('where \\"runs\\".\\"id\\" = $1');
  const secrets = [
    FIRST_ACCOUNT.email,
    FIRST_ACCOUNT.password,
    client.token,
    'esquipedalian',
    'Town 1',
    'town-1',
    '127.0.0.1',
  ];
  for (const text of secrets) expect(sent).not.toContain(text);
});

it('stops in time while the collector is unavailable, and logs the failure', async () => {
  const dataFolder = makeFolder();
  await unpackDatabase(dataFolder);
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
  const server = await startServerProcess({ dataFolder, environment });
  onTestFinished(async () => void (await server.end('SIGKILL')));
  await signIn(server.address);
  const { code, ms } = await server.end('SIGTERM');
  expect(code).toBe(0);
  expect(ms).toBeLessThan(9_000);
  expect(server.output()).toContain('Failed to export traces');
});

it('doesn’t start without its packages, and shows how to install them', async () => {
  // Simulates an installation without them.
  const hide = `import { registerHooks } from 'node:module';
    registerHooks({ resolve: (name, context, next) => {
      if (name === '@opentelemetry/sdk-trace') throw Object.assign(new Error(name), { code: 'ERR_MODULE_NOT_FOUND' });
      return next(name, context);
    } });`;
  const program = startProgram({
    GEOLOOM_DATA_DIR: makeFolder(),
    PORT: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hide)}`,
  });
  expect(await program.ended).toBe(1);
  expect(program.output()).toMatch(
    /^OTEL_EXPORTER_OTLP_ENDPOINT turns traces on, .* Run: npm install --no-save --prefix server @opentelemetry\/api@1\.\d+\.\d+ @open\S+ @open\S+ @open\S+$/m,
  );
  expect(program.output()).not.toContain('    at ');
});
