/**
 * What a component test needs around it: each test starts with an empty document, an empty storage, the
 * real globals and a clock that runs. It waits for a state as long as a busy machine may need, never for
 * a moment.
 */
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { PATIENCE_MS } from './web-clock.ts';

configure({ asyncUtilTimeout: PATIENCE_MS });

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  globalThis.localStorage?.clear();
});
