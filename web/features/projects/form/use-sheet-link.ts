/** The data behind a Google Sheet link, fetched by the server; an answer to an older link is dropped. */
import { useEffect, useRef, useState } from 'react';
import { projectsContract } from '#contract/projects.contract.ts';
import { ApiError, send } from '#web/client/call.ts';
import { isSheetLink } from './project-form.rules.ts';

const TYPING_PAUSE_MS = 800;

export interface SheetLink {
  isFetching: boolean;
  /** When the shown data came. */
  fetchedAt?: string;
  /** Why there is no data, in the server's words. */
  reason?: string;
  /** What to know about this link although its data came. */
  notice?: string;
  fetchNow: () => void;
}

interface Options {
  type: string;
  link: string;
  take: (file: File | null) => void;
}

export function useSheetLink({ type, link, take }: Options): SheetLink {
  const [state, setState] = useState<Omit<SheetLink, 'fetchNow'>>({ isFetching: false });
  const [round, setRound] = useState({ link, count: 0 });
  // A request to fetch again is about the link that was there; a new one waits for the typing to end.
  const count = round.link === link ? round.count : 0;
  const newestTake = useRef(take);
  useEffect(() => {
    newestTake.current = take;
  });
  const [known, setKnown] = useState(link);
  if (link !== known) {
    setKnown(link);
    setState({ isFetching: false });
  }
  useEffect(() => {
    newestTake.current(null);
    if (!isSheetLink(link)) return;
    const own = new AbortController();
    const fetchSheet = async () => {
      setState((old) => ({ ...old, isFetching: true, reason: undefined }));
      try {
        const body = { type, google_spread_sheet: link };
        const { data } = await send(projectsContract.inspect, { body }, { signal: own.signal });
        if (data.sheet === null) return setState({ isFetching: false });
        newestTake.current(new File([data.sheet.text], data.sheet.name));
        const notice = data.sheet.notice === null ? {} : { notice: data.sheet.notice };
        setState({ isFetching: false, fetchedAt: data.sheet.fetched_at, ...notice });
      } catch (error) {
        if (own.signal.aborted) return;
        newestTake.current(null);
        const texts = error instanceof ApiError ? error.failure?.errors?.google_spread_sheet : undefined;
        const reason = texts?.[0] ?? (error instanceof Error ? error.message : 'An error occurred');
        setState({ isFetching: false, reason });
      }
    };
    const timer = setTimeout(fetchSheet, count === 0 ? TYPING_PAUSE_MS : 0);
    return () => {
      clearTimeout(timer);
      own.abort();
    };
  }, [type, link, count]);
  return { ...state, fetchNow: () => setRound({ link, count: count + 1 }) };
}
