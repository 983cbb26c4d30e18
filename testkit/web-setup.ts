/**
 * Setup of component tests: each test starts with an empty document at the root path, no signed-in user, the real
 * globals and a clock that only the test moves. Isolates the files, which share one document.
 */
import './lean-react.ts';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { clearStorage } from '#web/client/session.ts';
import { TIMEOUT_MS, stopClock } from './web-clock.ts';

configure({ asyncUtilTimeout: TIMEOUT_MS });

beforeEach(() => {
  if ('document' in globalThis) stopClock();
});
afterEach(() => {
  // A form notifies the server when it unmounts, so the stubs are removed after it.
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  clearStorage();
  if ('window' in globalThis) window.history.replaceState(null, '', '/');
});
