/** Two-factor codes: RFC 6238, as all authenticator apps compute them, and recovery codes. */
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { RECOVERY_CODE_COUNT } from '#contract/two-factor.contract.ts';

const MINUTE_MS = 60_000;

/** Time for the second step of a sign-in. */
export const CHALLENGE_MS = 5 * MINUTE_MS;
/** Codes that may be tried in one sign-in. */
export const MAX_CHALLENGE_TRIES = 5;
/** Time for setting up an app. */
export const PENDING_APP_MS = 30 * MINUTE_MS;

/** Also accepts codes of the previous and the next step, because phone clocks differ. */
const WINDOW = 1;
const SHAPE = { issuer: 'Geoloom', algorithm: 'SHA1', digits: 6, period: 30 } as const;

export function makeSecret(): string {
  return new Secret().base32;
}

/** @returns the content of the QR code */
export function toAppUri(secret: string, email: string): string {
  return new TOTP({ ...SHAPE, label: email, secret }).toString();
}

/** @returns the time step that the code belongs to */
export function findStep(secret: string, code: string, now: Date): number | undefined {
  const app = new TOTP({ ...SHAPE, secret });
  const timestamp = now.getTime();
  const delta = app.validate({ token: code, window: WINDOW, timestamp });
  return delta === null ? undefined : app.counter({ timestamp }) + delta;
}

/** Six digits are a code of the app. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code);

/** Crockford's base 32: none of its characters look alike. */
const CHARACTERS = '0123456789abcdefghjkmnpqrstvwxyz';
/** 80 bits, so that a fast hash is enough. */
const CODE_CHARACTERS = 16;

/** @returns codes of 16 characters, in groups of four */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODE_COUNT }, () => {
    const text = [...randomBytes(CODE_CHARACTERS)].map((byte) => CHARACTERS.charAt(byte % 32)).join('');
    return text.replaceAll(/(.{4})(?=.)/g, '$1-');
  });
}

/** Normalizes a code, which users may type with or without its hyphens. */
export const stripCode = (code: string): string => code.replaceAll('-', '');
