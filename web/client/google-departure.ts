/**
 * Starts the Google sign-in. This tab stores the verifier, which the server requires with code and state, and
 * the page to open after the return.
 */
import { isRecord, parseText, takeTabText, writeTabText } from './storage.ts';

const KEY = 'googleSignIn';

export interface Departure {
  verifier: string;
  /** Page to open after the sign-in. */
  next: string;
  /** Invitation token of a new account. */
  invitation?: string;
  /** True to connect the signed-in account. */
  isConnection?: true;
}

/** @param begun reply of the server */
export function leaveForGoogle(
  { url, verifier }: { url: string; verifier: string },
  departure: Omit<Departure, 'verifier'>,
): void {
  writeTabText(KEY, JSON.stringify({ ...departure, verifier }));
  window.location.assign(url);
}

/** @returns undefined if the sign-in started in another tab */
export function takeDeparture(): Departure | undefined {
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
