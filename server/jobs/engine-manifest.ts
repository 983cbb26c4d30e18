/** The manifest next to the parts of a download, in the shape that the command line writes. */
import { type ManifestContent, writeManifest } from '#pump/manifest.ts';

export type { ManifestContent } from '#pump/manifest.ts';

/** @returns JSON with a line feed at its end; whole, because a zip of known length needs its length */
export function formatManifest(content: ManifestContent, programVersion: string): string {
  return [...writeManifest(content, programVersion)].join('');
}
