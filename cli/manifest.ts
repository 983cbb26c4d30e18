/**
 * `manifest.json`: what was made of what, with the checksum of each file. It holds no time and no
 * folder, so that the same input gives the same bytes.
 */
import { join } from 'node:path';
import type { Problem } from '#engine';
import { openFile } from '#pump/file-writer.ts';
import type { PartEntry } from '#pump/prove-parts.ts';
import type { Source } from '#pump/source-file.ts';
import { writeJson } from './json-text.ts';
import { findVersion } from './program-version.ts';

export const MANIFEST_FILE = 'manifest.json';
/** Raised when a reader of the manifest would have to change. */
const MANIFEST_VERSION = 1;

export interface ManifestContent {
  type: string;
  /** The project key. */
  key: string;
  site: string | undefined;
  seed: Source;
  rows: Source;
  footer: Source | undefined;
  pages: number;
  lost: number;
  parts: PartEntry[];
  formed_links: number;
  problems: Problem[];
}

/** Throws what the file system throws. */
export function writeManifest(folder: string, content: ManifestContent): void {
  const file = openFile(join(folder, MANIFEST_FILE));
  try {
    const head = { version: MANIFEST_VERSION, generator: `Geoloom ${findVersion()}` };
    for (const text of writeJson({ ...head, ...content })) file.writeText(text);
  } finally {
    file.close();
  }
}
