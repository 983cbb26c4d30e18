/** The server's last state of a form's draft, and the queue of its changes. */
import { useRef, useState } from 'react';
import type { Draft } from '#contract/draft-shapes.ts';
import { draftsContract } from '#contract/drafts.contract.ts';
import { call } from '#web/client/call.ts';

export interface DraftLine {
  draft: Draft;
  /** Counts the changes after which the server inspects the draft again. */
  round: number;
  /** True while a change of seed, sheet or link is in flight. */
  isBusy: boolean;
  /** Runs calls in order, so that an older state doesn't arrive last. */
  run: <Reply>(act: () => Promise<Reply>) => Promise<Reply>;
  /** Runs a change of seed, sheet or link, and shows the draft from its reply. */
  change: (act: () => Promise<Draft>) => Promise<void>;
  /** Loads the draft after an upload. */
  reload: () => Promise<void>;
  /** Makes the server inspect the draft again. */
  readAgain: () => void;
  /** Resolves once the queue is empty. */
  settle: () => Promise<void>;
}

const ignore = () => undefined;

export function useDraft(opened: Draft): DraftLine {
  const [draft, setDraft] = useState(opened);
  const [round, setRound] = useState(0);
  const [waiting, setWaiting] = useState(0);
  const end = useRef<Promise<unknown>>(Promise.resolve());
  const run = <Reply>(act: () => Promise<Reply>): Promise<Reply> => {
    const result = end.current.then(act);
    end.current = result.catch(ignore);
    return result;
  };
  const readAgain = () => setRound((count) => count + 1);
  const change = (act: () => Promise<Draft>) => {
    setWaiting((count) => count + 1);
    return run(async () => {
      const changed = await act();
      setDraft(changed);
      readAgain();
    }).finally(() => setWaiting((count) => count - 1));
  };
  return {
    draft,
    round,
    isBusy: waiting > 0,
    run,
    change,
    reload: () => change(() => call(draftsContract.show, { params: { id: opened.id } })),
    readAgain,
    settle: async () => {
      await end.current;
    },
  };
}
