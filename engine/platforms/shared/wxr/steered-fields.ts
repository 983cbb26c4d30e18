/** Fields of a WXR item that columns of the sheet set. */
import type { SteeringColumn } from '../../../render/page-setting.ts';
import type { XmlElement } from '../../../text/xml-outline.ts';

/** The meta of an SEO plugin that keeps a page out of search results. */
export interface NoindexMeta {
  key: string;
  write(isOn: boolean): string;
}

/** Settings of the seed that are written for each row, for the pattern. */
export interface SteeredSettings {
  /** Checks if a setting of the seed is written for each row. */
  sets(column: SteeringColumn): boolean;
  setsMeta(key: string): boolean;
  setsTerm(element: XmlElement): boolean;
  readonly setsMetas: boolean;
  readonly setsTerms: boolean;
}

/** Fields of an item that columns set, by the name of the element. */
export const STEERED_FIELDS: ReadonlyMap<string, SteeringColumn> = new Map([
  ['wp:status', 'page_status'],
  ['wp:post_parent', 'page_parent'],
  ['dc:creator', 'page_author'],
  ['wp:menu_order', 'page_order'],
]);

const TERMS = 'names or slugs of at most 200 characters, separated by commas or |';
/** Columns that set the terms of an item. */
export const TERM_COLUMNS = {
  page_categories: { field: 'category (domain category)', accepts: TERMS },
  page_tags: { field: 'category (domain post_tag)', accepts: TERMS },
};

/** Status that the pages of a seed have, if it isn’t one of a page. */
export function toPageStatus(status: string): string {
  if (status === 'future') return 'publish';
  return ['', 'auto-draft', 'trash'].includes(status) ? 'draft' : status;
}
