/**
 * The view of a platform for filling, planning and layout: its format creates one template for a seed and a
 * sheet. Nothing in this folder depends on a particular platform.
 */
import type { Counted, GuardedText, Piece } from '../encoding/piece.ts';
import type { Problem } from '../problem.ts';
import type { PageIdentity, RowValues } from './row-values.ts';
import type { RowFault } from './row-fault.ts';
import type { SteeredRow, Steering } from './steering.ts';

/** A leaf with a length limit in the database or the importer of the platform. */
export interface LimitedLeaf {
  name: string;
  limit: number;
  /** The subject of messages; `The text of <name>` if omitted. */
  label?: string;
  /** Code and reason for skipping a row that leaves it empty. */
  required?: { code: string; reason: string };
  length: Counted;
}

/** Replaces a range of the seed's text. */
export interface SeedEdit {
  start: number;
  end: number;
  text: string;
}

/** Edits that remove the cause of the problem with this code and place. */
export interface SeedFix {
  code: string;
  line: number;
  column: number;
  /** Verb and noun: "Remove noindex". */
  label: string;
  /** "noindex removed". */
  done: string;
  edits: readonly SeedEdit[];
}

/** The compiled record that serves as the pattern; positions refer to the seed’s text. */
export interface Pattern {
  start: number;
  end: number;
  title: string;
  /** The title as its readers get it; omitted if no leaf is the title. */
  titleText?: GuardedText | undefined;
  /** Texts that the importer reads as JSON or serialized data if they begin like it. */
  structuredTexts?: readonly GuardedText[];
  /** `page`, `item`, `node`. */
  type: string;
  /** 0 if records have no number. */
  id: number;
  /** Sorted. */
  pieces: Piece[];
  /** Leaf of each piece, in the same order: for reports. */
  leaves: string[];
  limits: LimitedLeaf[];
  /** Short name of each leaf (`title`, `content`) → its decoded text; the first one of each name. */
  texts: ReadonlyMap<string, GuardedText>;
  /** The decoded text of each leaf; several leaves may have one name. */
  leafTexts: readonly (readonly [leaf: string, text: GuardedText])[];
  problems: Problem[];
  /** Fixes of the problems that an edit of the seed removes. */
  fixes: readonly SeedFix[];
}

export interface PagePlace {
  id: number;
  slug: string;
  rowKey: string;
  /** Seconds since 1970, UTC. */
  date: number;
  steered?: SteeredRow | undefined;
  /** The page’s parent, if the row chooses one; its id is 0 if it isn’t among the planned pages. */
  parent?: { id: number; url: string } | undefined;
}

/** Returns the same identity for the same place of the same project in every run. */
export interface PageIdentities {
  /** Returns an identity with texts as long as those of `of`, without computing the expensive ones. */
  forPlanning(place: PagePlace): PageIdentity;
  of(place: PagePlace): PageIdentity;
}

/** A record of the seed whose slug is reserved. */
export interface SlugHolder {
  title: string;
  type: string;
}

/** A record that the site has if it is the seed's. */
export interface SiteSlugHolder extends SlugHolder {
  /** Effect of its slug on a page with the same one, as the end of a sentence. */
  effect: string;
}

export interface SlugRules {
  /** `path`: preserves a `/` between segments. */
  form: 'segment' | 'path';
  bytes: number;
  /** Returns the platform’s replacement for a reserved slug, or the same slug if it isn’t reserved. */
  finish(slug: string): string;
  /** Static records by slug. */
  carried: ReadonlyMap<string, SlugHolder>;
  /** Dropped records of the seed by slug. */
  held: ReadonlyMap<string, SiteSlugHolder>;
}

/** Dates of pages, for a platform that identifies a page by title and second. */
export interface DateRules {
  /** Latest date of a page, in seconds since 1970, UTC. */
  base: number;
  /** Dates of the static records. */
  occupied: readonly { title: string; second: number }[];
}

/** The part of a layout that a frame is for; a single file is both first and last. */
export interface PartPosition {
  isFirst: boolean;
  isLast: boolean;
  /** Ids of the media that the part’s rows name; all of them if omitted. */
  chosen?: ReadonlySet<number>;
}

/** Bytes around the records of a part; sizes are known before anything is written. */
export interface PartFrame {
  /** Before the first record. */
  head: string;
  /** Before each record. */
  gap: string;
  /** After the last record. */
  tail: string;
  /** Static records as this part contains them. */
  statics: string[];
  /** Bytes of everything but the pages. */
  bytes: number;
  /** Bytes before each page. */
  gapBytes: number;
}

/** Static records that rows choose by id: a later part contains only the short forms that its own rows choose. */
export interface RowMedia {
  /** Short form by id. */
  stubs: ReadonlyMap<number, string>;
  /** @param ancestors rows whose pages are repeated as parents of these, without their metas */
  listIds(rows: Iterable<number>, ancestors: Iterable<number>): ReadonlySet<number>;
}

/** A setting of the importer, and the element or column of these files to enter in it. */
export interface Selector {
  name: string;
  path: string;
}

/** A file next to the parts with a record for each page, for another importer of the platform. */
export interface ExtraFile {
  /** Suffix of its file names: `plumber-hubdb.csv`. */
  name: string;
  /** Maximum records of one file. */
  recordLimit: number;
  head: string;
  record(values: RowValues, identity: PageIdentity): string;
}

export interface Template {
  format: string;
  /** Display name. */
  product: string;
  extension: 'xml' | 'csv';
  /** Maximum records of a part, if the platform sets a limit; it overrides the user’s. */
  recordLimit?: number;
  /** Names from the root to a record, if they differ between files. */
  recordPath?: string;
  /** Settings to enter in the importer; omitted if it detects everything. */
  selectors?: readonly Selector[];
  slugs: SlugRules;
  /** Rows choose the author of their page. */
  choosesAuthor?: boolean;
  /** Texts that the importer takes for empty; only the empty one if left out. */
  isEmptyText?: (text: string) => boolean;
  /** Left out where the platform does not know a page by its date. */
  dates?: DateRules;
  identities: PageIdentities;
  /** Checks the page of a row by the platform's own rules; called once per row. */
  checkRow(values: RowValues): RowFault[];
  /** Omitted if no column of the sheet steers its page. */
  steering?: Steering;
  frame(part: PartPosition): PartFrame;
  rowMedia?: RowMedia;
  /** Notices that apply only when there is more than one part. */
  splitNotices?: readonly Problem[];
  /** Columns of a CSV file. */
  extra?: ExtraFile;
  /** Ids of the static records of all parts, in the order of the file. */
  statics: readonly number[];
  /** Ids of the static records that were redated: no site has them yet. */
  moved?: readonly number[];
  /** Ids of the further records in the last of several parts. */
  copies?: readonly number[];
  /** Terms of the export that a part must contain if its records name them. */
  terms?: readonly { taxonomy: string; slug: string; parent: string }[];
  /** The pages are for the site that the seed came from, which has its records. */
  isSeedSite?: boolean;
  /** Bracketed texts that belong to a static record, such as the tags of a form, by id. */
  ownBrackets?: ReadonlyMap<number, readonly string[]>;
  /** Rotating featured images of pages; omitted if the seed or its rows specify them. */
  featured?: readonly number[];
  /**
   * Finds the place in the seed of a record of a part built from this template.
   * @param record index among the part's records: static ones first, then pages
   */
  locate(record: number, field: string | undefined): { title: string; start: number };
}
