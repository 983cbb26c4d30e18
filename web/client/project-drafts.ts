/** The chosen platform, and ids of the drafts that forms in this browser have open. */
import { readUserData } from './session.ts';
import { isRecord, KEYS, parseText, readText, removeText, writeText } from './storage.ts';

/** `{ name }` of the platform chosen on Select Project Type. */
export function readProjectType(): string | undefined {
  const stored = parseText(readText(KEYS.selectedProjectType));
  return isRecord(stored) && typeof stored.name === 'string' ? stored.name : undefined;
}

export function storeProjectType(name: string): void {
  writeText(KEYS.selectedProjectType, JSON.stringify({ name }));
}

/** Key for the form of a new project; an edit form uses the id of its project. */
const NEW = 'new';

/**
 * Id of the draft that a form of the signed-in user opened last and hasn't left.
 * @param projectId the edited project; undefined for a new one
 */
export function readDraftId(projectId?: number): string | undefined {
  return readIds()[projectId ?? NEW];
}

export function storeDraftId(id: string, projectId?: number): void {
  writeIds({ ...readIds(), [projectId ?? NEW]: id });
}

/** Keeps the draft of another tab if it has replaced this one. */
export function dropDraftId(id: string): void {
  const ids = Object.entries(readIds());
  const others = ids.filter(([, stored]) => stored !== id);
  if (others.length < ids.length) writeIds(Object.fromEntries(others));
}

function readIds(): Record<string, string> {
  const stored = parseText(readText(KEYS.projectDraft));
  if (!isRecord(stored) || stored.owner !== readUserData()?.id || !isRecord(stored.ids)) return {};
  return Object.fromEntries(
    Object.entries(stored.ids).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function writeIds(ids: Record<string, string>): void {
  if (Object.keys(ids).length === 0) removeText(KEYS.projectDraft);
  else writeText(KEYS.projectDraft, JSON.stringify({ owner: readUserData()?.id, ids }));
}

const getLockName = (id: string): string => `draft ${id}`;

/** Web Locks need a secure context: HTTPS or localhost. */
const findLocks = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined);

/**
 * Marks the draft as open for other tabs. The browser removes the mark of an unloaded page late on a busy machine, which
 * could show an empty form after a reload, so the mark is removed immediately.
 * @returns a function that removes the mark
 */
export function holdDraft(id: string): () => void {
  let release = () => {};
  const hold = () => {
    const isHeld = new Promise<void>((resolve) => {
      release = resolve;
    });
    findLocks()
      ?.request(getLockName(id), () => isHeld)
      .catch((error: unknown) => console.warn(error));
  };
  const hide = () => release();
  const show = ({ persisted }: PageTransitionEvent) => {
    if (persisted) hold();
  };
  hold();
  window.addEventListener('pagehide', hide);
  window.addEventListener('pageshow', show);
  return () => {
    window.removeEventListener('pagehide', hide);
    window.removeEventListener('pageshow', show);
    release();
  };
}

/** After a reload, the previous page may release the draft a moment later. */
const MAX_RELEASE_MS = 5000;

/** Checks that no other tab has it open; false if the browser can't tell. */
export async function isDraftFree(id: string): Promise<boolean> {
  const options = isPageMarked(id) ? { signal: AbortSignal.timeout(MAX_RELEASE_MS) } : { ifAvailable: true };
  try {
    return (await findLocks()?.request(getLockName(id), options, (lock) => lock !== null)) ?? false;
  } catch {
    return false;
  }
}

/**
 * Stores the page's draft in the history of this tab: it survives a reload, and other tabs don't see it.
 * @returns a function that removes it
 */
export function markPage(id: string): () => void {
  const mark = () => window.history.replaceState({ ...readMark(), draft: id }, '');
  mark();
  // A link to a section of the form adds its own entry.
  window.addEventListener('hashchange', mark);
  return () => window.removeEventListener('hashchange', mark);
}

/** Checks if this page had the draft open before a reload. */
export const isPageMarked = (id: string): boolean => readMark().draft === id;

function readMark(): Record<string, unknown> {
  const state: unknown = window.history.state;
  return isRecord(state) ? state : {};
}
