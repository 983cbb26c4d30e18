/**
 * `manifest.json`: what was made of what, with the checksum of each file; of one shape from every program that writes it.
 * It holds no time and no folder, so that the same input gives the same bytes.
 */
import type { ColumnChoices, Selector, Severity } from '#engine';
import { writeJson } from './json-text.ts';
import type { PartEntry } from './prove-parts.ts';
import type { Source } from './source-file.ts';

/** Raised when a reader of the manifest would have to change. */
const MANIFEST_VERSION = 1;

/** The footer link template; it has a name only where it came as a file. */
export type FooterSource = Omit<Source, 'file'> & Partial<Pick<Source, 'file'>>;

export interface ManifestContent {
  type: string;
  /** Only where the project has one. */
  title?: string;
  /** The project key: the same key, seed, rows, footer, kept names and columns give the same bytes everywhere. */
  key: string;
  /** Only where one was given in place of the seed's own. */
  site?: string | undefined;
  seed: Source;
  rows: Source;
  /** Missing: the template that is used where none is given. */
  footer?: FooterSource | undefined;
  /** Names of brackets that stay as they are, only where there are some. */
  keep?: readonly string[] | undefined;
  /** Chosen sources of placeholders; omitted if there are none. */
  columns?: ColumnChoices | undefined;
  /** Title, id or slug of the seed page, only if it was chosen. */
  page?: string | undefined;
  /** Primary images that came as files, and where the site finds them; only where there are some. */
  images?: readonly (Source & { url: string })[] | undefined;
  pages: number;
  skipped: number;
  parts: PartEntry[];
  /** What a person names in the importer, only where there is such a thing. */
  selectors?: readonly Selector[] | undefined;
  /** How many images the pages have in turn as their featured one, only where they have some. */
  featured_images?: number | undefined;
  formed_links: number;
  /** All that there are; of `problems`, some may be left out. */
  problem_count: number;
  problems: readonly { severity: Severity }[];
}

/** Text of the manifest in pieces, a line feed at its end. */
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
