/**
 * A fake clock for component tests. Promises and file I/O continue while it is stopped, so `waitFor` and `findBy…`
 * work as usual without moving it.
 */
import { setImmediate } from 'node:timers/promises';
import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Timeout of a wait, in real time. */
export const TIMEOUT_MS = 15_000;

const { setTimeout: setRealTimeout, clearTimeout: clearRealTimeout } = globalThis;

let waitingSince: number | undefined;

/** Stops timers and dates until the end of the test. */
export function stopClock(): void {
  waitingSince = undefined;
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  letTurnsRun();
}

/** Waits for pending work, then moves the clock forward and runs everything due. */
export async function pass(ms: number): Promise<void> {
  await act(async () => {
    await setImmediate();
  });
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
}

/** Keeps timers of 0 ms real: they wait for the next event loop turn, not for time. */
function letTurnsRun(): void {
  const { setTimeout: setFakeTimeout, clearTimeout: clearFakeTimeout } = globalThis;
  const turns = new WeakSet<object>();
  const setAny = (task: () => void, ms = 0, ...parts: []) => {
    if (ms > 0) return setFakeTimeout(task, ms, ...parts);
    const turn = setRealTimeout(task, 0, ...parts);
    turns.add(turn);
    return turn;
  };
  globalThis.setTimeout = Object.assign(setAny, setFakeTimeout);
  globalThis.clearTimeout = (timer) =>
    typeof timer === 'object' && turns.has(timer) ? clearRealTimeout(timer) : clearFakeTimeout(timer);
}

/**
 * Testing Library finds a fake clock by the name of Jest, and advances it before each check of a wait and by 0
 * after it. This one doesn't move until the timeout has passed in real time; then it advances to the end of the wait.
 */
function moveWhileWaiting(ms: number): void {
  if (ms === 0) {
    waitingSince = undefined;
    return;
  }
  waitingSince ??= performance.now();
  if (performance.now() - waitingSince > TIMEOUT_MS) vi.advanceTimersByTime(TIMEOUT_MS);
}

Object.assign(globalThis, { jest: { advanceTimersByTime: moveWhileWaiting } });
