/** The platform that was chosen and the project forms that were begun and left, as the browser's storage keeps them for each user. */
import { readUserData } from './session.ts';
import { isRecord, KEYS, parseText, readText, removeText, writeText } from './storage.ts';

/** What was typed into a project form; data and uploads are the server's to keep. */
export interface ProjectDraft {
  type: string;
  /** The project that is edited, and its state as the form was loaded; none for a new one. */
  projectId?: number | undefined;
  revision?: number | undefined;
  fields: Record<string, string>;
  /** ISO moment, by the clock of this machine. */
  savedAt: string;
  /** The server's moment of what it took last; `isWhole` while nothing was typed since. */
  taken?: { at: string; isWhole: boolean } | undefined;
  /** Typed while an earlier draft waits for an answer: only what was changed, and next to that one. */
  isAside?: boolean | undefined;
}

/** `{ name }` of the platform that was chosen on Select Project Type. */
export function readProjectType(): string | undefined {
  const stored = parseText(readText(KEYS.selectedProjectType));
  return isRecord(stored) && typeof stored.name === 'string' ? stored.name : undefined;
}

export function storeProjectType(name: string): void {
  writeText(KEYS.selectedProjectType, JSON.stringify({ name }));
}

/** Forms that were begun and left, newest first; older ones than these are forgotten. */
const DRAFTS_MOST = 20;

/**
 * The draft of the signed-in user; another user's draft is not shown.
 * @param projectId the project that is edited; left out for the form of a new one
 */
export function readProjectDraft(projectId?: number, isAside = false): ProjectDraft | undefined {
  return listProjectDrafts(readUserData()?.id).find(
    (draft) => draft.projectId === projectId && isBeside(draft) === isAside,
  );
}

/**
 * Takes the place of the one before. The one that is next to another and that other leave each other
 * alone: they may be of two windows.
 * @param owner id of the user who typed it; a session that ends meanwhile does not take it away
 * @param options `hasBoth`: it holds what was kept with it, too, and takes the place of both
 */
export function storeProjectDraft(
  draft: ProjectDraft,
  owner = readUserData()?.id,
  { hasBoth = false } = {},
): void {
  const others = listProjectDrafts(owner).filter(
    (other) => other.projectId !== draft.projectId || (!hasBoth && isBeside(other) !== isBeside(draft)),
  );
  writeDrafts([draft, ...others].slice(0, DRAFTS_MOST), owner);
}

/**
 * @param projectId the project that is edited; left out for the form of a new one
 * @param isAside only the one that is next to another, or only that other; left out for both
 */
export function dropProjectDraft(projectId?: number, isAside?: boolean): void {
  const owner = readUserData()?.id;
  const drafts = listProjectDrafts(owner);
  const others = drafts.filter(
    (draft) => draft.projectId !== projectId || (isAside !== undefined && isBeside(draft) !== isAside),
  );
  // Where there is nothing to drop, what is stored is somebody else's.
  if (others.length < drafts.length) writeDrafts(others, owner);
}

const isBeside = ({ isAside }: ProjectDraft): boolean => isAside === true;

function writeDrafts(drafts: readonly ProjectDraft[], owner: number | undefined): void {
  if (drafts.length === 0) removeText(KEYS.projectDraft);
  else writeText(KEYS.projectDraft, JSON.stringify({ owner, drafts }));
}

/** One for each form: that of a new project, and the edit form of each project. */
function listProjectDrafts(owner: number | undefined): ProjectDraft[] {
  const stored = parseText(readText(KEYS.projectDraft));
  if (!isRecord(stored) || stored.owner !== owner || !Array.isArray(stored.drafts)) return [];
  return stored.drafts.map(asProjectDraft).filter((draft) => draft !== undefined);
}

function asProjectDraft(value: unknown): ProjectDraft | undefined {
  if (!isRecord(value)) return undefined;
  const { type, projectId, revision, fields, savedAt, taken, isAside } = value;
  if (typeof type !== 'string' || typeof savedAt !== 'string' || !isRecord(fields)) return undefined;
  const texts = Object.entries(fields).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return {
    type,
    savedAt,
    ...(typeof projectId === 'number' && { projectId }),
    ...(typeof revision === 'number' && { revision }),
    ...(isRecord(taken) &&
      typeof taken.at === 'string' && { taken: { at: taken.at, isWhole: taken.isWhole === true } }),
    ...(isAside === true && { isAside }),
    fields: Object.fromEntries(texts),
  };
}
