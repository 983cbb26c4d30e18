/** Runs hear of requests, before which they give way. */
import { expect, it, onTestFinished } from 'vitest';
import { startTestApp } from '#testkit/test-app.ts';
import { createEnginePool } from './jobs/engine-pool.ts';

it('the threads of runs hear of each request, also of one that is refused', async () => {
  const pool = createEnginePool();
  onTestFinished(() => pool.close());
  let calls = 0;
  const counting = {
    ...pool,
    noteCall: () => {
      calls += 1;
      pool.noteCall();
    },
  };
  const { app } = await startTestApp({ pool: counting });
  for (const url of ['/api/v1/health', '/api/v1/projects', '/no/such/page']) await app.inject(url);
  expect(calls).toBe(3);
});
