/**
 * Opens the draft of a page: the one that this tab had open, or a new one, with the offer to restore an
 * earlier one.
 */
import { useEffect, useRef, useState } from 'react';
import type { ReplyData } from '#contract/endpoint.ts';
import type { Draft, DraftSource } from '#contract/draft-shapes.ts';
import { draftsContract } from '#contract/drafts.contract.ts';
import type { ProjectType } from '#contract/project-types.ts';
import { ApiError, call, toRetryMs } from '#web/client/call.ts';
import { dropDraftId, isDraftFree, isPageMarked, readDraftId } from '#web/client/project-drafts.ts';
import { findExpected, type Unsent } from './form-memory.ts';
import { useCancelOnLeave, waitForLeaving } from './use-leaving.ts';

export interface OpenedDraft extends Unsent {
  draft: Draft;
  /** True if newly opened: it equals its project. */
  isFresh: boolean;
}

export type ClosedDraft = NonNullable<ReplyData<typeof draftsContract.findClosed>>;

/** Timeout for finding an earlier draft. */
const OFFER_MS = 250;

interface FormKey {
  type: ProjectType;
  projectId?: number | undefined;
}

interface Found {
  opened?: OpenedDraft;
  error?: ApiError;
  /** An earlier draft. */
  offered?: ClosedDraft;
}

export interface DraftOpening extends Found {
  retry: () => void;
  /** Continues with the earlier draft instead of this one. @throws ApiError */
  restore: () => Promise<void>;
  /** Deletes the earlier draft. @throws ApiError */
  discard: () => Promise<void>;
  /** Continues with a new draft instead of this one. @throws ApiError */
  begin: (type: ProjectType, from?: DraftSource, unsent?: (draft: Draft) => Unsent) => Promise<void>;
}

/** Leaving the page closes the draft. */
export function useOpenedDraft({ type, projectId }: FormKey): DraftOpening {
  const [found, setFound] = useState<Found>({});
  // A new object restarts the effect.
  const [asked, setAsked] = useState({ type, projectId });
  useEffect(() => {
    const own = new AbortController();
    let again: ReturnType<typeof setTimeout> | undefined;
    const load = async () => {
      try {
        const { type: begun, projectId: edited } = asked;
        const form = edited === undefined ? {} : { project_id: edited };
        const mine = await findOwnDraft(asked, own.signal);
        if (mine) return setFound({ opened: mine });
        const offer = findClosed(form, own.signal);
        const draft = await call(draftsContract.open, { body: { type: begun, ...form } }, own.signal);
        // A late offer must not push the form down.
        await Promise.race([offer, waitFor(OFFER_MS)]);
        own.signal.throwIfAborted();
        setFound({ opened: { draft, isFresh: true } });
        const offered = await offer;
        if (offered && !own.signal.aborted) setFound((old) => ({ ...old, offered }));
      } catch (reason) {
        if (own.signal.aborted) return;
        const error =
          reason instanceof ApiError ? reason : new ApiError(undefined, undefined, { cause: reason });
        setFound({ error });
        const retryMs = toRetryMs(error);
        if (retryMs !== undefined) again = setTimeout(() => void load(), retryMs);
      }
    };
    void load();
    return () => {
      own.abort();
      clearTimeout(again);
    };
  }, [asked]);
  const { opened, offered } = found;
  useCancelOnLeave();
  useFocusAfterOffer(offered !== undefined);
  const replace = (next: OpenedDraft, isOffered: boolean) => {
    setFound({ opened: next, ...(isOffered && offered && { offered }) });
    if (opened) drop(opened.draft);
  };
  return {
    ...found,
    retry: () => setAsked({ ...asked }),
    restore: async () => {
      if (!offered) return;
      const draft = await call(draftsContract.restore, { params: { id: offered.id } });
      replace({ draft, isFresh: false }, false);
    },
    discard: async () => {
      if (!offered) return;
      await call(draftsContract.discard, { params: { id: offered.id } });
      setFound((old) => ({ ...(old.opened && { opened: old.opened }) }));
    },
    begin: async (chosen, from, unsent) => {
      const draft = await call(draftsContract.open, {
        body: {
          type: chosen,
          ...(projectId !== undefined && { project_id: projectId }),
          ...(from && { from }),
        },
      });
      replace({ draft, isFresh: from === undefined, ...unsent?.(draft) }, from === undefined);
    },
  };
}

/** Its focused button disappears, so the focus moves to the title. */
function useFocusAfterOffer(isOffered: boolean): void {
  const wasOffered = useRef(false);
  useEffect(() => {
    const isChosen = wasOffered.current && !isOffered;
    wasOffered.current = isOffered;
    if (isChosen && document.activeElement === document.body) {
      document.getElementById('field-title')?.focus({ preventScroll: true });
    }
  }, [isOffered]);
}

/** Discards a draft that no form continues. */
function drop({ id }: Draft): void {
  dropDraftId(id);
  call(draftsContract.discard, { params: { id } }).catch((error: unknown) => console.warn(error));
}

const waitFor = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Optional: the form opens without it. */
async function findClosed(query: { project_id?: number }, signal: AbortSignal): Promise<ClosedDraft | null> {
  await waitForLeaving();
  if (signal.aborted) return null;
  try {
    return await call(draftsContract.findClosed, { query }, signal);
  } catch (error) {
    if (!signal.aborted) console.warn('Failed to look for an earlier draft.', error);
    return null;
  }
}

/**
 * Finds the draft of this tab after a reload or a sign-in; a draft that is open in another tab is ignored.
 */
async function findOwnDraft(
  { type, projectId }: FormKey,
  signal: AbortSignal,
): Promise<OpenedDraft | undefined> {
  const id = readDraftId(projectId);
  if (id === undefined) return undefined;
  const unsent = findExpected(id);
  if (unsent === undefined && !(await isDraftFree(id))) return undefined;
  try {
    const draft = await call(draftsContract.show, { params: { id } }, signal);
    const isOfForm = projectId !== undefined || draft.type === type;
    const isWanted = unsent !== undefined || draft.is_open || isPageMarked(id);
    return isOfForm && isWanted ? { draft, isFresh: false, ...unsent } : undefined;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
