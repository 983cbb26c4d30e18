/**
 * What a component test needs around it: each test starts with an empty document at the root, nobody signed
 * in, the real globals and a clock that only the test moves. It waits for a state as long as a busy machine
 * may need, never for a moment. Files share one document, so this is what keeps them apart.
 */
import './lean-react.ts';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { clearStorage } from '#web/client/session.ts';
import { PATIENCE_MS, stopClock } from './web-clock.ts';

configure({ asyncUtilTimeout: PATIENCE_MS });

beforeEach(() => {
  if ('document' in globalThis) stopClock();
});
afterEach(() => {
  // A form that goes away tells the server so: the stubs go after it.
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  clearStorage();
  if ('window' in globalThis) window.history.replaceState(null, '', '/');
});
