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
  /** @returns the token of the link */
  toToken(nonce: string): string;
  hash(token: string): string;
}

export function createMailedTokens({ key, newId }: { key: Uint8Array; newId: () => string }): MailedTokens {
  const toToken = (nonce: string) => createHmac('sha256', key).update(nonce).digest('base64url');
  const hash = (token: string) => createHash('sha256').update(token).digest('hex');
  return {
    toToken,
    hash,
    create() {
      const nonce = newId();
      return { nonce, token_hash: hash(toToken(nonce)) };
    },
  };
}
