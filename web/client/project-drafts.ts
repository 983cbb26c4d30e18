/** The platform that was chosen, and the ids of the drafts that forms of this browser have open. */
import { readUserData } from './session.ts';
import { isRecord, KEYS, parseText, readText, removeText, writeText } from './storage.ts';

/** `{ name }` of the platform that was chosen on Select Project Type. */
export function readProjectType(): string | undefined {
  const stored = parseText(readText(KEYS.selectedProjectType));
  return isRecord(stored) && typeof stored.name === 'string' ? stored.name : undefined;
}

export function storeProjectType(name: string): void {
  writeText(KEYS.selectedProjectType, JSON.stringify({ name }));
}

/** The form of a new project, next to the ids of projects that are edited. */
const NEW = 'new';

/**
 * Id of the draft that a form of the signed-in user opened last and has not left.
 * @param projectId the project that is edited; left out for the form of a new one
 */
export function readDraftId(projectId?: number): string | undefined {
  return readIds()[projectId ?? NEW];
}

export function storeDraftId(id: string, projectId?: number): void {
  writeIds({ ...readIds(), [projectId ?? NEW]: id });
}

/** The draft of another tab that took its place meanwhile stays. */
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

const nameLock = (id: string): string => `draft ${id}`;

/** Only a page that came over HTTPS, or from this machine, can ask the other tabs. */
const findLocks = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined);

/** Tells the other tabs that a form of this one has the draft open. @returns ends that */
export function holdDraft(id: string): () => void {
  let release = () => {};
  const isHeld = new Promise<void>((resolve) => {
    release = resolve;
  });
  findLocks()
    ?.request(nameLock(id), () => isHeld)
    .catch((error: unknown) => console.warn(error));
  return release;
}

/** Whether no tab has it open; false where that cannot be known. */
export async function isDraftFree(id: string): Promise<boolean> {
  const { held } = (await findLocks()?.query()) ?? {};
  return held !== undefined && !held.some(({ name }) => name === nameLock(id));
}

/** This page was loaded again, or came back by the buttons of the browser. */
export function isReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  const { type } = (navigation ?? {}) as Partial<PerformanceNavigationTiming>;
  return type === 'reload' || type === 'back_forward';
}
