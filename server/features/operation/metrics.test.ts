/** Metrics and job logs of a running server, and the endpoints of a worker. */
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addUser } from '#testkit/users.ts';
import { saveProject, waitForRun } from '#testkit/project-calls.ts';
import { startTestApp, type TestApp } from '#testkit/test-app.ts';

async function readMetrics({ app }: Pick<TestApp, 'app'>): Promise<Record<string, number>> {
  const { body } = await app.inject('/metrics');
  const samples = body.split('\n').filter((line) => line.startsWith('geoloom_'));
  return Object.fromEntries(
    samples.map((line) => {
      const cut = line.lastIndexOf(' ');
      return [line.slice(0, cut), Number(line.slice(cut + 1))];
    }),
  );
}

it('logs the job of a run and counts the run, its pages and its rows', async () => {
  const server = await startTestApp();
  const { app, database, log } = server;
  const user = await addUser(database.db);
  const before = await readMetrics(server);
  expect(before).toMatchObject({
    'geoloom_jobs_total{queue="run",result="done"}': 0,
    'geoloom_runs_total{kind="save",result="completed"}': 0,
    'geoloom_queue_waiting_jobs{queue="scan"}': 0,
    'geoloom_gateway_errors_total{gateway="stripe",kind="down"}': 0,
  });
  const saved = await saveProject(app, user);
  await waitForRun(app, user, saved.json().data.project_id);
  const lines = () => log.filter(({ job }) => job === 'run');
  await expect.poll(() => lines().length).toBe(2);
  const [start, end] = lines();
  expect(start).toMatchObject({ level: 30, msg: 'a job started', attempt: 1, run: expect.any(Number) });
  expect(end).toEqual({
    ...start,
    time: expect.any(String),
    msg: 'a job ended',
    result: 'done',
    duration: expect.any(Number),
  });
  expect(await readMetrics(server)).toMatchObject({
    'geoloom_jobs_total{queue="run",result="done"}': 1,
    'geoloom_jobs_running{queue="run"}': 0,
    'geoloom_job_duration_seconds_count{queue="run"}': 1,
    'geoloom_runs_total{kind="save",result="completed"}': 1,
    'geoloom_run_duration_seconds_count{kind="save"}': 1,
    geoloom_pages_written_total: 3,
    geoloom_rows_processed_total: 3,
    'geoloom_http_requests_total{method="POST",route="/api/v1/save-xml",status="200"}': 1,
  });
});

it('counts open streams, errors of the file store and connections to the database', async () => {
  const server = await startTestApp();
  const { app, database, dataFolder } = server;
  const user = await addUser(database.db);
  const { project_id: id } = (await saveProject(app, user)).json().data;
  const url = '/api/v1/notifications/stream';
  const stream = await app.inject({ url, headers: user.headers, payloadAsStream: true });
  const countStreams = async () => (await readMetrics(server))['geoloom_http_open_streams'];
  expect(await countStreams()).toBe(1);
  const { headers } = user;
  const { parts } = await waitForRun(app, user, id);
  await app.inject({ method: 'POST', url: '/api/v1/auth/logout', headers });
  for await (const _ of stream.stream()) continue;
  await expect.poll(countStreams, { interval: 200 }).toBe(0);
  const open = await readMetrics(server);
  expect(open[`geoloom_http_requests_total{method="GET",route="${url}",status="200"}`]).toBe(1);
  // The duration of a stream depends on its reader, not on the server.
  expect(open[`geoloom_http_request_duration_seconds_count{method="GET",route="${url}"}`]).toBeUndefined();
  const files = join(dataFolder, 'files');
  renameSync(files, `${files}-away`);
  expect((await app.inject(parts[0]?.url ?? '')).statusCode).toBe(502);
  renameSync(`${files}-away`, files);
  const metrics = await readMetrics(server);
  expect(metrics).toMatchObject({ 'geoloom_gateway_errors_total{gateway="files",kind="down"}': 1 });
  const pools = Object.keys(metrics).filter((name) => name.startsWith('geoloom_database_connections'));
  expect(pools).toHaveLength(database.kind === 'postgres' ? 6 : 0);
});

