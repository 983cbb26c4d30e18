/** Leaving a form: saves its last changes in its draft and closes it; it can be restored later. */
import { useEffect, useRef } from 'react';
import { projectsContract } from '#contract/projects.contract.ts';
import { send } from '#web/client/call.ts';
import { dropDraftId, holdDraft, markPage, storeDraftId } from '#web/client/project-drafts.ts';
import { hasSignedOut, readUserData } from '#web/client/session.ts';
import { expectDraft, type Unsent } from './form-memory.ts';

const SIGNED_OUT = 'You were signed out. What you entered is back in the form.';

/** Last changes of forms that were left. */
let flushed: Promise<unknown> = Promise.resolve();
let closed: Promise<unknown> = Promise.resolve();

/** Resolves once drafts that were left before are closed, and may be offered. */
export async function waitForLeaving(): Promise<void> {
  await closed;
}

interface Options {
  id: string;
  projectId: number | null;
  /** Sends what waits for the pause. */
  flush: () => Promise<void>;
  /** True once it's saved as a project. */
  isOver: boolean;
  /** Returns changes that the draft doesn't have yet. */
  readUnsent: () => Unsent;
}

/** Stores the draft's id in this browser while its form is open. */
export function useOpenDraft(options: Options): void {
  const { id, projectId, isOver } = options;
  const newest = useRef(options);
  useEffect(() => {
    newest.current = options;
  });
  useEffect(() => {
    const project = projectId ?? undefined;
    storeDraftId(id, project);
    const release = holdDraft(id);
    const unmark = markPage(id);
    const flush = () => void newest.current.flush();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      release();
      unmark();
      if (readUserData() !== undefined) {
        dropDraftId(id);
        flushed = Promise.all([flushed, newest.current.flush()]);
      } else if (!hasSignedOut()) {
        expectDraft(id, { ...newest.current.readUnsent(), note: SIGNED_OUT });
      }
    };
  }, [id, projectId]);
  useEffect(() => {
    if (isOver) dropDraftId(id);
  }, [id, isOver]);
}

/**
 * Reports to the server, on unload and on leaving, that the form's page was left; a failure is only logged.
 */
export function useCancelOnLeave(): void {
  useEffect(() => {
    const hide = () => void cancelDrafts();
    window.addEventListener('pagehide', hide);
    return () => {
      window.removeEventListener('pagehide', hide);
      closed = closeAfterFlush();
    };
  }, []);
}

/** The form unmounts together with its page. */
async function closeAfterFlush(): Promise<void> {
  await Promise.resolve();
  await flushed;
  await cancelDrafts();
}

export async function cancelDrafts(): Promise<void> {
  if (readUserData() === undefined) return;
  try {
    await send(projectsContract.cancelDraft, undefined, { keepalive: true });
  } catch (error) {
    console.warn('Couldn’t close the drafts.', error);
  }
}
