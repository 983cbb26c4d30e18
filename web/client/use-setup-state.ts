/** Reads whether the first account exists and whether Google is set up; `undefined` until the server has replied. */
import { useEffect, useState } from 'react';
import { accountContract } from '#contract/account.contract.ts';
import type { ReplyData } from '#contract/endpoint.ts';
import { call } from './call.ts';
import { subscribeSession } from './session.ts';

type SetupState = ReplyData<typeof accountContract.setupState>;

const FRESH_MS = 2000;
let latest: { reply: Promise<SetupState>; at: number } | undefined;
subscribeSession(() => (latest = undefined));

/** The start of the application and its first page share one request. */
export function readSetupState(): Promise<SetupState> {
  if (latest === undefined || Date.now() - latest.at > FRESH_MS) {
    const request = { reply: call(accountContract.setupState), at: Date.now() };
    latest = request;
    request.reply.catch(() => {
      // A later request may have replaced it.
      if (latest === request) latest = undefined;
    });
  }
  return latest.reply;
}

export function useSetupState(): SetupState | undefined {
  const [state, setState] = useState<SetupState>();
  useEffect(() => {
    let isUnmounted = false;
    const show = (reply?: SetupState) => {
      if (!isUnmounted) setState(reply);
    };
    readSetupState().then(show, () => show());
    return () => void (isUnmounted = true);
  }, []);
  return state;
}
