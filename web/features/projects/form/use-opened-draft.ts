/** The draft that a page begins with: the one that this tab had open, or a new one, next to one that can be restored. */
import { useEffect, useState } from 'react';
import type { ReplyData } from '#contract/endpoint.ts';
import type { Draft, DraftSource } from '#contract/draft-shapes.ts';
import { draftsContract } from '#contract/drafts.contract.ts';
import type { ProjectType } from '#contract/project-types.ts';
import { ApiError, call, mayPass, RECOVERY_MS } from '#web/client/call.ts';
import { dropDraftId, isDraftFree, isPageMarked, readDraftId } from '#web/client/project-drafts.ts';
import { findExpected, type Unsent } from './form-memory.ts';
import { waitForLeaving } from './use-leaving.ts';

export interface OpenedDraft extends Unsent {
  draft: Draft;
  /** It was opened a moment ago: nothing in it differs from its project. */
  isFresh: boolean;
}

export type ClosedDraft = NonNullable<ReplyData<typeof draftsContract.findClosed>>;

/** So long the form waits for the answer whether there is an earlier draft. */
const OFFER_MS = 250;

interface FormKey {
  type: ProjectType;
  projectId?: number | undefined;
}

export interface DraftOpening {
  opened?: OpenedDraft;
  error?: ApiError;
  /** What was begun earlier. */
  offered?: ClosedDraft;
  retry: () => void;
  /** Goes on with what was begun earlier; what the form has now is dropped. @throws ApiError */
  restore: () => Promise<void>;
  /** Deletes what was begun earlier. @throws ApiError */
  discard: () => Promise<void>;
  /** Goes on in a new draft; that of the form is dropped. @throws ApiError */
  begin: (type: ProjectType, from?: DraftSource, unsent?: (draft: Draft) => Unsent) => Promise<void>;
}

interface Found {
  opened?: OpenedDraft;
  error?: ApiError;
  offered?: ClosedDraft;
}

export function useOpenedDraft({ type, projectId }: FormKey): DraftOpening {
  const [found, setFound] = useState<Found>({});
  // Another object asks again.
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
        // It is offered above the form: what is seen should not be pushed down by it.
        await Promise.race([offer, waitFor(OFFER_MS)]);
        own.signal.throwIfAborted();
        setFound({ opened: { draft, isFresh: true } });
        const offered = await offer;
        if (offered && !own.signal.aborted) setFound((old) => ({ ...old, offered }));
      } catch (reason) {
        if (own.signal.aborted) return;
        const error = reason instanceof ApiError ? reason : new ApiError(undefined, undefined, reason);
        setFound({ error });
        if (mayPass(error)) again = setTimeout(() => void load(), RECOVERY_MS);
      }
    };
    void load();
    return () => {
      own.abort();
      clearTimeout(again);
    };
  }, [asked]);
  const { opened, offered } = found;
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

/** A draft that a form does not go on with. */
function drop({ id }: Draft): void {
  dropDraftId(id);
  call(draftsContract.discard, { params: { id } }).catch((error: unknown) => console.warn(error));
}

const waitFor = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Without it the form is there as well. */
async function findClosed(query: { project_id?: number }, signal: AbortSignal): Promise<ClosedDraft | null> {
  await waitForLeaving();
  if (signal.aborted) return null;
  try {
    return await call(draftsContract.findClosed, { query }, signal);
  } catch (error) {
    if (!signal.aborted) console.warn('Failed to look for a draft that can be restored.', error);
    return null;
  }
}

/** After a reload of the page, or a sign-in in this tab; a draft that another tab has open is that tab's. */
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
