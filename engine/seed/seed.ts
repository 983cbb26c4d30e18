/**
 * A seed as the engine keeps it: its text, and where the pattern's parts stand in it. Everything
 * that is not filled is later copied from the text byte for byte.
 */
import type { Problem } from '../problem.ts';
import type { XmlElement } from '../text/xml-outline.ts';

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
  /** 0 where there is none. */
  id: number;
  parent: number;
  type: string;
  title: string;
}

export interface Seed {
  file: string;
  /** Size of the file. */
  bytes: number;
  platform: 'wordpress';
  /** `WXR 1.2` */
  format: string;
  text: string;
  /** Lines that stood before `text` begins in the file (blank lines before the XML declaration). */
  skippedLines: number;
  channel: XmlElement;
  items: readonly SeedItem[];
  /** Address of the site, without a slash at its end; empty where the export names none. */
  baseUrl: string;
  /** `pubDate` of the channel as written. */
  exportDate: string;
}

/** A seed comes back exactly when no fault is among the problems. */
export interface SeedReading {
  seed?: Seed;
  problems: Problem[];
}

/** Line and column, both from 1, of a position in the seed's text, as the file has them. */
export function placeInSeed(seed: Seed, position: number): { line: number; column: number } {
  let line = 1 + seed.skippedLines;
  let from = 0;
  for (
    let next = seed.text.indexOf('\n');
    next >= 0 && next < position;
    next = seed.text.indexOf('\n', next + 1)
  ) {
    line += 1;
    from = next + 1;
  }
  return { line, column: position - from + 1 };
}
