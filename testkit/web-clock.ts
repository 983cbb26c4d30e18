/**
 * A clock that a component test moves itself. Promises and files go on while it is stopped, so a test
 * waits for a state with `waitFor` and `findBy…` as ever, and the clock does not move meanwhile.
 */
import { setImmediate } from 'node:timers/promises';
import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** How long a state may take to appear, in real time. */
export const PATIENCE_MS = 15_000;

const { setTimeout: setRealTimeout, clearTimeout: clearRealTimeout } = globalThis;

let waitingSince: number | undefined;

/** From here on timers and dates stand still; they run again after the test. */
export function stopClock(): void {
  waitingSince = undefined;
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  letTurnsRun();
}

/** Lets what is under way come to its end, then this time pass, and everything that happens in it. */
export async function pass(ms: number): Promise<void> {
  await act(async () => {
    await setImmediate();
  });
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
}

/** A timer of 0 ms asks for the next turn, not for time to pass: those stay real. */
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
 * Testing Library looks for a stopped clock under the name of Jest, moves it before each look at the state,
 * and by 0 once it has found it. This one stays where it is until the patience has passed in real time:
 * then it moves on to where the wait gives up.
 */
function moveWhileWaiting(ms: number): void {
  if (ms === 0) {
    waitingSince = undefined;
    return;
  }
  waitingSince ??= performance.now();
  if (performance.now() - waitingSince > PATIENCE_MS) vi.advanceTimersByTime(PATIENCE_MS);
}

Object.assign(globalThis, { jest: { advanceTimersByTime: moveWhileWaiting } });
