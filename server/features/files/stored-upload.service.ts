/**
 * Reads a seed or a sheet and verifies its SHA-256: a truncated or changed file would silently build wrong
 * pages, so it is treated as lost.
 */
import type { Files } from '#server/gateways/files.ts';

export interface StoredUpload {
  storage_key: string;
  sha256: string;
}

/** @throws GatewayError of kind `absent` if the uploaded bytes are gone */
export function readUpload(
  files: Pick<Files, 'read'>,
  { storage_key: key, sha256 }: StoredUpload,
): Promise<Uint8Array> {
  return files.read(key, sha256);
}
