/** Metrics while a source fails. */
import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

function createWatched(
  readQueues: () => Promise<{ queue: string; waiting: number; oldestSeconds: number }[]>,
) {
  const metrics = createMetrics({ version: '1.2.3', role: 'all', queues: ['run'], gateways: ['mail'] });
  metrics.watch({ readQueues, readPools: () => [] });
  return metrics;
}

it('shows all other metrics while the database is unavailable, without stale figures of its queues', async () => {
  let isUnavailable = false;
  const metrics = createWatched(async () => {
    if (isUnavailable) throw new Error('the database is unavailable');
    return [{ queue: 'run', waiting: 4, oldestSeconds: 90 }];
  });
  const first = await metrics.render();
  expect(first).toContain('geoloom_queue_waiting_jobs{queue="run"} 4');
  expect(first).toContain('geoloom_queue_oldest_waiting_seconds{queue="run"} 90');
  isUnavailable = true;
  const text = await metrics.render();
  expect(text).toContain('geoloom_build_info{version="1.2.3"');
  expect(text).not.toContain('geoloom_queue_waiting_jobs{');
  expect(text).not.toContain('geoloom_queue_oldest_waiting_seconds{');
});

it("doesn't wait for a database that hangs", { timeout: 10_000 }, async () => {
  const metrics = createWatched(() => new Promise(() => {}));
  expect(await metrics.render()).toContain('geoloom_build_info{version="1.2.3"');
});

it('counts unusual methods as one', async () => {
  const metrics = createWatched(async () => []);
  const request = { route: 'web', status: 404, seconds: 0.2 };
  metrics.countRequest({ ...request, method: 'PROPFIND' });
  metrics.countRequest({ ...request, method: 'MKCOL' });
  expect(await metrics.render()).toContain(
    'geoloom_http_requests_total{method="other",route="web",status="404"} 2',
  );
});
