/**
 * Starts the Google sign-in. This tab stores the verifier, which the server requires with code and state, and
 * the page to open after the return.
 */
import { isRecord, parseText, takeTabText, writeTabText } from './storage.ts';

const KEY = 'googleSignIn';

export interface GoogleRedirect {
  verifier: string;
  /** Page to open after the sign-in. */
  next: string;
  /** Invitation token of a new account. */
  invitation?: string;
  /** True to connect the signed-in account. */
  isConnection?: true;
}

/** @param begun reply of the server */
export function redirectToGoogle(
  { url, verifier }: { url: string; verifier: string },
  redirect: Omit<GoogleRedirect, 'verifier'>,
): void {
  writeTabText(KEY, JSON.stringify({ ...redirect, verifier }));
  window.location.assign(url);
}

/** @returns undefined if the sign-in started in another tab */
export function takeGoogleRedirect(): GoogleRedirect | undefined {
  const value = parseText(takeTabText(KEY));
  if (!isRecord(value)) return undefined;
  const { verifier, next, invitation, isConnection } = value;
  if (typeof verifier !== 'string' || typeof next !== 'string') return undefined;
  return {
    verifier,
    next,
    ...(typeof invitation === 'string' && { invitation }),
    ...(isConnection === true && { isConnection }),
  };
}
