/** Encrypts what opens an outside account before it is stored: AES-256-GCM, bound to what it is for. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { GatewayError } from './gateway-error.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

export interface TokenSeal {
  /** @param about must be the same when it is opened: a sealed text of another row opens nothing */
  seal(text: string, about: string): string;
  /** @throws GatewayError `unauthorised` where key, text or `about` is another */
  open(sealed: string, about: string): string;
}

/** @param key 32 bytes, of this purpose alone */
export function createTokenSeal(key: Buffer): TokenSeal {
  return {
    seal(text, about) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(about));
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString('base64url');
    },
    open(sealed, about) {
      const all = Buffer.from(sealed, 'base64url');
      try {
        const decipher = createDecipheriv(CIPHER, key, all.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        })
          .setAAD(Buffer.from(about))
          .setAuthTag(all.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
        const bytes = [decipher.update(all.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
        return Buffer.concat(bytes).toString('utf8');
      } catch (cause) {
        throw new GatewayError(
          'The stored connection cannot be read with the key of this server. Connect the account again.',
          { service: 'token seal', kind: 'unauthorised', cause },
        );
      }
    },
  };
}
