/** A text as the first rows of a draft fill it; the server is asked after a pause in typing. */
import { useEffect, useState } from 'react';
import type { TextPreview } from '#contract/draft-shapes.ts';
import { draftsContract } from '#contract/drafts.contract.ts';
import { call } from '#web/client/call.ts';
import { formatError } from '#web/client/format-error.ts';

const PAUSE_MS = 400;

interface Answer {
  text: string;
  preview?: TextPreview;
  failure?: string;
}

/** @param text undefined while there is nothing to fill */
export function useTextPreview(id: string, text: string | undefined) {
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    if (text === undefined) return;
    const own = new AbortController();
    const ask = async () => {
      try {
        const preview = await call(draftsContract.preview, { params: { id }, body: { text } }, own.signal);
        setAnswer({ text, preview });
      } catch (error) {
        if (!own.signal.aborted) setAnswer({ text, failure: formatError(error) });
      }
    };
    const timer = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      own.abort();
    };
  }, [id, text]);
  if (text === undefined) return { isBusy: false };
  return { ...answer, isBusy: answer?.text !== text };
}
