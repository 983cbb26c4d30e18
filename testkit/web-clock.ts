/**
 * A clock that a component test moves itself. Promises and files go on while it stands, so a test can
 * wait for a state without moving it.
 */
import { setImmediate } from 'node:timers/promises';
import { act } from '@testing-library/react';
import { vi } from 'vitest';

const PATIENCE_MS = 15_000;

/** From here on timers and dates stand; they run again after the test. */
export function stopClock(): void {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
}

/** Lets this time pass, and everything that happens in it. */
export async function pass(ms: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
}

/** Waits until `check` no longer throws, without moving the clock. */
export async function settle(check: () => void): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    await act(async () => {
      await setImmediate();
    });
    try {
      return check();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
}
