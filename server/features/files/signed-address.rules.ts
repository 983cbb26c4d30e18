/**
 * Addresses that carry their own permission: who owns the file, who opens it as them, its name, until when, and a seal
 * over all of it (HMAC-SHA256). No session token is ever part of a URL.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FileName } from '#contract/files.contract.ts';
import type { Actor } from '../../caller.ts';

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
export function signAddress(key: Uint8Array, file: FileName, of: { viewer: Actor; now: Date }): string {
  const seconds = Math.floor(of.now.getTime() / 1000 / STEP_SECONDS) * STEP_SECONDS;
  const expires = seconds + LIFE_SECONDS;
  const { userId: owner, impersonatorId: by } = of.viewer;
  const signature = seal(key, file, { owner, by, expires });
  const path = [file.kind, file.id, file.name].map((part) => encodeURIComponent(part)).join('/');
  const opener = by === undefined ? '' : `&by=${by}`;
  return `/api/v1/files/${path}?owner=${owner}${opener}&expires=${expires}&signature=${signature}`;
}

/** Whether the seal is ours and the time is not over. */
export function isAddressGood(key: Uint8Array, file: FileName, given: Permission & { now: Date }): boolean {
  const expected = Buffer.from(seal(key, file, given));
  const actual = Buffer.from(given.signature);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return false;
  return given.now.getTime() < given.expires * 1000;
}
