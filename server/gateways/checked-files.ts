/** Reading that compares: a caller who knows the SHA-256 of a file gets those bytes, or an error. */
import { sumBytes } from '../long-bytes.ts';
import type { Files } from './files.ts';
import { GatewayError } from './gateway-error.ts';

/** The same store; its `read` looks at the sum that it is given. */
export function checkSums(files: Files): Files {
  return {
    ...files,
    read: async (key, sha256) => {
      const bytes = await files.read(key);
      if (sha256 === undefined) return bytes;
      if ((await sumBytes(bytes)) === sha256) return bytes;
      throw new GatewayError('The stored file is not the one that was stored there.', {
        service: 'files',
        kind: 'absent',
      });
    },
  };
}
