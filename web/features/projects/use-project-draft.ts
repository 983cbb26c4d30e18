/**
 * Keeps what was begun: two seconds after a pause the typed fields in this browser and, of a new project,
 * with the data on the server. Leaving closes the draft there; it can be restored for 24 hours.
 */
import { useEffect, useRef, useState } from 'react';
import { projectsContract } from '#contract/projects.contract.ts';
import { call, send } from '#web/client/call.ts';
import { readUserData, storeProjectDraft, whySessionEnded } from '#web/client/session.ts';
import type { ProjectValues } from './project-form.rules.ts';

const PAUSE_MS = 2000;
/** A server that does not answer may hold up a save for so long. */
const SETTLE_MS = 3000;

interface Options {
  type: string;
  /** The project that is edited: what was typed stays in this browser, the server's draft is a new one's. */
  projectId: number | undefined;
  values: ProjectValues;
  /** Identity of the manual data: what is the same was kept already. */
  data: unknown;
  readScript: () => Promise<string | undefined>;
  /** Something was entered that is not saved yet. */
  isOn: boolean;
}

export interface DraftKeeping {
  /** When it was kept last, as it is now. */
  keptAt?: Date;
  /** The server did not take it; the typed fields are in this browser. */
  isLocalOnly: boolean;
  /** Resolves when nothing is on its way; nothing more is kept until something changes. */
  settle: () => Promise<void>;
}

interface Kept {
  at: Date;
  isLocalOnly: boolean;
  /** What was kept. */
  values: ProjectValues;
  data: unknown;
}

export function useProjectDraft(options: Options): DraftKeeping {
  const { type, projectId, values, data, isOn } = options;
  const [kept, setKept] = useState<Kept>();
  const newest = useRef(options);
  useEffect(() => {
    newest.current = options;
  });
  const keptData = useRef<unknown>(null);
  const running = useRef<{ end: Promise<void>; own: AbortController }>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!isOn) return;
    const own = new AbortController();
    const keep = async () => {
      store(newest.current);
      if (projectId !== undefined) return setKept({ at: new Date(), isLocalOnly: true, values, data });
      try {
        const script = keptData.current === data ? undefined : await newest.current.readScript();
        const fields = { ...values, title: values.title.slice(0, 1000) };
        const body = { type, fields, ...(script !== undefined && { script }) };
        await call(projectsContract.keepDraft, { body }, own.signal);
        keptData.current = data;
        setKept({ at: new Date(), isLocalOnly: false, values, data });
      } catch {
        if (!own.signal.aborted) setKept({ at: new Date(), isLocalOnly: true, values, data });
      }
    };
    timer.current = setTimeout(() => {
      running.current = { end: keep(), own };
    }, PAUSE_MS);
    return () => clearTimeout(timer.current);
  }, [isOn, type, projectId, values, data]);
  useKeepOnLeave(newest);
  const settle = async () => {
    clearTimeout(timer.current);
    const patience = setTimeout(() => running.current?.own.abort(), SETTLE_MS);
    await running.current?.end;
    clearTimeout(patience);
    // Whatever is sent now may take the draft away: the next one is kept whole.
    keptData.current = null;
  };
  // What was changed since is not kept yet, and must not look as if it were.
  const isNow = kept?.values === values && kept.data === data;
  return { ...(isNow && { keptAt: kept.at }), isLocalOnly: kept?.isLocalOnly ?? false, settle };
}

function store({ type, projectId, values: fields }: Options, owner?: string): void {
  storeProjectDraft({ type, projectId, fields, savedAt: new Date().toISOString() }, owner);
}

/** The page goes: what was typed since the last pause is kept in this browser. */
function useKeepOnLeave(newest: { current: Options }): void {
  useEffect(() => {
    const owner = readUserData()?.name;
    const keep = () => {
      // After logging out nothing of the person stays here.
      if (newest.current.isOn && whySessionEnded() !== 'sign-out') store(newest.current, owner);
    };
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [newest]);
}

/** Tells the server on unload and on leaving that the form was left; a failure is only logged. */
export function useCancelOnLeave(): void {
  useEffect(() => {
    const cancel = () => void cancelDraft();
    window.addEventListener('pagehide', cancel);
    return () => {
      window.removeEventListener('pagehide', cancel);
      cancel();
    };
  }, []);
}

export async function cancelDraft(): Promise<void> {
  if (readUserData() === undefined) return;
  try {
    await send(projectsContract.cancelDraft, undefined, { keepalive: true });
  } catch (error) {
    console.warn('The draft could not be closed.', error);
  }
}
