/**
 * The signed-in user, in the browser's storage. Changes notify every listener of this tab, and other tabs
 * through the storage event.
 * `public/color-scheme.js` reads the color scheme's key before the first paint.
 */
import { localStorageColorSchemeManager } from '@mantine/core';
import type { Role } from '#contract/account.contract.ts';
import { clearTexts, isRecord, KEYS, parseText, readText, removeText, writeText } from './storage.ts';

export const COLOR_SCHEME_KEY = 'colorScheme';

export const colorSchemeManager = localStorageColorSchemeManager({ key: COLOR_SCHEME_KEY });

/** Default avatar. */
export const BLANK_AVATAR = '/avatar.svg';

export interface UserData {
  /** Missing until the first call of a session that started before ids were stored. */
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

/** The signed-in user; the same object until something changes. */
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

/** Updates name, role or picture; the token stays. */
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
 * Removes token and user data after a 401; typed text stays for the next sign-in.
 * @param token the refused token; a late reply to an older one changes nothing
 */
export function endSession(token: string | undefined): void {
  if (token !== undefined && readUserData()?.access_token !== token) return;
  // Without a sign-in there is no session to expire.
  if (readUserData() !== undefined) lastEnd = 'unauthorized';
  removeText(KEYS.userData);
  removeText(KEYS.userAvatar);
  removeText(KEYS.previousUserData);
  notifyListeners();
}

/** A superadmin signs in as another user: stores their own session for the return. */
export function beginImpersonation(user: UserData): void {
  const ownUserData = readText(KEYS.userData);
  if (ownUserData !== null) writeText(KEYS.previousUserData, ownUserData);
  storeUserData(user);
}

/** Session of the superadmin who is signed in as another user. */
export function readPreviousUserData(): UserData | undefined {
  return asUserData(parseText(readText(KEYS.previousUserData)));
}

/** Restores the superadmin's own session. */
export function endImpersonation(previous = readPreviousUserData()): void {
  removeText(KEYS.previousUserData);
  if (previous) storeUserData(previous);
}

/** After logging out, or deleting the account: removes all personal data from this browser. */
export function clearStorage(end: Exclude<SessionEnd, 'unauthorized'> = 'sign-out'): void {
  lastEnd = end;
  clearTexts();
  notifyListeners();
}

/** Reason why the session ended, if it ended in this tab. */
export function getSessionEnd(): SessionEnd | undefined {
  return lastEnd;
}

/** True if the user ended the session: the next sign-in doesn't return to the last page. */
export function hasSignedOut(): boolean {
  return lastEnd === 'sign-out' || lastEnd === 'account-deleted';
}

export function subscribeSession(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows sign-in and sign-out in other tabs; further calls do nothing. */
export function followOtherTabs(): void {
  window.addEventListener('storage', handleStorageEvent);
}

function handleStorageEvent({ key }: StorageEvent): void {
  if (key !== null && key !== KEYS.userData) return;
  // `null`: another tab cleared the storage when it logged out.
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
