/** Counts the calls of a person in a sliding minute: the share of the last minute that still counts is added. */
import { refuseForNow } from '../app-error.ts';

const WINDOW_MS = 60_000;
/** Above this many people the windows that ended are thrown away. */
const SWEEP_AT = 10_000;

interface Window {
  start: number;
  count: number;
  previous: number;
}

/**
 * Makes a counter of its own memory.
 * @param now milliseconds of a clock that never goes back
 * @returns counts one call for `key`; throws 429 with `Retry-After` above `most` a minute
 */
export function createRateLimit(now: () => number = () => performance.now()) {
  const windows = new Map<string, Window>();
  let sweptFor = 0;
  return (key: string, most: number): void => {
    const start = Math.floor(now() / WINDOW_MS) * WINDOW_MS;
    // Once a window: within it nothing more comes to its end.
    if (windows.size > SWEEP_AT && sweptFor !== start) {
      sweptFor = start;
      sweep(windows, start);
    }
    const known = windows.get(key);
    const window = known === undefined ? { start, count: 0, previous: 0 } : move(known, start);
    const passedMs = now() - start;
    if (window.previous * (1 - passedMs / WINDOW_MS) + window.count + 1 > most) {
      throw refuseForNow(Math.max(1, Math.ceil(waitMs(window, { most, passedMs }) / 1000)));
    }
    window.count += 1;
    windows.set(key, window);
  };
}

/** Until the share of old calls has sunk so far that there is room for one. */
function waitMs({ count, previous }: Window, { most, passedMs }: { most: number; passedMs: number }): number {
  const room = most - 1;
  const sink = (calls: number, left: number) => (calls > left ? (1 - left / calls) * WINDOW_MS : 0);
  return count > room ? WINDOW_MS - passedMs + sink(count, room) : sink(previous, room - count) - passedMs;
}

function move(window: Window, start: number): Window {
  if (window.start === start) return window;
  return { start, count: 0, previous: window.start === start - WINDOW_MS ? window.count : 0 };
}

function sweep(windows: Map<string, Window>, start: number): void {
  for (const [key, window] of windows) {
    if (window.start < start - WINDOW_MS) windows.delete(key);
  }
}
