/**
 * Rejects requests while the event loop lags: clients recover faster from a quick 503 than from a growing
 * queue.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { AppError } from '../app-error.ts';
import { MAX_LOOP_DELAY_MS } from './limits.ts';

const RESOLUTION_MS = 20;
const SAMPLE_MS = 1000;

export interface LoopGuard {
  /** @throws AppError `busy` while the event loop lags */
  check(): void;
  stop(): void;
}

/**
 * Monitors the event loop until `stop` is called.
 * @param maxDelayMs mean delay above which requests are rejected
 */
export function startLoopGuard(maxDelayMs = MAX_LOOP_DELAY_MS): LoopGuard {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let [earlierMs, latestMs] = [0, 0];
  const timer = setInterval(() => {
    // Without samples, for example when other programs use the CPU, the mean is NaN.
    const isSampled = delays.count > 0;
    [earlierMs, latestMs] = [latestMs, isSampled ? Math.max(0, delays.mean / 1e6 - RESOLUTION_MS) : latestMs];
    delays.reset();
  }, SAMPLE_MS);
  timer.unref();
  return {
    check: () => throwIfLate([earlierMs, latestMs], maxDelayMs),
    stop: () => {
      clearInterval(timer);
      delays.disable();
    },
  };
}

/**
 * Throws if the loop lagged in both intervals; a single long task is already over when it shows.
 * @param delaysMs mean delay of the loop in each of the last two seconds
 */
export function throwIfLate(delaysMs: readonly [number, number], maxDelayMs = MAX_LOOP_DELAY_MS): void {
  if (delaysMs.every((delayMs) => delayMs > maxDelayMs))
    throw new AppError('busy', { headers: { 'retry-after': '2' } });
}
