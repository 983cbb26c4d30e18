/**
 * Reads whether the first account exists and whether Google is set up; `undefined` until the server has
 * replied.
 */
import { useEffect, useState } from 'react';
import { accountContract } from '#contract/account.contract.ts';
import type { ReplyData } from '#contract/endpoint.ts';
import { call } from '#web/client/call.ts';

type SetupState = ReplyData<typeof accountContract.setupState>;

export function useSetupState(): SetupState | undefined {
  const [state, setState] = useState<SetupState>();
  useEffect(() => {
    const own = new AbortController();
    call(accountContract.setupState, undefined, own.signal)
      .then(setState)
      .catch(() => setState(undefined));
    return () => own.abort();
  }, []);
  return state;
}
