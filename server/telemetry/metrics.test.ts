/** Metrics while their sources fail. */
import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

function createWatched(
  readQueues: () => Promise<{ queue: string; waiting: number; oldestSeconds: number }[]>,
) {
  const metrics = createMetrics({ version: '1.2.3', role: 'all', queues: ['run'], gateways: ['mail'] });
  metrics.watch({ readQueues, readPools: () => [] });
  return metrics;
}

it('shows all other metrics while the database is away, and no old figures of its queues', async () => {
  let isAway = false;
  const metrics = createWatched(async () => {
    if (isAway) throw new Error('the database is away');
    return [{ queue: 'run', waiting: 4, oldestSeconds: 90 }];
  });
  const first = await metrics.render();
  expect(first).toContain('geoloom_queue_waiting_jobs{queue="run"} 4');
  expect(first).toContain('geoloom_queue_oldest_waiting_seconds{queue="run"} 90');
  isAway = true;
  const text = await metrics.render();
  expect(text).toContain('geoloom_build_info{version="1.2.3"');
  expect(text).not.toContain('geoloom_queue_waiting_jobs{');
  expect(text).not.toContain('geoloom_queue_oldest_waiting_seconds{');
});

it('does not wait for a database that hangs', { timeout: 10_000 }, async () => {
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
