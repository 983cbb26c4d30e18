/**
 * Tries again what may pass. The pauses double and are blurred, so that many who failed at the same
 * moment do not come back at the same moment.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError } from './gateway-error.ts';

interface RetryOptions {
  /** All tries together, the first one included. */
  tries: number;
  firstDelayMs: number;
}

/**
 * Runs the work until it succeeds, fails for good, or has failed `tries` times.
 * @param work throws GatewayError; only a retryable one is tried again
 */
export async function withRetries<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const mayPass = error instanceof GatewayError && error.retryable;
      if (!mayPass || attempt >= options.tries) throw error;
      await sleep(pauseBefore(attempt, options.firstDelayMs));
    }
  }
}

/** Between half of the pause and the whole of it: 0.5–1, 1–2, 2–4 … times the first delay. */
export function pauseBefore(attempt: number, firstDelayMs: number): number {
  return firstDelayMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
}
