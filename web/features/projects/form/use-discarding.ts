/**
 * Deletes a draft for good only when nobody can take that back any more: the message with Undo has
 * gone, or the page goes.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { projectsContract } from '#contract/projects.contract.ts';
import { send } from '#web/client/call.ts';
import { dropProjectDraft, readProjectDraft, storeProjectDraft } from '#web/client/project-drafts.ts';
import { readUserData } from '#web/client/session.ts';
import { formatError } from '#web/client/format-error.ts';
import { showToast } from '#web/ui/toast.tsx';
import { type FormStart, formOf } from './form-start.ts';
import type { KeptDraft } from './kept-draft.rules.ts';

export interface Discarding {
  /** Thrown away, and could still be taken back. */
  isGoing: boolean;
  discard: (draft: KeptDraft) => void;
  /** Nobody can take it back any more; resolves when it has gone, or could not go. */
  finish: () => Promise<void>;
}

/** @param onGone told when it has gone for good */
export function useDiscarding(start: FormStart, onGone: () => void): Discarding {
  const [isGoing, setGoing] = useState(false);
  const going = useRef<KeptDraft>(undefined);
  const ending = useRef(Promise.resolve());
  const hideMessage = useRef<() => void>(undefined);
  const discardNow = async (draft: KeptDraft) => {
    try {
      await remove(draft, start);
      onGone();
    } catch (error) {
      showToast({ kind: 'error', text: 'The draft could not be discarded.', detail: formatError(error) });
    }
    setGoing(false);
  };
  const end = (): Promise<void> => {
    const draft = going.current;
    going.current = undefined;
    if (draft) ending.current = discardNow(draft);
    return ending.current;
  };
  const newest = useRef(end);
  useEffect(() => {
    newest.current = end;
  });
  const finish = useCallback(async () => {
    const gone = newest.current();
    hideMessage.current?.();
    await gone;
  }, []);
  useEffect(() => {
    const leave = () => void finish();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [finish]);
  return {
    isGoing,
    finish,
    discard: (draft) => {
      going.current = draft;
      setGoing(true);
      const takeBack = () => {
        going.current = undefined;
        setGoing(false);
      };
      hideMessage.current = showToast({
        kind: 'note',
        text: 'Draft discarded',
        undo: { label: 'Undo', act: takeBack },
        onClose: () => void newest.current(),
      });
    },
  };
}

/** The request outlives the page, what is in this browser would not wait for its answer. */
async function remove({ stored }: KeptDraft, start: FormStart): Promise<void> {
  const projectId = start.project?.id;
  if (readUserData() === undefined) return;
  const local = readProjectDraft(projectId);
  dropProjectDraft(projectId, false);
  if (!stored) return;
  try {
    await send(projectsContract.discardDraft, { query: formOf(start) }, { keepalive: true });
  } catch (error) {
    if (local) storeProjectDraft(local);
    throw error;
  }
}
