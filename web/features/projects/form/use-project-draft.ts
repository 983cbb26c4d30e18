/**
 * Keeps what was begun: two seconds after a pause the typed fields in this browser, and with the data on
 * the server. Leaving closes the draft there; it can be restored for 24 hours.
 */
import { useEffect, useRef, useState } from 'react';
import type { ReplyData } from '#contract/endpoint.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { call, send } from '#web/client/call.ts';
import { type ProjectDraft, readProjectDraft, storeProjectDraft } from '#web/client/project-drafts.ts';
import { readUserData, whySessionEnded } from '#web/client/session.ts';
import { nameScript } from './as-manual.ts';
import { type FormStart, formOf } from './form-start.ts';
import { type ProjectValues, readDomain } from './project-form.rules.ts';
import type { FormReading } from './use-form-reading.ts';

const PAUSE_MS = 2000;
/** A server that does not answer may hold up a save for so long. */
const SETTLE_MS = 3000;

interface Options {
  start: FormStart;
  values: ProjectValues;
  /** The manual data by its identity: what is the same was kept already. */
  data: FormReading['manual'];
  readScript: () => Promise<string | undefined>;
  /** The seed page that should be in the draft; none while it is that of the project, or on its way. */
  seed: File | null;
  sendSeed: (seed: File) => void;
  /** Images that were uploaded beside an earlier draft and come into this one. */
  idsBeside: string;
  /** Something was entered that is not saved yet. */
  isOn: boolean;
  /** An earlier draft waits for an answer: what is typed stays in this browser, next to it. */
  isAside: boolean;
}

export interface DraftKeeping {
  /** When it was kept last, as it is now. */
  keptAt?: Date;
  /** The server did not take it; the typed fields are in this browser. */
  isLocalOnly: boolean;
  /**
   * Resolves when nothing is on its way; nothing more is kept until something changes.
   * @param isWanted whether what waits for the pause is kept before, or dropped
   */
  settle: (isWanted: boolean) => Promise<void>;
}

interface Kept {
  at: Date;
  isLocalOnly: boolean;
  /** What was kept. */
  values: ProjectValues;
  data: unknown;
}

export function useProjectDraft(options: Options): DraftKeeping {
  const { start, values, data, seed, idsBeside, isOn, isAside } = options;
  const [kept, setKept] = useState<Kept>();
  const newest = useRef(options);
  useEffect(() => {
    newest.current = options;
  });
  const [hadAside] = useState(() => readProjectDraft(start.project?.id, true) !== undefined);
  /** What the server has: the data, and the fields with its moment of taking them. */
  const taken = useRef<Taken>({ data: start.project?.manual ?? null, hasAside: hadAside });
  const running = useRef<{ end: Promise<void>; own: AbortController }>(undefined);
  const due = useRef<{ begin: () => void; cancel: () => void }>(undefined);
  useEffect(() => {
    if (!isOn) return;
    const keep = async (before: Promise<void> | undefined, signal: AbortSignal) => {
      const now = { ...newest.current, values, data, seed, idsBeside };
      store(now, taken);
      // One after the other: an older state must not arrive last.
      await before;
      const isLocalOnly = isAside || !(await keepOnServer(now, taken, signal));
      if (!signal.aborted) setKept({ at: new Date(), isLocalOnly, values, data });
    };
    const begin = () => {
      cancel();
      const own = new AbortController();
      running.current = { end: keep(running.current?.end, own.signal), own };
    };
    const timer = setTimeout(begin, PAUSE_MS);
    const cancel = () => {
      clearTimeout(timer);
      due.current = undefined;
    };
    due.current = { begin, cancel };
    return cancel;
  }, [isOn, isAside, values, data, seed, idsBeside]);
  useKeepOnLeave(newest, taken);
  const settle = async (isWanted: boolean) => {
    if (isWanted) due.current?.begin();
    else due.current?.cancel();
    const patience = setTimeout(() => running.current?.own.abort(), SETTLE_MS);
    await running.current?.end;
    clearTimeout(patience);
  };
  // What was changed since is not kept yet, and must not look as if it were.
  const isNow = kept?.values === values && kept.data === data;
  return { ...(isNow && { keptAt: kept.at }), isLocalOnly: kept?.isLocalOnly ?? false, settle };
}

interface Taken {
  data: unknown;
  values?: ProjectValues;
  at?: string;
  /** What is next to another draft in this browser came from this form, or into it. */
  hasAside: boolean;
  /** The seed that was sent again last: once, until the server has had it. */
  resent?: File | null | undefined;
}

/** @returns whether the server has all of it */
async function keepOnServer(
  options: Options,
  taken: { current: Taken },
  signal: AbortSignal,
): Promise<boolean> {
  const { start, values, data, seed, readScript, sendSeed, idsBeside } = options;
  const { type, project } = start;
  const owner = readUserData()?.id;
  const { title, domain_id: domain } = values;
  const fields = { ...values, title: title.slice(0, 1000), domain_id: readDomain(domain) };
  const head = {
    type,
    ...formOf(start),
    ...(project && { revision: project.revision }),
    fields,
    ...(idsBeside !== '' && { image_ids: idsBeside }),
  };
  const put = (script: string | undefined): Promise<ReplyData<typeof projectsContract.keepDraft>> =>
    call(
      projectsContract.keepDraft,
      { body: { ...head, ...(script !== undefined && { script, script_name: nameScript(data) }) } },
      signal,
    );
  const isOwnData = data !== (project?.manual ?? null);
  try {
    let script = taken.current.data === data ? undefined : await readScript();
    // A file that cannot be read any more stays where it is; the rest is kept.
    const isRead = taken.current.data === data || script !== undefined;
    let reply = await put(script);
    // Another tab has saved this project, or left its form: the draft began again without its files.
    if (isOwnData && isRead && script === undefined && !reply.has_script) {
      script = await readScript();
      reply = await put(script);
    }
    const { resent, hasAside } = taken.current;
    if (seed && !reply.has_seed && seed !== resent) sendSeed(seed);
    const still = { hasAside, resent: reply.has_seed ? undefined : seed };
    taken.current = { data, values, at: reply.updated_at, ...still };
    if (readUserData()?.id === owner) store(options, taken);
    return isRead;
  } catch {
    return false;
  }
}

function store(options: Options, taken: { current: Taken }, owner?: number): void {
  const { start, values: fields, isAside } = options;
  const { at, values, hasAside } = taken.current;
  const { type, project } = start;
  const draft: ProjectDraft = {
    type,
    ...(project && { projectId: project.id, revision: project.revision }),
    fields: isAside ? listChanged(fields, start) : fields,
    savedAt: new Date().toISOString(),
    ...(at !== undefined && { taken: { at, isWhole: values === fields } }),
    ...(isAside && { isAside }),
  };
  storeProjectDraft(draft, owner, { hasBoth: hasAside && !isAside });
  taken.current = { ...taken.current, hasAside: isAside };
}

function listChanged(fields: ProjectValues, { values }: FormStart): Record<string, string> {
  const names = Object.keys(fields) as (keyof ProjectValues)[];
  return Object.fromEntries(
    names.filter((name) => fields[name] !== values[name]).map((name) => [name, fields[name]]),
  );
}

/** The page goes: what was typed since the last pause is kept in this browser. */
function useKeepOnLeave(newest: { current: Options }, taken: { current: Taken }): void {
  useEffect(() => {
    const owner = readUserData()?.id;
    const keep = () => {
      // After logging out nothing of the person stays here.
      if (newest.current.isOn && whySessionEnded() !== 'sign-out') store(newest.current, taken, owner);
    };
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [newest, taken]);
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
