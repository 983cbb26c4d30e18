/**
 * Encrypts credentials of external accounts before they are stored, with AES-256-GCM bound to their purpose.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { GatewayError } from './gateway-error.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

export interface TokenSeal {
  /**
   * @param about additional authenticated data, which must be the same to open the text: one from another row
   * can't be opened
   */
  seal(text: string, about: string): string;
  /** @throws GatewayError `unauthorized` if the key, the text or `about` differs */
  open(sealed: string, about: string): string;
  /** @returns the key that opens the text, if any */
  findKey(sealed: string, about: string): 'current' | 'old' | undefined;
}

/**
 * Creates the seal.
 * @param keys 32 bytes each, only for this purpose: the first one encrypts, any of them decrypts
 */
export function createTokenSeal(...keys: [Buffer, ...Buffer[]]): TokenSeal {
  const tryAll = (sealed: string, about: string) => {
    let cause: unknown;
    for (const [index, key] of keys.entries()) {
      try {
        return { index, text: openWith(key, sealed, about) };
      } catch (error) {
        cause = error;
      }
    }
    return { cause };
  };
  return {
    seal(text, about) {
      const [key] = keys;
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(about));
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString('base64url');
    },
    open(sealed, about) {
      const { text, cause } = tryAll(sealed, about);
      if (text !== undefined) return text;
      throw new GatewayError(
        'This server’s key can’t open the stored connection. Connect the account again.',
        { service: 'token seal', kind: 'unauthorized', cause },
      );
    },
    findKey(sealed, about) {
      const { index } = tryAll(sealed, about);
      if (index === undefined) return undefined;
      return index === 0 ? 'current' : 'old';
    },
  };
}

function openWith(key: Buffer, sealed: string, about: string): string {
  const all = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(CIPHER, key, all.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(about))
    .setAuthTag(all.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const bytes = [decipher.update(all.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
  return Buffer.concat(bytes).toString('utf8');
}
