/**
 * `manifest.json`: the inputs and outputs of a run with their checksums. The command line and the server write the same
 * shape, without times and folders, so that the same input gives the same bytes.
 */
import type { ColumnChoices, Selector, Severity } from '#engine';
import { writeJson } from './json-text.ts';
import type { PartEntry } from './verify-parts.ts';
import type { Source } from './source-file.ts';

export const MANIFEST_FILE = 'manifest.json';
/** Increased when readers of the manifest have to change. */
const MANIFEST_VERSION = 1;

/** The footer link template; it has a name only if it was a file. */
export type FooterSource = Omit<Source, 'file'> & Partial<Pick<Source, 'file'>>;

export interface ManifestContent {
  type: string;
  /** Omitted without a project title. */
  title?: string;
  /** The project key: the same key, seed, rows, footer, preserved names and columns give the same bytes everywhere. */
  key: string;
  /** Omitted if the seed's own site is used. */
  site?: string | undefined;
  seed: Source;
  rows: Source;
  /** Omitted for the default template. */
  footer?: FooterSource | undefined;
  /** Preserved names of brackets; omitted without any. */
  keep?: readonly string[] | undefined;
  /** Chosen sources of placeholders; omitted without any. */
  columns?: ColumnChoices | undefined;
  /** Title, id or slug of the seed page, only if it was chosen. */
  page?: string | undefined;
  /** Primary images from files, and their URLs on the site; omitted without any. */
  images?: readonly (Source & { url: string })[] | undefined;
  pages: number;
  skipped: number;
  parts: PartEntry[];
  /** Settings to enter in the importer; omitted without any. */
  selectors?: readonly Selector[] | undefined;
  /** Number of images that are used in turn as featured image; omitted without any. */
  featured_images?: number | undefined;
  formed_links: number;
  /** Count of all problems; `problems` may have fewer. */
  problem_count: number;
  problems: readonly { severity: Severity }[];
}

/** Writes the manifest in pieces, with a line feed at the end. */
export function writeManifest(content: ManifestContent, programVersion: string): Generator<string> {
  const { type, title, key, site, seed, rows, footer, keep, columns, page, images } = content;
  const { pages, skipped, parts } = content;
  const { selectors, featured_images, formed_links, problem_count, problems } = content;
  return writeJson({
    version: MANIFEST_VERSION,
    generator: `Geoloom ${programVersion}`,
    type,
    title,
    key,
    site,
    seed,
    rows,
    footer,
    keep,
    columns,
    page,
    images,
    pages,
    skipped,
    parts,
    selectors,
    featured_images,
    formed_links,
    problem_count,
    problems,
  });
}
