/**
 * Sends requests away while the process is too busy to answer them in time: a quick "try again" is
 * kinder than a queue that grows. Busy means that the event loop runs late.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { AppError } from '../app-error.ts';
import { LOOP_DELAY_MS } from './limits.ts';

const RESOLUTION_MS = 20;
const SAMPLE_MS = 1000;

export interface LoopGuard {
  /** @throws AppError `busy` while the loop runs late */
  check(): void;
  stop(): void;
}

/**
 * Watches the event loop until `stop` is called.
 * @param lateMs mean delay above which requests are sent away
 */
export function startLoopGuard(lateMs = LOOP_DELAY_MS): LoopGuard {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let [earlierMs, latestMs] = [0, 0];
  const timer = setInterval(() => {
    // Without a sample, for example on a machine that is busy with other programs, the mean isn't a number.
    const isSampled = delays.count > 0;
    [earlierMs, latestMs] = [latestMs, isSampled ? Math.max(0, delays.mean / 1e6 - RESOLUTION_MS) : latestMs];
    delays.reset();
  }, SAMPLE_MS);
  timer.unref();
  return {
    check: () => refuseWhenLate([earlierMs, latestMs], lateMs),
    stop: () => {
      clearInterval(timer);
      delays.disable();
    },
  };
}

/**
 * The rule itself. A single long task is over by the time it shows; only what lasts is a reason.
 * @param delaysMs mean delay of the loop in each of the last two seconds
 */
export function refuseWhenLate(delaysMs: readonly [number, number], lateMs = LOOP_DELAY_MS): void {
  if (delaysMs.every((delayMs) => delayMs > lateMs))
    throw new AppError('busy', { headers: { 'retry-after': '2' } });
}
