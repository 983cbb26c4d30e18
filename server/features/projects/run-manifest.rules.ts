/** `manifest.json` of a downloaded run: what was made, with the checksum of each file. */
import type { RunReport } from './run-answer.rules.ts';

interface ManifestRun {
  /** The same key, seed and sheet give the same bytes anywhere. */
  project_key: string;
  title: string;
  pages_done: number;
  lost: number;
  report: unknown;
}

interface ManifestPart {
  name: string;
  size: number;
  pages: number;
  sha256: string;
}

/** @returns JSON with a line feed at its end */
export function writeManifest(run: ManifestRun, parts: readonly ManifestPart[], version: string): string {
  const report = run.report as RunReport | null;
  const manifest = {
    version: 1,
    generator: `Geoloom ${version}`,
    type: 'wordpress',
    title: run.title,
    key: run.project_key,
    pages: run.pages_done,
    lost: run.lost,
    parts: parts.map(({ name, size, pages, sha256 }) => ({ file: name, bytes: size, pages, sha256 })),
    formed_links: report?.link_count ?? 0,
    problems: report?.problems ?? [],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
