/** Reads whether the first account exists and whether Google is set up; `undefined` until the server has replied. */
import { useEffect, useState } from 'react';
import { accountContract } from '#contract/account.contract.ts';
import type { ReplyData } from '#contract/endpoint.ts';
import { call } from './call.ts';
import { subscribeSession } from './session.ts';

type SetupState = ReplyData<typeof accountContract.setupState>;

const FRESH_MS = 2000;
let latest: { answer: Promise<SetupState>; at: number } | undefined;
subscribeSession(() => (latest = undefined));

/** The start of the application and its first page share one request. */
export function readSetupState(): Promise<SetupState> {
  if (latest === undefined || Date.now() - latest.at > FRESH_MS) {
    const answer = call(accountContract.setupState);
    answer.catch(() => (latest = undefined));
    latest = { answer, at: Date.now() };
  }
  return latest.answer;
}

export function useSetupState(): SetupState | undefined {
  const [state, setState] = useState<SetupState>();
  useEffect(() => {
    let isGone = false;
    const show = (answer?: SetupState) => {
      if (!isGone) setState(answer);
    };
    readSetupState().then(show, () => show());
    return () => void (isGone = true);
  }, []);
  return state;
}
