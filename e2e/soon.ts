/** Waits for what a page shows with the patience that a busy machine needs. */
import { expect, type ExpectStatic } from 'vitest';

const PATIENCE_MS = 20_000;

/** As `expect.poll`, for longer. */
export const soon = (read: () => unknown): ReturnType<ExpectStatic['poll']> =>
  expect.poll(read, { timeout: PATIENCE_MS });
