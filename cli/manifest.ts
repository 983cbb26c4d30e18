/** Puts the manifest next to the parts, in pieces: the list of problems of a large sheet may be very long. */
import { join } from 'node:path';
import { openFile } from '#pump/file-writer.ts';
import { type ManifestContent, writeManifest } from '#pump/manifest.ts';
import { findVersion } from './program-version.ts';

export const MANIFEST_FILE = 'manifest.json';

/** Throws what the file system throws. */
export function writeManifestFile(folder: string, content: ManifestContent): void {
  const file = openFile(join(folder, MANIFEST_FILE));
  try {
    for (const text of writeManifest(content, findVersion())) file.writeText(text);
  } finally {
    file.close();
  }
}
