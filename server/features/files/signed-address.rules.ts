/**
 * Addresses that carry their own permission: who owns the file, who opens it as them, its name, until when, and a seal
 * over all of it (HMAC-SHA256). No session token is ever part of a URL.
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

const LIFE_SECONDS = 600;
/** Addresses made within the same time are alike, so that a browser may use what it has. */
const STEP_SECONDS = 60;

function seal(key: Uint8Array, { kind, id, name }: FileName, of: Omit<Permission, 'signature'>): string {
  const { owner, by, expires } = of;
  return createHmac('sha256', key)
    .update(JSON.stringify([kind, id, name, owner, expires, by]))
    .digest('base64url');
}

/** @returns the address within the server, good for nine to ten minutes */
export function signAddress(
  key: Uint8Array,
  file: FileName,
  of: Pick<Permission, 'owner' | 'by'> & { now: Date },
): string {
  const seconds = Math.floor(of.now.getTime() / 1000 / STEP_SECONDS) * STEP_SECONDS;
  const expires = seconds + LIFE_SECONDS;
  const { owner, by } = of;
  const signature = seal(key, file, { owner, by, expires });
  const path = [file.kind, file.id, file.name].map((part) => encodeURIComponent(part)).join('/');
  const opener = by === undefined ? '' : `&by=${by}`;
  return `/api/v1/files/${path}?owner=${owner}${opener}&expires=${expires}&signature=${signature}`;
}

/** True if one of the keys made the signature and it hasn't expired. */
export function isAddressGood(
  keys: readonly Uint8Array[],
  file: FileName,
  given: Permission & { now: Date },
): boolean {
  const actual = Buffer.from(given.signature);
  const isOurs = keys.some((key) => {
    const expected = Buffer.from(seal(key, file, given));
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  });
  if (!isOurs) return false;
  return given.now.getTime() < given.expires * 1000;
}
