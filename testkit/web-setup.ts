/**
 * What a component test needs around it: each test starts with an empty document and a clock that runs.
 * It waits for a state as long as a busy machine may need, never for a moment.
 */
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

configure({ asyncUtilTimeout: 15_000 });

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
