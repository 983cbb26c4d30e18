/** Retries with exponential backoff and jitter, so that callers that failed together don't retry together. */
import { setTimeout as sleep } from 'node:timers/promises';
import { GatewayError } from './gateway-error.ts';

interface RetryOptions {
  /** Number of attempts, including the first. */
  attempts: number;
  firstDelayMs: number;
}

/**
 * Runs the work until it succeeds, fails permanently, or has failed `attempts` times.
 * @param work throws GatewayError; only retryable ones are retried
 */
export async function withRetries<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isRetryable = error instanceof GatewayError && error.retryable;
      if (!isRetryable || attempt >= options.attempts) throw error;
      await sleep(pauseBefore(attempt, options.firstDelayMs));
    }
  }
}

/** Returns a random pause in ms: 0.5–1, 1–2, 2–4 … times the first delay. */
export function pauseBefore(attempt: number, firstDelayMs: number): number {
  return firstDelayMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
}
