/** Sheet of the form's link, fetched into the draft by the server. */
import { useEffect, useEffectEvent, useState } from 'react';
import { draftsContract } from '#contract/drafts.contract.ts';
import { ApiError, call } from '#web/client/call.ts';
import { isSheetLink } from './project-form.rules.ts';
import type { DraftLine } from './use-draft.ts';

const TYPING_PAUSE_MS = 800;

export interface SheetLink {
  isFetching: boolean;
  /** Reason for missing rows, from the server. */
  error?: string;
}

interface Options {
  link: string;
  line: Pick<DraftLine, 'draft' | 'change'>;
  /** Saves the link on the server first. */
  flush: () => Promise<void>;
}

export function useSheetLink({ link, line, flush }: Options): { state: SheetLink; fetchNow: () => void } {
  const { id, linked } = line.draft;
  const [state, setState] = useState<SheetLink & { of: string }>({ isFetching: false, of: link });
  const [begun] = useState({ link, isThere: linked !== null });
  const fetchSheet = async () => {
    setState({ isFetching: true, of: link });
    try {
      await flush();
      await line.change(() => call(draftsContract.fetchSheet, { params: { id } }));
      setState((old) => (old.of === link ? { isFetching: false, of: link } : old));
    } catch (error) {
      setState((old) => (old.of === link ? { isFetching: false, of: link, error: readReason(error) } : old));
    }
  };
  const fetchNow = useEffectEvent(() => void fetchSheet());
  const wanted = isSheetLink(link) && !(begun.isThere && begun.link === link) ? link : undefined;
  useEffect(() => {
    if (wanted === undefined) return;
    const timer = setTimeout(fetchNow, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  return {
    // Ignores replies about an earlier link.
    state: state.of === link ? state : { isFetching: false },
    fetchNow: () => void fetchSheet(),
  };
}

function readReason(error: unknown): string {
  const texts = error instanceof ApiError ? error.failure?.errors?.google_spread_sheet : undefined;
  return texts?.[0] ?? (error instanceof Error ? error.message : 'An error occurred');
}
