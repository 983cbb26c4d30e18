/** A WXR as a seed: RSS whose items have the fields and metas of an export. */
import type { Seed } from '../../../render/seed.ts';
import type { XmlElement } from '../../../text/xml-outline.ts';

export interface SeedField {
  element: XmlElement;
  /** Decoded text. */
  text: string;
}

export interface SeedMeta {
  element: XmlElement;
  key: SeedField;
  value: SeedField;
}

/** One `<item>` of a WXR. */
export interface SeedItem {
  element: XmlElement;
  /** By tag name as written; the first of each. */
  fields: ReadonlyMap<string, SeedField>;
  metas: readonly SeedMeta[];
  /** 0 if the item has none. */
  id: number;
  parent: number;
  type: string;
  title: string;
}

export interface WxrSeed extends Seed {
  channel: XmlElement;
  items: readonly SeedItem[];
  /** URL of the site, without a slash at its end; empty if the export doesn't name it. */
  baseUrl: string;
  /** `pubDate` of the channel as written. */
  exportDate: string;
}

/** Text of an item's field without white space around it; empty if the item doesn't have the field. */
export function readText({ fields }: Pick<SeedItem, 'fields'>, name: string): string {
  return fields.get(name)?.text.trim() ?? '';
}
