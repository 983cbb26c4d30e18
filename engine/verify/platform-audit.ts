/**
 * Types and rules that all platforms share: the audit of one part, compact enough for 100,000 pages and plain
 * enough to send from a worker, and the verdict.
 */
import type { Problem } from '../problem.ts';
import type { OnPage } from './audited-page.ts';
import type { SeedFlaws } from './seed-flaws.ts';

/** A problem in a verdict. */
export interface AuditProblem extends Problem {
  /** The text without the name of the item, if it begins with one. */
  detail?: string;
}

/** A problem of one item; `item` is its index in the part, `quote` the start of the value it is about. */
export interface PartProblem extends AuditProblem {
  item?: number;
  quote?: string;
  /** Template tags of the text; only in a part that is built from the pattern. */
  shape?: string;
  /** The seed may have it. */
  isExcusable?: true;
}

/** Removes the properties that only the audit of a part needs. */
export function toAuditProblem({
  item: _item,
  quote: _quote,
  shape: _shape,
  isExcusable: _isExcusable,
  ...problem
}: PartProblem): AuditProblem {
  return problem;
}

export interface AuditedPart {
  format: string;
  file: string;
  bytes: number;
  /** Maximum size of the part; null for no limit. */
  limitBytes: number | null;
  /** Records that become pages; short forms of records of another part may be among them. */
  pages: number;
  /** One entry a record, in the order of the file. */
  items: { line: Uint32Array };
  problems: PartProblem[];
}

export interface PartAuditOptions {
  /** Name of the file as the user knows it. */
  file: string;
  /** Bytes that the file may have; no limit when left out. */
  limitBytes?: number | null;
  /** `YYYY-MM-DD HH:MM:SS` in UTC; without it no date is in the future. */
  now?: string;
  /** Flaws that every page has because the seed has them. */
  flaws?: SeedFlaws;
  /** The pages are built from the seed to find its flaws, so the shapes of their tags are reported. */
  isPattern?: boolean;
  /** Names from the root to a record, on a platform where they vary: `response/item`. */
  recordPath?: string | undefined;
  /** Gets each page as it ends, to measure it. */
  onPage?: OnPage | undefined;
}

export interface PartAuditor<Part extends AuditedPart = AuditedPart> {
  /** The next bytes, cut anywhere. */
  push(bytes: Uint8Array): void;
  end(): Part;
}

/** Checks written files as the importer of one platform would. */
export interface PlatformAudit<Part extends AuditedPart = AuditedPart> {
  /** @returns an auditor; what its `end` gives is plain and can be sent between threads */
  create(options: PartAuditOptions): PartAuditor<Part>;
  check(parts: readonly Part[], expectation?: Expectation): Verdict;
}

/** Expected contents of generated parts. Without it, a file is an export of another tool. */
export interface Expectation {
  /** Pages made from rows, all of which must import. */
  pages: number;
  /** Bytes that a part may have; null: no limit. */
  limitBytes?: number | null;
  /** The seed's placeholders (`[geo_city]`, `[Geo City | upper]`): none of them may be left. */
  placeholders?: readonly string[];
  /** Names of all columns and derived columns, which may not be in the pages, except those in `kept`. */
  columns?: readonly string[];
  /** Bracketed names that are part of the pages; with this list any other one is a fault. */
  kept?: readonly string[];
  /**
   * By the record's number: texts of the row itself that look like a placeholder, like JSON or like PHP's
   * serialized form. They aren't faults.
   */
  expectedTexts?: Readonly<Record<number, readonly string[]>>;
  /** Names of the leaves that rows fill (`content`, `wp:status`): all others are the same on every page. */
  varied?: readonly string[];
  /** Rows choose the author of their page. */
  choosesAuthor?: boolean;
  /** Names of the leaves in which the seed has a text of its own: no row can empty them. */
  written?: readonly string[];
  /**
   * Texts of the seed with scripts or styles, by leaf, with `0` for each value: one for each choice of the constructs
   * in it, none if there are too many.
   */
  seedTexts?: Readonly<Record<string, readonly string[]>>;
  /** Ids of the records that are copied unchanged (parents, media): they don't count as pages. */
  statics?: readonly number[];
  /** Ids of the copied records with a new date: the importer creates them, also on the seed's own site. */
  moved?: readonly number[];
  /** Terms of the export: a part must define each that its records name, with its ancestors. */
  terms?: readonly { taxonomy: string; slug: string; parent: string }[];
  /** The files are for the site that the seed came from, which has the accompanying records. */
  isSeedSite?: boolean;
  /** Ids of media; each page must have one of them as its featured image. */
  featured?: readonly number[];
  /** Texts of the fields that rows set, by page number and field. */
  settings?: Readonly<Record<number, Readonly<Record<string, string>>>>;
  /** Parts repeat pages of other parts for their children. */
  repeatsPages?: boolean;
}

/** A record that the importer skips. */
export interface SkippedItem {
  file: string;
  line: number;
  id: number;
  type: string;
  slug: string;
  /** Code and text of the problem for which the importer skips it. */
  code: string;
  text: string;
}

export interface Verdict {
  /** True without faults, and with as many pages as expected. */
  ok: boolean;
  /** Pages that import. */
  pages: number;
  /** Number of imported records by type, without stubs. */
  imported: Record<string, number>;
  stubs: number;
  /** Stubs of pages. */
  stubPages?: number;
  skipped: SkippedItem[];
  problems: AuditProblem[];
}

/** Sorts faults first. */
export function createVerdict(result: Omit<Verdict, 'ok'>): Verdict {
  const faults = result.problems.filter(({ severity }) => severity === 'fault');
  const others = result.problems.filter(({ severity }) => severity !== 'fault');
  return { ...result, ok: faults.length === 0, problems: [...faults, ...others] };
}

/** Checks the size of a file against the limit of the expectation, else of the part. */
export function checkSize(part: AuditedPart, expectation: Expectation | undefined): Problem[] {
  const limit = expectation?.limitBytes === undefined ? part.limitBytes : expectation.limitBytes;
  if (limit === null || part.bytes <= limit) return [];
  const text = `The file has ${part.bytes} bytes, but at most ${limit} are allowed; split it into more parts.`;
  return [{ code: 'part-large', severity: 'fault', text, file: part.file }];
}

/** Checks that all expected pages import. */
export function checkCount(pages: number, expectation: Expectation | undefined): Problem[] {
  if (expectation === undefined || pages === expectation.pages) return [];
  const text = `${pages} of ${expectation.pages} pages ready to import.`;
  return [{ code: 'pages-missing', severity: 'fault', text }];
}
