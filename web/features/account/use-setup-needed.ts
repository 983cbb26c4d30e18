/** True until the first account exists; `undefined` until the server has answered. */
import { useEffect, useState } from 'react';
import { accountContract } from '#contract/account.contract.ts';
import { call } from '#web/client/call.ts';

export function useSetupNeeded(): boolean | undefined {
  const [isNeeded, setNeeded] = useState<boolean>();
  useEffect(() => {
    const own = new AbortController();
    call(accountContract.setupState, undefined, own.signal)
      .then(({ needed }) => setNeeded(needed))
      .catch(() => setNeeded(undefined));
    return () => own.abort();
  }, []);
  return isNeeded;
}
