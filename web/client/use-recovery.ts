/** Clears the message that the server cannot be reached as soon as it answers again. */
import { useEffect, useEffectEvent } from 'react';
import { accountContract } from '#contract/account.contract.ts';
import { type ApiError, call, mayPass, RECOVERY_MS } from './call.ts';

/** @param clear called once an unreachable server has answered */
export function useRecovery(failure: ApiError | undefined, clear: () => void): void {
  const onRecovered = useEffectEvent(clear);
  const isUnreachable = failure?.code === 'unreachable';
  useEffect(() => {
    if (!isUnreachable) return;
    const controller = new AbortController();
    const timer = setInterval(() => {
      call(accountContract.setupState, undefined, controller.signal).then(onRecovered, (error: unknown) => {
        // Any answer of the server will do.
        if (!controller.signal.aborted && !mayPass(error)) onRecovered();
      });
    }, RECOVERY_MS);
    return () => {
      controller.abort();
      clearInterval(timer);
    };
  }, [isUnreachable]);
}
