/**
 * Signed URLs: the owner of the file, an impersonating superadmin, the file name, the expiry, and an HMAC-SHA256
 * signature over all of them. Session tokens are never part of a URL.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FileName } from '#contract/files.contract.ts';

export interface Permission {
  owner: number;
  /** Superadmin who is signed in as the owner. */
  by?: number | undefined;
  /** Seconds since 1970. */
  expires: number;
  signature: string;
}

const LIFETIME_SECONDS = 600;
/** URLs of the same minute are equal, so that browsers can use their cache. */
const STEP_SECONDS = 60;

function sign(key: Uint8Array, { kind, id, name }: FileName, of: Omit<Permission, 'signature'>): string {
  const { owner, by, expires } = of;
  return createHmac('sha256', key)
    .update(JSON.stringify([kind, id, name, owner, expires, by]))
    .digest('base64url');
}

/** @returns the path and query, valid for nine to ten minutes */
export function signUrl(
  key: Uint8Array,
  file: FileName,
  of: Pick<Permission, 'owner' | 'by'> & { now: Date },
): string {
  const seconds = Math.floor(of.now.getTime() / 1000 / STEP_SECONDS) * STEP_SECONDS;
  const expires = seconds + LIFETIME_SECONDS;
  const { owner, by } = of;
  const signature = sign(key, file, { owner, by, expires });
  const path = [file.kind, file.id, file.name].map((part) => encodeURIComponent(part)).join('/');
  const opener = by === undefined ? '' : `&by=${by}`;
  return `/api/v1/files/${path}?owner=${owner}${opener}&expires=${expires}&signature=${signature}`;
}

/** True if one of the keys signed it and it hasn't expired. */
export function isSignedUrlValid(
  keys: readonly Uint8Array[],
  file: FileName,
  given: Permission & { now: Date },
): boolean {
  const actual = Buffer.from(given.signature);
  const isOurs = keys.some((key) => {
    const expected = Buffer.from(sign(key, file, given));
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  });
  if (!isOurs) return false;
  return given.now.getTime() < given.expires * 1000;
}
