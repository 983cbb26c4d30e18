/** Estimate of the quality of the form's pages; made again after each inspection that finds pages. */
import { useEffect, useState } from 'react';
import { estimatesContract, type QualityEstimate } from '#contract/estimates.contract.ts';
import { call, toRetryMs } from '#web/client/call.ts';
import { formatError } from '#web/client/format-error.ts';
import type { Inspection, ProjectForm } from './form-state.ts';

interface Answer {
  /** The inspection after which it was requested, and the attempt. */
  inspection: Inspection;
  attempt: number;
  failure?: string;
}

export interface EstimateState {
  /** The last one; null if the server can't make any of the current files. */
  estimate: QualityEstimate | null | undefined;
  isBusy: boolean;
  failure?: string;
  retry: () => void;
}

export function useEstimate({ draft: { id }, inspection, reading }: ProjectForm): EstimateState {
  const [estimate, setEstimate] = useState<QualityEstimate | null>();
  const [answer, setAnswer] = useState<Answer>();
  const [attempt, setAttempt] = useState(0);
  const isAnswered = answer?.inspection === inspection && answer?.attempt === attempt;
  const isDone = isAnswered && answer?.failure === undefined;
  // Typing a title makes the form busy, but changes no inspection.
  const current = reading.isBusy || !inspection?.outcome || isDone ? undefined : inspection;
  useEffect(() => {
    if (!current) return;
    const own = new AbortController();
    let again: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      try {
        const found = await call(estimatesContract.show, { params: { id } }, own.signal);
        setEstimate(found);
        setAnswer({ inspection: current, attempt });
      } catch (error) {
        if (own.signal.aborted) return;
        setAnswer({ inspection: current, attempt, failure: formatError(error) });
        const retryMs = toRetryMs(error);
        if (retryMs !== undefined) again = setTimeout(() => setAttempt((count) => count + 1), retryMs);
      }
    };
    void ask();
    return () => {
      own.abort();
      clearTimeout(again);
    };
  }, [id, current, attempt]);
  return {
    estimate,
    isBusy: (reading.isBusy && !inspection?.outcome) || (current !== undefined && !isAnswered),
    ...(isAnswered && answer?.failure !== undefined && { failure: answer.failure }),
    retry: () => setAttempt((count) => count + 1),
  };
}
