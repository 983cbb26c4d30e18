/** Sign-in of the simulated Google: a page to pick an account, and ID tokens signed with its own key. */
import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { NO_ICON } from '../loopback.ts';

export interface GoogleUser {
  email: string;
  isVerified: boolean;
  firstName: string;
  lastName: string;
}

/** Makes ID tokens invalid. */
export interface TokenFaults {
  /** Replaces claims: `{ aud: 'another client' }`. */
  claims?: Readonly<Record<string, unknown>>;
  /** Signs with a key that isn't in the certificates. */
  hasForeignKey?: boolean;
}

interface TokenData {
  issuer: string;
  audience: string;
  nonce: string | null;
  user: GoogleUser;
}

const KEY_ID = 'simulated';
const LIFE_SECONDS = 3_600;

/** Only a sign-in asks for the profile. */
export const isSignIn = (query: URLSearchParams): boolean =>
  (query.get('scope') ?? '').split(' ').includes('profile');

export function createTokens() {
  let pair: { publicKey: KeyObject; privateKey: KeyObject } | undefined;
  // Created at the first sign-in.
  const getPair = () => (pair ??= generateKeyPairSync('rsa', { modulusLength: 2048 }));
  return {
    listCertificates: () => ({ [KEY_ID]: getPair().publicKey.export({ type: 'spki', format: 'pem' }) }),
    sign({ issuer, audience, nonce, user }: TokenData, faults: TokenFaults): string {
      const now = Math.floor(Date.now() / 1000);
      const claims = {
        iss: issuer,
        aud: audience,
        sub: createHash('sha256').update(user.email.toLowerCase()).digest('hex').slice(0, 21),
        email: user.email,
        email_verified: user.isVerified,
        given_name: user.firstName,
        family_name: user.lastName,
        iat: now,
        exp: now + LIFE_SECONDS,
        ...(nonce !== null && { nonce }),
        ...faults.claims,
      };
      const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
      const text = `${encode({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' })}.${encode(claims)}`;
      const { privateKey } =
        faults.hasForeignKey === true ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : getPair();
      return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`;
    },
  };
}

export const writeSignInPage = (email: string): string =>
  `<!DOCTYPE html>${NO_ICON}<title>Sign in with Google (simulated)</title><h1>Choose an account to continue to Geoloom</h1>
<form method="post">
<p><label>Email<br><input name="email" type="email" size="40" value="${email}"></label></p>
<p><label>First name<br><input name="first_name" value="Ada"></label></p>
<p><label>Last name<br><input name="last_name" value="Lovelace"></label></p>
<p><label><input type="checkbox" name="verified" checked> Google has confirmed this address</label></p>
<button name="choice" value="allow">Continue</button>
<button name="choice" value="deny">Cancel</button></form>`;

export const readUser = (form: URLSearchParams): GoogleUser => ({
  email: form.get('email') ?? '',
  isVerified: form.has('verified'),
  firstName: form.get('first_name') ?? '',
  lastName: form.get('last_name') ?? '',
});
