/** Inspection of a draft by the server after each change; replies about older states are dropped. */
import { useEffect, useState } from 'react';
import type { Draft, InspectedDraft } from '#contract/draft-shapes.ts';
import { draftsContract } from '#contract/drafts.contract.ts';
import { call, toRetryMs } from '#web/client/call.ts';
import { formatError } from '#web/client/format-error.ts';

interface Answer {
  /** Key of the request. */
  asked: string;
  files: string;
  inspected: InspectedDraft;
}

export interface DraftReading {
  /** Undefined while it would be about other files than the form has. */
  inspected?: InspectedDraft;
  /** True while the latest change isn't inspected. */
  isBusy: boolean;
  failure?: string;
  retry: () => void;
}

/** Key of the files that a reply is about. */
const nameFiles = ({ seed, sheet, linked, combined }: Draft): string =>
  JSON.stringify([
    seed?.name,
    seed?.size,
    sheet && [sheet.name, sheet.is_pasted],
    linked !== null,
    combined && [combined.name, combined.size],
  ]);

export function useInspection(draft: Draft, round: number): DraftReading {
  const { id } = draft;
  const files = nameFiles(draft);
  const [answer, setAnswer] = useState<Answer>();
  const [failure, setFailure] = useState<string>();
  const [tries, setTries] = useState(0);
  const asked = `${round} ${tries}`;
  useEffect(() => {
    const own = new AbortController();
    let again: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      try {
        const inspected = await call(draftsContract.inspect, { params: { id } }, own.signal);
        setAnswer({ asked, files, inspected });
        setFailure(undefined);
      } catch (error) {
        if (own.signal.aborted) return;
        setFailure(formatError(error));
        const retryMs = toRetryMs(error);
        if (retryMs !== undefined) again = setTimeout(() => setTries((count) => count + 1), retryMs);
      }
    };
    void ask();
    return () => {
      own.abort();
      clearTimeout(again);
    };
  }, [id, files, asked]);
  const isAnswered = answer?.asked === asked && answer.files === files;
  return {
    ...(answer?.files === files && { inspected: answer.inspected }),
    isBusy: !isAnswered && failure === undefined,
    ...(failure !== undefined && { failure }),
    retry: () => {
      setFailure(undefined);
      setTries((count) => count + 1);
    },
  };
}
