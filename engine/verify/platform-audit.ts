/**
 * What the audit of a platform is, and the shapes that are the same for all: what one written part holds,
 * compact enough to be kept for 100,000 pages and plain enough to be sent from a worker, and the verdict.
 */
import type { Problem } from '../problem.ts';
import type { SeedFlaws } from './seed-flaws.ts';

/** A problem of one item; `item` is its index in the part, `quote` the start of the value it is about. */
export interface PartProblem extends Problem {
  item?: number;
  quote?: string;
  /** Only in a part that is made of the pattern: the template tags of the text. */
  shape?: string;
}

export interface AuditedPart {
  format: string;
  file: string;
  bytes: number;
  /** What the caller said a part may be; null when nothing was said. */
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
  /** `YYYY-MM-DD HH:MM:SS` in UTC; without it no date counts as lying in the future. */
  now?: string;
  /** Flaws that every page has because the seed has them. */
  flaws?: SeedFlaws;
  /** The pages are made of the seed to learn its flaws from them, so the shapes of their tags are reported. */
  isPattern?: boolean;
  /** Names from the root to a record, where a platform has no fixed ones: `response/item`. */
  recordPath?: string | undefined;
}

export interface PartAuditor<Part extends AuditedPart = AuditedPart> {
  /** The next bytes, cut anywhere. */
  push(bytes: Uint8Array): void;
  end(): Part;
}

/** Judges written files as the importer of one platform would. */
export interface PlatformAudit<Part extends AuditedPart = AuditedPart> {
  /** @returns an auditor; what its `end` gives is plain and can be sent between threads */
  create(options: PartAuditOptions): PartAuditor<Part>;
  judge(parts: readonly Part[], expectation?: Expectation): Verdict;
}

/** What the caller knows about parts that were written for it. Without it a file is somebody else's. */
export interface Expectation {
  /** Pages that must land, made from rows. */
  pages: number;
  /** Bytes that a part may have; null: no limit. */
  limitBytes?: number | null;
  /** The seed's placeholders (`[geo_city]`, `[Geo City | upper]`): none of them may be left. */
  placeholders?: readonly string[];
  /** Names of all columns and derived columns: none of them may be left either, unless it is kept. */
  columns?: readonly string[];
  /** Bracketed texts that stay, as far as they are names; with this list any other one is a fault. */
  kept?: readonly string[];
  /**
   * By the record's number: texts of the row itself that look like a placeholder, like JSON or like PHP's
   * serialized form. They are no faults.
   */
  expectedTexts?: Readonly<Record<number, readonly string[]>>;
  /** Names of the leaves that rows fill (`content`, `wp:status`): all others are the same on every page. */
  varied?: readonly string[];
  /** Rows choose the author of their page. */
  choosesAuthor?: boolean;
  /** Names of the leaves in which the seed has a text of its own: no row can empty them. */
  written?: readonly string[];
  /** Texts of the seed that hold scripts or styles, by leaf, with `0` for each value. */
  seedTexts?: Readonly<Record<string, string>>;
  /** Numbers of the records that go along unchanged (parents, media): they are not counted as pages. */
  statics?: readonly number[];
  /** Numbers of those that were dated anew: the importer creates them, also on the site of the seed. */
  moved?: readonly number[];
  /** Terms of the export: a part must carry each that its records name, with its ancestors. */
  terms?: readonly { taxonomy: string; slug: string; parent: string }[];
  /** The files are for the site that the seed came from, which has the accompanying records. */
  isSeedSite?: boolean;
  /** Numbers of the media of which each page must have one as its featured image. */
  featured?: readonly number[];
}

export interface SkippedItem {
  file: string;
  line: number;
  id: number;
  type: string;
  slug: string;
  /** Code and text of the problem that keeps it out. */
  code: string;
  text: string;
}

export interface Verdict {
  /** No fault, and as many pages as expected. */
  ok: boolean;
  /** Pages that land. */
  pages: number;
  /** Everything that lands, by type. Stubs are not among it. */
  landing: Record<string, number>;
  stubs: number;
  skipped: SkippedItem[];
  problems: Problem[];
}
