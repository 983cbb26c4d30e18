/**
 * The only reader and writer of the browser's storage: who is signed in and what was begun. A change
 * reaches every listener of this tab, and the tabs next to it through the storage event.
 * `public/color-scheme.js` reads the color scheme's key before the first paint.
 */
import { localStorageColorSchemeManager } from '@mantine/core';
import type { Role } from '#contract/account.contract.ts';

export const COLOR_SCHEME_KEY = 'colorScheme';
const KEYS = {
  userData: 'userData',
  previousUserData: 'previousUserData',
  userAvatar: 'userAvatar',
  selectedProjectType: 'selectedProjectType',
  projectDraft: 'projectDraft',
} as const;

export const colorSchemeManager = localStorageColorSchemeManager({ key: COLOR_SCHEME_KEY });

/** Shown for who has no picture. */
export const BLANK_AVATAR = '/avatar.svg';

export interface UserData {
  /** Missing until the first call of a session that began before ids were stored. */
  id?: number | undefined;
  access_token: string;
  role: Role;
  name: string;
  avatar: string;
}

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

/** Why nobody is signed in any more. */
export type SessionEnd = 'sign-out' | 'unauthorized';

type Listener = (user: UserData | undefined) => void;

const listeners = new Set<Listener>();
let lastText: string | null | undefined;
let lastUser: UserData | undefined;
let lastEnd: SessionEnd | undefined;

/** Who is signed in; the same object as long as nothing changed. */
export function readUserData(): UserData | undefined {
  const text = read(KEYS.userData);
  if (text !== lastText) {
    lastText = text;
    lastUser = asUserData(parse(text));
  }
  return lastUser;
}

export function storeUserData(user: UserData): void {
  lastEnd = undefined;
  const { id, access_token, role, name, avatar } = user;
  write(KEYS.userData, JSON.stringify({ id, access_token, role, name, avatar }));
  write(KEYS.userAvatar, avatar);
  tell();
}

/** Signed in and changed since: name, role or picture. The token stays. */
export function updateUserData(part: Partial<Omit<UserData, 'access_token'>>): void {
  const user = readUserData();
  if (user && Object.entries(part).some(([key, value]) => user[key as keyof UserData] !== value)) {
    storeUserData({ ...user, ...part });
  }
}

export function readAvatar(): string {
  return read(KEYS.userAvatar) ?? BLANK_AVATAR;
}

/**
 * Removes token and user data after a 401; what was typed stays for the next sign-in.
 * @param token the one that was refused: a late answer to an older one ends nothing
 */
export function endSession(token: string | undefined): void {
  if (token !== undefined && readUserData()?.access_token !== token) return;
  // Who was not signed in has no session that could expire.
  if (readUserData() !== undefined) lastEnd = 'unauthorized';
  remove(KEYS.userData);
  remove(KEYS.userAvatar);
  remove(KEYS.previousUserData);
  tell();
}

/** A superadmin signs in as somebody else: their own session is kept for the way back. */
export function beginImpersonation(user: UserData): void {
  const own = read(KEYS.userData);
  if (own !== null) write(KEYS.previousUserData, own);
  storeUserData(user);
}

/** The session of the superadmin who is signed in as somebody else. */
export function readPreviousUserData(): UserData | undefined {
  return asUserData(parse(read(KEYS.previousUserData)));
}

/** The superadmin is signed in as themselves again. */
export function endImpersonation(): void {
  const previous = readPreviousUserData();
  remove(KEYS.previousUserData);
  if (previous) storeUserData(previous);
}

/** After logging out: nothing of the person stays in this browser. */
export function clearStorage(): void {
  lastEnd = 'sign-out';
  try {
    window.localStorage.clear();
  } catch {
    // Storage may be forbidden: then there is nothing in it.
  }
  memory.clear();
  tell();
}

/** Why the session ended in this tab, if it ended here. */
export function whySessionEnded(): SessionEnd | undefined {
  return lastEnd;
}

export function subscribeSession(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `{ name }` of the platform that was chosen on Select Project Type. */
export function readProjectType(): string | undefined {
  const stored = parse(read(KEYS.selectedProjectType));
  return isRecord(stored) && typeof stored.name === 'string' ? stored.name : undefined;
}

export function storeProjectType(name: string): void {
  write(KEYS.selectedProjectType, JSON.stringify({ name }));
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
  if (drafts.length === 0) remove(KEYS.projectDraft);
  else write(KEYS.projectDraft, JSON.stringify({ owner, drafts }));
}

/** One for each form: that of a new project, and the edit form of each project. */
function listProjectDrafts(owner: number | undefined): ProjectDraft[] {
  const stored = parse(read(KEYS.projectDraft));
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

/** Follows sign-in and sign-out of the tabs next to this one; a second call changes nothing. */
export function followOtherTabs(): void {
  window.addEventListener('storage', hearOtherTab);
}

function hearOtherTab({ key }: StorageEvent): void {
  if (key !== null && key !== KEYS.userData) return;
  // `null`: the storage was emptied by who logged out there.
  if (key === null) lastEnd = 'sign-out';
  else if (readUserData() !== undefined) lastEnd = undefined;
  tell();
}

function tell(): void {
  const user = readUserData();
  for (const listener of listeners) listener(user);
}

/** Replaces the storage where the browser forbids it or it is full, so that signing in works for this page. */
const memory = new Map<string, string>();

function read(key: string): string | null {
  try {
    return memory.get(key) ?? window.localStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

function write(key: string, text: string): void {
  try {
    window.localStorage.setItem(key, text);
    memory.delete(key);
  } catch {
    memory.set(key, text);
  }
}

function remove(key: string): void {
  memory.delete(key);
  try {
    window.localStorage.removeItem(key);
  } catch {
    // Forbidden storage holds nothing.
  }
}

function parse(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const ROLES: readonly unknown[] = ['user', 'admin', 'superadmin'] satisfies Role[];

function asUserData(value: unknown): UserData | undefined {
  if (!isRecord(value)) return undefined;
  const { id, access_token, role, name, avatar } = value;
  if (typeof access_token !== 'string' || access_token === '' || !ROLES.includes(role)) return undefined;
  return {
    ...(typeof id === 'number' && { id }),
    access_token,
    role: role as Role,
    name: typeof name === 'string' ? name : '',
    avatar: typeof avatar === 'string' && avatar !== '' ? avatar : BLANK_AVATAR,
  };
}
