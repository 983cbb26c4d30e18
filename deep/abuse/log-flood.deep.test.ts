/** Unauthenticated calls must not fill the disk with log lines. */
import { Agent, request } from 'node:http';
import { expect, it } from 'vitest';
import { startTargetServer } from './target-server.ts';

const SECONDS = 2;
const CONCURRENCY = 50;
/** A few hundred lines: the calls within the limits, and a line that reports that a limit was reached. */
const LOG_BYTES = 150_000;

/** Calls as often as possible. @returns the number of calls by status */
async function flood(
  port: number,
  makeCall: () => { path: string; method?: string; body?: string; type?: string },
) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const statuses: Record<number, number> = {};
  const end = performance.now() + SECONDS * 1000;
  const callOnce = () =>
    new Promise<void>((resolve) => {
      const { path, method = 'GET', body, type } = makeCall();
      const headers = type === undefined ? {} : { 'content-type': type };
      const call = request({ agent, port, host: '127.0.0.1', path, method, headers }, (response) => {
        statuses[response.statusCode ?? 0] = (statuses[response.statusCode ?? 0] ?? 0) + 1;
        response.resume().once('close', resolve);
      });
      call.once('error', () => resolve());
      call.end(body);
    });
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (performance.now() < end) await callOnce();
    }),
  );
  agent.destroy();
  return statuses;
}

const REPORT = {
  type: 'csp-violation',
  body: { documentURL: `https://example.com/${'a'.repeat(250)}`, effectiveDirective: 'script-src' },
};

it.each([
  ['health', () => ({ path: '/api/v1/health' })],
  ['the files of the API document', () => ({ path: '/api/docs/static/swagger-ui.css' })],
  ['wrong methods', () => ({ path: '/api/v1/health', method: 'DELETE' })],
  ['paths outside of the file folder', () => ({ path: '/api/docs/static/..%2fx' })],
  ['visits above the limit', () => ({ path: '/api/v1/setup' })],
  ['unknown tokens', () => ({ path: '/api/v1/account' })],
  [
    'browser reports',
    () => ({
      path: '/api/v1/csp-report',
      method: 'POST',
      type: 'application/reports+json',
      body: JSON.stringify(Array.from({ length: 50 }, () => REPORT)),
    }),
  ],
])('a flood of %s writes a bounded log', async (title, makeCall) => {
  const { port, measure, output } = await startTargetServer();
  let statuses: Record<number, number> = {};
  const impact = await measure(async () => {
    statuses = await flood(port, makeCall);
  });
  console.log(title, statuses, impact, output().split('\n').length);
  expect(impact.logBytes).toBeLessThanOrEqual(LOG_BYTES);
  expect(output()).not.toContain('"stack"');
});
