/** Unauthenticated calls must not fill the disk with log lines. */
import { Agent, request } from 'node:http';
import { expect, it } from 'vitest';
import { startVictim } from './victim.ts';

const SECONDS = 2;
const AT_ONCE = 50;
/** A few hundred lines: what the limits let through, and one that says that they were reached. */
const LOG_BYTES = 150_000;

/** Calls as often as possible. @returns the number of calls by status */
async function flood(
  port: number,
  makeCall: () => { path: string; method?: string; body?: string; type?: string },
) {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const statuses: Record<number, number> = {};
  const end = performance.now() + SECONDS * 1000;
  const callOnce = () =>
    new Promise<void>((resolve) => {
      const { path, method = 'GET', body, type } = makeCall();
      const headers = type === undefined ? {} : { 'content-type': type };
      const call = request({ agent, port, host: '127.0.0.1', path, method, headers }, (answer) => {
        statuses[answer.statusCode ?? 0] = (statuses[answer.statusCode ?? 0] ?? 0) + 1;
        answer.resume().once('close', resolve);
      });
      call.once('error', () => resolve());
      call.end(body);
    });
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
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
  ['another method of an endpoint', () => ({ path: '/api/v1/health', method: 'DELETE' })],
  ['an address outside of the folder of the files', () => ({ path: '/api/docs/static/..%2fx' })],
  ['a visit above the limit', () => ({ path: '/api/v1/setup' })],
  ['unknown tokens', () => ({ path: '/api/v1/account' })],
  [
    'reports of browsers',
    () => ({
      path: '/api/v1/csp-report',
      method: 'POST',
      type: 'application/reports+json',
      body: JSON.stringify(Array.from({ length: 50 }, () => REPORT)),
    }),
  ],
])('a flood of %s writes a bounded log', async (title, makeCall) => {
  const { port, endure, output } = await startVictim();
  let statuses: Record<number, number> = {};
  const harm = await endure(async () => {
    statuses = await flood(port, makeCall);
  });
  console.log(title, statuses, harm, output().split('\n').length);
  expect(harm.logBytes).toBeLessThanOrEqual(LOG_BYTES);
  expect(output()).not.toContain('"stack"');
});
