/**
 * Who is signed in, as the browser's storage keeps it. A change reaches every listener of this tab, and the
 * tabs next to it through the storage event.
 * `public/color-scheme.js` reads the color scheme's key before the first paint.
 */
import { localStorageColorSchemeManager } from '@mantine/core';
import type { Role } from '#contract/account.contract.ts';
import { clearTexts, isRecord, KEYS, parseText, readText, removeText, writeText } from './storage.ts';

export const COLOR_SCHEME_KEY = 'colorScheme';

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

/** Reason why the session ended. */
export type SessionEnd = 'sign-out' | 'unauthorized' | 'account-deleted';

type Listener = (user: UserData | undefined) => void;

const listeners = new Set<Listener>();
let lastText: string | null | undefined;
let lastUser: UserData | undefined;
let lastEnd: SessionEnd | undefined;

/** Who is signed in; the same object as long as nothing changed. */
export function readUserData(): UserData | undefined {
  const text = readText(KEYS.userData);
  if (text !== lastText) {
    lastText = text;
    lastUser = asUserData(parseText(text));
  }
  return lastUser;
}

export function storeUserData(user: UserData): void {
  lastEnd = undefined;
  const { id, access_token, role, name, avatar } = user;
  writeText(KEYS.userData, JSON.stringify({ id, access_token, role, name, avatar }));
  writeText(KEYS.userAvatar, avatar);
  notifyListeners();
}

/** Signed in and changed since: name, role or picture. The token stays. */
export function updateUserData(part: Partial<Omit<UserData, 'access_token'>>): void {
  const user = readUserData();
  if (user && Object.entries(part).some(([key, value]) => user[key as keyof UserData] !== value)) {
    storeUserData({ ...user, ...part });
  }
}

export function readAvatar(): string {
  return readText(KEYS.userAvatar) ?? BLANK_AVATAR;
}

/**
 * Removes token and user data after a 401; what was typed stays for the next sign-in.
 * @param token the one that was refused: a late answer to an older one ends nothing
 */
export function endSession(token: string | undefined): void {
  if (token !== undefined && readUserData()?.access_token !== token) return;
  // Who was not signed in has no session that could expire.
  if (readUserData() !== undefined) lastEnd = 'unauthorized';
  removeText(KEYS.userData);
  removeText(KEYS.userAvatar);
  removeText(KEYS.previousUserData);
  notifyListeners();
}

/** A superadmin signs in as somebody else: their own session is kept for the way back. */
export function beginImpersonation(user: UserData): void {
  const own = readText(KEYS.userData);
  if (own !== null) writeText(KEYS.previousUserData, own);
  storeUserData(user);
}

/** The session of the superadmin who is signed in as somebody else. */
export function readPreviousUserData(): UserData | undefined {
  return asUserData(parseText(readText(KEYS.previousUserData)));
}

/** The superadmin is signed in as themselves again. */
export function endImpersonation(): void {
  const previous = readPreviousUserData();
  removeText(KEYS.previousUserData);
  if (previous) storeUserData(previous);
}

/** After logging out, or deleting the account: no personal data stays in this browser. */
export function clearStorage(end: Exclude<SessionEnd, 'unauthorized'> = 'sign-out'): void {
  lastEnd = end;
  clearTexts();
  notifyListeners();
}

/** Why the session ended in this tab, if it ended here. */
export function getSessionEnd(): SessionEnd | undefined {
  return lastEnd;
}

/** True if the user ended the session: the next sign-in doesn't return to the last page. */
export function hasLeft(): boolean {
  return lastEnd === 'sign-out' || lastEnd === 'account-deleted';
}

export function subscribeSession(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows sign-in and sign-out of the tabs next to this one; a second call changes nothing. */
export function followOtherTabs(): void {
  window.addEventListener('storage', handleStorageEvent);
}

function handleStorageEvent({ key }: StorageEvent): void {
  if (key !== null && key !== KEYS.userData) return;
  // `null`: the storage was emptied by who logged out there.
  if (key === null) lastEnd = 'sign-out';
  else if (readUserData() !== undefined) lastEnd = undefined;
  notifyListeners();
}

function notifyListeners(): void {
  const user = readUserData();
  for (const listener of listeners) listener(user);
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