it('a worker serves probes and metrics and runs jobs, but serves neither pages nor the API', async () => {
  const web = { 'index.html': '<!doctype html>' };
  const first = await startTestApp({ web, config: { role: 'web' } });
  const worker = await startTestApp({ beside: first, web, config: { role: 'worker' } });
  const { app } = worker;
  const ready = await app.inject('/api/v1/ready');
  expect([ready.statusCode, ready.json()]).toEqual([
    200,
    { success: true, data: { checks: { database: 'ok', files: 'ok', queue: 'ok' } } },
  ]);
  expect((await app.inject('/api/v1/health')).statusCode).toBe(200);
  expect((await app.inject('/api/v1/version')).json().data.name).toBe('geoloom');
  for (const url of ['/', '/projects', '/api/docs', '/api/docs/json', '/api/v1/projects', '/metrics/x']) {
    const reply = await app.inject(url);
    expect([reply.statusCode, reply.json().code], url).toEqual([404, 'not_found']);
  }
  const signIn = await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: {} });
  expect([signIn.statusCode, signIn.json().success]).toEqual([404, false]);

  const user = await addUser(first.database.db);
  const saved = await saveProject(first.app, user);
  await waitForRun(first.app, user, saved.json().data.project_id);
  await expect
    .poll(async () => (await readMetrics(worker))['geoloom_jobs_total{queue="run",result="done"}'])
    .toBe(1);
  expect((await readMetrics(first))['geoloom_jobs_total{queue="run",result="done"}']).toBe(0);
  expect(worker.log.filter(({ job }) => job === 'run').map(({ msg }) => msg)).toEqual([
    'a job started',
    'a job ended',
  ]);
  expect(Object.keys(await readMetrics(worker))).toContain(
    `geoloom_build_info{version="0.1.0",role="worker",node="${process.versions.node}"}`,
  );
});

it('a worker isn’t ready while the file store is unavailable', async () => {
  const first = await startTestApp({ config: { role: 'web' } });
  const { app, dataFolder } = await startTestApp({ beside: first, config: { role: 'worker' } });
  renameSync(join(dataFolder, 'files'), join(dataFolder, 'files-away'));
  const reply = await app.inject('/api/v1/ready');
  expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([503, ['files']]);
  renameSync(join(dataFolder, 'files-away'), join(dataFolder, 'files'));
});

it('the dashboard and the alerts use existing metrics, and the dashboard shows all of them', async () => {
  const { body } = await (await startTestApp()).app.inject('/metrics');
  const exported = new Set(Array.from(body.matchAll(/^# TYPE (\S+) /gm), ([, name]) => name));
  const readNames = (file: string) => {
    const text = readFileSync(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8');
    const names = text.match(/\b(?:geoloom|nodejs|process)_[a-z0-9_]+/g) ?? [];
    return new Set(
      names.map((name) => (exported.has(name) ? name : name.replace(/_(bucket|sum|count)$/, ''))),
    );
  };
  const [dashboard, alerts] = [readNames('grafana-dashboard.json'), readNames('prometheus-alerts.yml')];
  expect([...dashboard.union(alerts).difference(exported)]).toEqual([]);
  const own = new Set([...exported].filter((name) => name?.startsWith('geoloom_')));
  expect(own.size).toBeGreaterThan(10);
  expect([...own.difference(dashboard)]).toEqual([]);
});

it('each alert says what to do', () => {
  const text = readFileSync(new URL('../../../deploy/prometheus-alerts.yml', import.meta.url), 'utf8');
  const alerts = text.split(/^ {6}- alert: /m).slice(1);
  expect(alerts.length).toBeGreaterThan(10);
  for (const alert of alerts)
    expect(alert).toMatch(/^\w+\n[^]*severity: (page|ticket) }\n[^]*summary: ".+"\n +description: ".{40,}"/);
});
