/**
 * `manifest.json`: the inputs and outputs of a run with their checksums. The command line and the server write the same
 * shape, without times and folders, so that the same input gives the same bytes.
 */
import type { ColumnChoices, HeldAction, KnownTown, ScheduledDates, Selector, Severity } from '#engine';
import { writeJson } from './json-text.ts';
import type { PartEntry } from './verify-parts.ts';
import type { Source } from './source-file.ts';

export const MANIFEST_FILE = 'manifest.json';
/** Increased when readers of the manifest have to change. */
const MANIFEST_VERSION = 1;

export interface GateEntry {
  below: number;
  action: HeldAction;
  /** Score from 0 to 100. A page with a reason is held back for that instead of its score. */
  held: { title: string; url: string; row: number; score: number | null; reason?: string }[];
}

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
  /** The second list, each row of which is combined with each of `rows`; omitted without one. */
  combined?: Source | undefined;
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
  /** The quality gate, and the pages that it holds back; omitted without one. */
  gate?: GateEntry | undefined;
  parts: PartEntry[];
  /** Settings to enter in the importer; omitted without any. */
  selectors?: readonly Selector[] | undefined;
  /** Number of images that are used in turn as featured image; omitted without any. */
  featured_images?: number | undefined;
  /** UTC dates of scheduled rows by row key, in seconds since 1970; omitted without a schedule. */
  scheduled_dates?: ScheduledDates | undefined;
  /** Version of the file of places that new towns were looked up in; omitted if the seed names no such value. */
  places_version?: string | undefined;
  /** Towns of rows, whose values a later run keeps: county, ZIP code, latitude, longitude, population, time zone. */
  places?: Iterable<KnownTown> | undefined;
  formed_links: number;
  /** Count of all problems; `problems` may have fewer. */
  problem_count: number;
  problems: readonly { severity: Severity }[];
}

export type GatePage = Omit<GateEntry['held'][number], 'reason'> & { reason: string | null };

/** Describes a quality gate and what it holds back. */
export function toGateEntry(
  { below, action }: Omit<GateEntry, 'held'>,
  held: readonly GatePage[],
): GateEntry {
  return {
    below,
    action,
    held: held.map(({ title, url, row, score, reason }) => ({
      title,
      url,
      row,
      score,
      ...(reason !== null && (score ?? below) >= below && { reason }),
    })),
  };
}

/** Earliest first; runs and builds collect them in different orders. */
function sortDates(dates: ScheduledDates): ScheduledDates {
  return Object.fromEntries(Object.entries(dates).toSorted(([, a], [, b]) => a - b));
}

/** Writes the manifest in pieces, with a line feed at the end. */
export function writeManifest(content: ManifestContent, programVersion: string): Generator<string> {
  const { type, title, key, site, seed, rows, combined, footer, keep, columns, page, images } = content;
  const { pages, skipped, gate, parts } = content;
  const {
    selectors,
    featured_images,
    scheduled_dates,
    places_version,
    places,
    formed_links,
    problem_count,
    problems,
  } = content;
  return writeJson({
    version: MANIFEST_VERSION,
    generator: `Geoloom ${programVersion}`,
    type,
    title,
    key,
    site,
    seed,
    rows,
    combined,
    footer,
    keep,
    columns,
    page,
    images,
    pages,
    skipped,
    gate,
    parts,
    selectors,
    featured_images,
    scheduled_dates: scheduled_dates && sortDates(scheduled_dates),
    places_version,
    places,
    formed_links,
    problem_count,
    problems,
  });
}
