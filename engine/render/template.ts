/**
 * What filling, planning and laying out know of a platform: its format makes one template for a seed and a
 * sheet. Nothing in this room asks which platform it is.
 */
import type { Counted, GuardedText, Piece } from '../encoding/piece.ts';
import type { Problem } from '../problem.ts';
import type { Value } from '../language/value.ts';
import type { PageIdentity, RowValues } from './row-values.ts';

/** A leaf with a limit of its own in the database or the reader of the platform. */
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

/** The record that serves as the pattern, compiled; positions are those of the seed's text. */
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
  /** 0 where records have no number. */
  id: number;
  /** Sorted. */
  pieces: Piece[];
  /** Leaf of each piece, in the same order: for reports. */
  leaves: string[];
  limits: LimitedLeaf[];
  /** Short name of each leaf (`title`, `content`) → its text as a reader gets it: the first of a name. */
  texts: ReadonlyMap<string, GuardedText>;
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
}

/** The same place in the same project gives the same identity in every run. */
export interface PageIdentities {
  /** The same lengths as `of`, without what is expensive. */
  forPlanning(place: PagePlace): PageIdentity;
  of(place: PagePlace): PageIdentity;
}

/** A record of the seed whose slug no page can have. */
export interface SlugHolder {
  title: string;
  type: string;
}

export interface SlugRules {
  /** `path`: a `/` stays between segments. */
  form: 'segment' | 'path';
  bytes: number;
  /** What the platform makes of a slug that it keeps for itself; the same slug where it keeps none. */
  finish(slug: string): string;
  /** By slug: records that go along. */
  carried: ReadonlyMap<string, SlugHolder>;
  /** By slug: records of the seed that are left out. */
  held: ReadonlyMap<string, SlugHolder>;
}

/** Pages of a platform that knows a page by title and second get a second of their own. */
export interface DateRules {
  /** Seconds since 1970, UTC: no page is dated later. */
  base: number;
  /** What static records have taken. */
  occupied: readonly { title: string; second: number }[];
}

/** Why a row cannot become a page of this platform. */
export interface RowFault {
  code: string;
  text: string;
  /** The value that the reason is reported at. */
  value?: Value | undefined;
  /** Name of a leaf where no value is to blame. */
  field?: string;
}

/** The part of a layout that a frame is for; a single file is both. */
export interface PartPosition {
  isFirst: boolean;
  isLast: boolean;
  /** Ids of the rowMedia that the rows of the part name; all of them if omitted. */
  chosen?: ReadonlySet<number>;
}

/** What stands around the records of a part; sizes are known before a byte is written. */
export interface PartFrame {
  /** Before the first record. */
  head: string;
  /** Before each record. */
  gap: string;
  /** Behind the last record. */
  tail: string;
  /** Static records as this part carries them. */
  statics: string[];
  /** Bytes of everything but the pages. */
  bytes: number;
  /** Bytes before each page. */
  gapBytes: number;
}

/** Static records that rows choose by id: a later part carries the short forms of its own rows' alone. */
export interface RowMedia {
  /** Short form by id. */
  stubs: ReadonlyMap<number, string>;
  idsOf(rows: Iterable<number>): ReadonlySet<number>;
}

/** A setting of the importer, and the element or column that it names in these files. */
export interface Selector {
  name: string;
  path: string;
}

/** A file next to the parts with a record for each page, for another importer of the platform. */
export interface ExtraFile {
  /** Ends the names of its files: `plumber-hubdb.csv`. */
  name: string;
  /** Records of one file. */
  recordLimit: number;
  head: string;
  record(values: RowValues, identity: PageIdentity): string;
}

export interface Template {
  format: string;
  /** As people call it. */
  product: string;
  extension: 'xml' | 'csv';
  /** Records that a part may have where the platform sets a limit, whatever a person asks for. */
  recordLimit?: number;
  /** Names from the root to a record, where the platform has no fixed ones. */
  recordPath?: string;
  /** What a person names in the importer; left out where it finds everything by itself. */
  selectors?: readonly Selector[];
  slugs: SlugRules;
  /** Rows choose the author of their page. */
  choosesAuthor?: boolean;
  /** Left out where the platform does not know a page by its date. */
  dates?: DateRules;
  identities: PageIdentities;
  /** Checks the page of a row by the platform's own rules; called once per row. */
  checkRow(values: RowValues): RowFault[];
  frame(part: PartPosition): PartFrame;
  rowMedia?: RowMedia;
  /** Notices that apply only when there is more than one part. */
  splitNotices?: readonly Problem[];
  /** CSV. */
  extra?: ExtraFile;
  /** Ids of the records that go along once for all pages, in the order of the file. */
  statics: readonly number[];
  /** Ids of those that were dated anew: no site has them yet. */
  moved?: readonly number[];
  /** Ids of the further records that the last of several parts carries. */
  copies?: readonly number[];
  /** Terms of the export that a part must carry where its records name them. */
  terms?: readonly { taxonomy: string; slug: string; parent: string }[];
  /** The pages are for the site that the seed came from, which has its records. */
  isSeedSite?: boolean;
  /** Bracketed texts that belong to a static record, such as the tags of a form, by id. */
  ownBrackets?: ReadonlyMap<number, readonly string[]>;
  /** Of the images that pages have in turn as their featured one; left out where the seed or its rows say which. */
  featured?: readonly number[];
  /**
   * Where a record of a part built from this template is in the seed.
   * @param record index among the part's records: static ones first, then pages
   */
  locate(record: number, field: string | undefined): { title: string; start: number };
}
