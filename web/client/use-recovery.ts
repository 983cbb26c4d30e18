/** Clears the error about an unreachable server as soon as it replies again. */
import { useEffect, useEffectEvent } from 'react';
import { accountContract } from '#contract/account.contract.ts';
import { type ApiError, call, isRetryable, RECOVERY_MS } from './call.ts';

/** @param clear called once the server has replied */
export function useRecovery(failure: ApiError | undefined, clear: () => void): void {
  const onRecovered = useEffectEvent(clear);
  const isUnreachable = failure?.code === 'unreachable';
  const intervalMs = Math.max(RECOVERY_MS, failure?.retryAfterMs ?? 0);
  useEffect(() => {
    if (!isUnreachable) return;
    const controller = new AbortController();
    const timer = setInterval(() => {
      call(accountContract.setupState, undefined, controller.signal).then(onRecovered, (error: unknown) => {
        // A refusal is a reply, too.
        if (!controller.signal.aborted && !isRetryable(error)) onRecovered();
      });
    }, intervalMs);
    return () => {
      controller.abort();
      clearInterval(timer);
    };
  }, [isUnreachable, intervalMs]);
}
