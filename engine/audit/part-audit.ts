/**
 * The shapes of the audit: what one written part holds, compact enough to be kept for 100,000 pages
 * and plain enough to be sent from a worker, and the verdict over all parts.
 */
import type { Problem } from '../problem.ts';

/** A problem of one item; `item` is its index in the part, `quote` the start of the value it is about. */
export interface PartProblem extends Problem {
  item?: number;
  quote?: string;
}

/** Facts of an item that are told once for all items, not one by one. */
export const ITEM_FLAG = {
  /** No title: the importer takes any page of the same second and type for it. */
  untitled: 1 << 0,
  /** Has `wp:comment`s. */
  comments: 1 << 1,
  /** Carries metas that belong to the page it was copied from: `_edit_lock`, `_elementor_css` … */
  ownMetas: 1 << 2,
  /** Carries metas besides `_edit_last`, `_edit_lock` and the two that describe a media file. */
  metas: 1 << 3,
  /** The importer stops at this item by itself: the reason stands among the problems. */
  refused: 1 << 4,
  /** Draft, pending: WordPress does not make the slug unique. */
  draft: 1 << 5,
  /** The importer drops it without a word. */
  autoDraft: 1 << 6,
  /** Neither content nor excerpt. */
  textless: 1 << 7,
} as const;

/** One entry an item, in the order of the file. */
export interface PartItems {
  line: Uint32Array;
  /** `wp:post_id`, 0 where there is none. */
  id: Float64Array;
  /** Index into `types`. */
  type: Uint16Array;
  parent: Float64Array;
  /** `_thumbnail_id`, 0 where there is none. */
  thumbnail: Float64Array;
  /** Hash of the title as the database compares titles. */
  title: Float64Array;
  /** Hash of the title that the importer looks for: backslashes are lost on the way. */
  soughtTitle: Float64Array;
  /** Seconds since 1970 of `wp:post_date`; `ANY_DATE` when empty, NaN where no date can equal it. */
  date: Float64Array;
  /** Hash of the guid, 0 when empty. */
  guid: Float64Array;
  flags: Uint16Array;
  /** The `wp:post_name`s, separated by U+0000, which XML cannot hold. */
  slugs: string;
}

export interface PartAudit {
  file: string;
  bytes: number;
  /** What the caller said a part may be; null when nothing was said. */
  limitBytes: number | null;
  /** Items that are neither media nor menu items nor other by-records; stubs are among them. */
  pages: number;
  items: PartItems;
  types: string[];
  /** Bracketed texts that look like a placeholder, without their filters: `[geo_city]`, `~[geo_city]` encoded. */
  texts: string[];
  /** Names of the leaves that hold them. */
  fields: string[];
  /**
   * Where they stand, four numbers each: item index (−1: outside of items), index into `texts`, line,
   * index into `fields`. The same text is told once an item.
   */
  textUses: Int32Array;
  problems: PartProblem[];
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
   * By `wp:post_id`: texts of the row itself that look like a placeholder, like JSON or like PHP's
   * serialized form. They are no faults.
   */
  expectedTexts?: Readonly<Record<number, readonly string[]>>;
  /** `wp:post_id`s of the records that go along unchanged (parents, media): they are not counted as pages. */
  statics?: readonly number[];
}

export interface NotLanding {
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
  /** Everything that lands, by post type. Stubs are not among it. */
  landing: Record<string, number>;
  stubs: number;
  notLanding: NotLanding[];
  problems: Problem[];
}
