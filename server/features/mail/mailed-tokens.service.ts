/**
 * Tokens of emailed links. Each is derived from the secret key and a stored nonce, so that a retried email contains the
 * same link, and a copy of the database isn't enough to open one.
 */
import { createHash, createHmac } from 'node:crypto';

interface MailedTokenOptions {
  /** The first one is for new links. */
  keys: readonly [Uint8Array, ...Uint8Array[]];
  newId: () => string;
}

export type MailedTokens = ReturnType<typeof createMailedTokens>;

export function createMailedTokens({ keys, newId }: MailedTokenOptions) {
  const derive = (key: Uint8Array, nonce: string) =>
    createHmac('sha256', key).update(nonce).digest('base64url');
  const hash = (token: string) => createHash('sha256').update(token).digest('hex');
  return {
    /** @returns the token of the link, even if an older key made it */
    toToken({ nonce, token_hash: tokenHash }: { nonce: string; token_hash: string }) {
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
