/** Audit result of one generated WXR. */
import type { AuditedPart } from '../../../verify/platform-audit.ts';

/** Facts of an item that are reported once for all items, not one by one. */
export const ITEM_FLAG = {
  /** Without a title: the importer mistakes any page of the same second and type for it. */
  untitled: 1 << 0,
  /** Has `wp:comment`s. */
  comments: 1 << 1,
  /** Has metas that belong to the page it was copied from: `_edit_lock`, `_elementor_css` … */
  ownMetas: 1 << 2,
  /** Has metas other than `_edit_last`, `_edit_lock` and the two that describe a media file. */
  metas: 1 << 3,
  /** The importer skips this item; the reason is in the problems. */
  refused: 1 << 4,
  /** Draft, pending: WordPress doesn't make the slug unique. */
  draft: 1 << 5,
  /** The importer drops it silently. */
  autoDraft: 1 << 6,
  /** Without content and excerpt. */
  textless: 1 << 7,
  /** Its content is empty; it may have an excerpt. */
  contentless: 1 << 8,
} as const;

/** Numbers of an item and how they are stored: 100,000 pages have to fit into memory. */
export const ITEM_NUMBERS = {
  line: Uint32Array,
  /** `wp:post_id`, 0 without one. */
  id: Float64Array,
  /** Index into `types`. */
  type: Uint16Array,
  parent: Float64Array,
  /** Hash of `wp:status`. */
  status: Float64Array,
  /** Hash of the names of its leaves, in their order. */
  shape: Float64Array,
  /** Hash of the shape of the scripts and styles in its content. */
  code: Uint32Array,
  /** The same of the strings in Elementor's data. */
  dataCode: Uint32Array,
  /** Number of its `wp:postmeta`. */
  metas: Uint32Array,
  /** `_thumbnail_id`, 0 without one. */
  thumbnail: Float64Array,
  /** Hash of the title as the database compares titles. */
  title: Float64Array,
  /** Hash of the title that the importer searches for, without a level of backslashes. */
  searchTitle: Float64Array,
  /** Seconds since 1970 of `wp:post_date`; `ANY_DATE` when empty, NaN where no date can equal it. */
  date: Float64Array,
  /** Hash of the guid, 0 when empty. */
  guid: Float64Array,
  flags: Uint16Array,
} as const;

export type ItemNumber = keyof typeof ITEM_NUMBERS;

/** One entry per item, in the order of the file. */
export type PartItems = { [Name in ItemNumber]: InstanceType<(typeof ITEM_NUMBERS)[Name]> } & {
  /** The `wp:post_name`s, separated by U+0000, which XML doesn’t allow. */
  slugs: string;
};

/** A term defined in the channel. */
export interface PartTerm {
  taxonomy: string;
  slug: string;
  /** Slug of its parent; empty without one. */
  parent: string;
  line: number;
}

/** A term that items name, and the line of the first that does. */
export type NamedTerm = Omit<PartTerm, 'parent'>;

export interface PartAudit extends AuditedPart {
  /** Items other than media, menu items and the like; includes stubs. */
  pages: number;
  items: PartItems;
  types: string[];
  terms: PartTerm[];
  namedTerms: NamedTerm[];
  /** Attachments with the index of their item. */
  media: { item: number; url: string }[];
  /** URLs in the content of the last page: pages of one seed show the same images. */
  pictures: string[];
  /** Index of that page; −1 without one. */
  picturesItem: number;
  /** Bracketed texts that look like a placeholder, without their filters: `[geo_city]`, `~[geo_city]` encoded. */
  texts: string[];
  /** Names of the leaves that contain them. */
  fields: string[];
  /**
   * Their positions, four numbers each: item index (−1: outside of items), index into `texts`, line,
   * index into `fields`. The same text is reported once an item.
   */
  textUses: Int32Array;
}
