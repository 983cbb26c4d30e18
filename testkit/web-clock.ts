/**
 * A clock that a component test moves itself. Promises and files go on while it is stopped, so a test
 * waits for a state with `waitFor` and `findBy…` as ever, and the clock does not move meanwhile.
 */
import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** How long a state may take to appear, in real time. */
export const PATIENCE_MS = 15_000;

let waitingSince: number | undefined;

/** From here on timers and dates stand still; they run again after the test. */
export function stopClock(): void {
  waitingSince = undefined;
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

/**
 * Testing Library looks for a stopped clock under the name of Jest, moves it before each look at the state,
 * and by 0 once it has found it. This one runs what is due now and stays where it is, until the patience
 * has passed in real time: then it moves on to where the wait gives up.
 */
function moveWhileWaiting(ms: number): void {
  if (ms === 0) waitingSince = undefined;
  else waitingSince ??= performance.now();
  const isOver = waitingSince !== undefined && performance.now() - waitingSince > PATIENCE_MS;
  vi.advanceTimersByTime(isOver ? PATIENCE_MS : 0);
}

Object.assign(globalThis, { jest: { advanceTimersByTime: moveWhileWaiting } });
