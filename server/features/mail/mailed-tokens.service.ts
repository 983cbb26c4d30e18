/**
 * Tokens of the links in mails. Each is made of the secret key and a random number that is stored, so a mail that is
 * tried again carries the same link, and the database alone opens nothing.
 */
import { createHash, createHmac } from 'node:crypto';

export interface NewMailedToken {
  nonce: string;
  token_hash: string;
}

export interface MailedTokens {
  create(): NewMailedToken;
  /** @returns the token of the link, even if an older key made it */
  toToken(link: NewMailedToken): string;
  hash(token: string): string;
}

interface Needs {
  /** The first one is for new links. */
  keys: readonly [Uint8Array, ...Uint8Array[]];
  newId: () => string;
}

export function createMailedTokens({ keys, newId }: Needs): MailedTokens {
  const derive = (key: Uint8Array, nonce: string) =>
    createHmac('sha256', key).update(nonce).digest('base64url');
  const hash = (token: string) => createHash('sha256').update(token).digest('hex');
  return {
    toToken({ nonce, token_hash: tokenHash }) {
      const tokens = keys.map((key) => derive(key, nonce));
      return tokens.find((token) => hash(token) === tokenHash) ?? derive(keys[0], nonce);
    },
    hash,
    create() {
      const nonce = newId();
      return { nonce, token_hash: hash(derive(keys[0], nonce)) };
    },
  };
}
