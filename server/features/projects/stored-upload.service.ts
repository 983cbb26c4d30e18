/**
 * Reads a seed or a sheet and believes only the bytes that were uploaded: a file that was cut short or
 * changed in the store would make other pages without a word, so it counts as lost.
 */
import type { Files } from '#server/gateways/files.ts';
import { GatewayError } from '#server/gateways/gateway-error.ts';

export interface StoredUpload {
  storage_key: string;
  sha256: string;
}

/** @throws GatewayError, of the kind `absent` when these bytes are not there any more */
export async function readUpload(
  files: Pick<Files, 'read'>,
  { storage_key: key, sha256 }: StoredUpload,
): Promise<Uint8Array> {
  const bytes = await files.read(key);
  // Not in this thread: a sheet may have thirty megabytes.
  const digest = await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes));
  if (Buffer.from(digest).toString('hex') === sha256) return bytes;
  throw new GatewayError('The stored file is not the one that was uploaded.', {
    service: 'files',
    kind: 'absent',
  });
}
