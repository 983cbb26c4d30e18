import { expect, test, vi } from 'vitest';
import { CHUNK_TIMEOUT_MS, lazyWithTimeout } from './lazy-with-timeout.ts';

test('a part that loads in time is returned', async () => {
  expect(await lazyWithTimeout('page', async () => 'part')()).toBe('part');
  expect(vi.getTimerCount()).toBe(0);
});

test('a part that doesn’t load within 120000 ms fails with the fixed message', async () => {
  expect(CHUNK_TIMEOUT_MS).toBe(120_000);
  const late = lazyWithTimeout('project-page', () => new Promise(() => {}))();
  const reason = late.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS);
  expect(await reason).toMatchObject({ name: 'ChunkError', message: 'Loading chunk project-page failed' });
});

test('a part that fails to load throws the same message, with the cause', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module');
  await expect(lazyWithTimeout('shell', () => Promise.reject(cause))()).rejects.toMatchObject({
    message: 'Loading chunk shell failed',
    cause,
  });
});
