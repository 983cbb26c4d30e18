/** What the server reads in a draft: asked after each change; an answer about an older state is dropped. */
import { useEffect, useState } from 'react';
import type { Draft, InspectedDraft } from '#contract/draft-shapes.ts';
import { draftsContract } from '#contract/drafts.contract.ts';
import { afterPointer } from '#web/client/after-pointer.ts';
import { call, mayPass, RECOVERY_MS } from '#web/client/call.ts';
import { formatError } from '#web/client/format-error.ts';

interface Answer {
  round: number;
  of: string;
  inspected: InspectedDraft;
}

export interface DraftReading {
  /** Nothing while it would be about other files than the form has. */
  inspected?: InspectedDraft;
  /** The newest change has not been read yet. */
  isBusy: boolean;
  failure?: string;
  retry: () => void;
}

/** The files that an answer is about, by what a person sees of them. */
const nameFiles = ({ seed, sheet, linked }: Draft): string =>
  JSON.stringify([seed?.name, seed?.size, sheet && [sheet.name, sheet.is_pasted], linked !== null]);

export function useInspection(draft: Draft, round: number): DraftReading {
  const { id } = draft;
  const of = nameFiles(draft);
  const [answer, setAnswer] = useState<Answer>();
  const [failure, setFailure] = useState<string>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const own = new AbortController();
    let again: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      try {
        const inspected = await call(draftsContract.inspect, { params: { id } }, own.signal);
        afterPointer(() => {
          setAnswer({ round, of, inspected });
          setFailure(undefined);
        });
      } catch (error) {
        if (own.signal.aborted) return;
        setFailure(formatError(error));
        if (mayPass(error)) again = setTimeout(() => setTries((count) => count + 1), RECOVERY_MS);
      }
    };
    void ask();
    return () => {
      own.abort();
      clearTimeout(again);
    };
  }, [id, of, round, tries]);
  const isAnswered = answer?.round === round && answer.of === of;
  return {
    ...(answer?.of === of && { inspected: answer.inspected }),
    isBusy: !isAnswered && failure === undefined,
    ...(failure !== undefined && { failure }),
    retry: () => {
      setFailure(undefined);
      setTries((count) => count + 1);
    },
  };
}
