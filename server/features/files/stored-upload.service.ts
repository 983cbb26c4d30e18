/**
 * Reads a seed or a sheet and believes only the bytes that were uploaded: a file that was cut short or
 * changed in the store would make other pages without a word, so it counts as lost.
 */
import type { Files } from '#server/gateways/files.ts';

export interface StoredUpload {
  storage_key: string;
  sha256: string;
}

/** @throws GatewayError, of the kind `absent` when these bytes are not there any more */
export function readUpload(
  files: Pick<Files, 'read'>,
  { storage_key: key, sha256 }: StoredUpload,
): Promise<Uint8Array> {
  return files.read(key, sha256);
}
