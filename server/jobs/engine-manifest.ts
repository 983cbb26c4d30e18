/** The manifest next to the parts of a download, in the format of the command line. */
import {
  type GateEntry,
  type GatePage,
  type ManifestContent,
  toGateEntry,
  writeManifest,
} from '#pump/manifest.ts';

export interface StoredManifest extends Omit<ManifestContent, 'gate'> {
  gate?: Omit<GateEntry, 'held'> & { held: readonly GatePage[] };
}

/** @returns JSON with a trailing line feed, as one string, because the zip needs its length */
export function formatManifest({ gate, ...content }: StoredManifest, programVersion: string): string {
  const entry = gate && toGateEntry(gate, gate.held);
  return [...writeManifest({ ...content, ...(entry && { gate: entry }) }, programVersion)].join('');
}
