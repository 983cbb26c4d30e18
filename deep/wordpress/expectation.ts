/** Expected page of a row, filled with its cells or with marks. */
import { makeSlug } from './slug.ts';
import type { Row } from './sheet.ts';
import { type Place, encode, encodePhone } from './encoding.ts';

/** A page as import.sh compares it (EXPECT_ROWS); a meta of null must not exist. */
export interface ExpectedPage {
  slug: string;
  path: string;
  title: string;
  excerpt: string;
  status: string;
  menu_order: number;
  content: string;
  meta: Record<string, unknown>;
  /** Title of the featured image. */
  thumbnail?: string;
}

/** Another page of the export than the seed, which is included unchanged. */
export type OtherPage = Pick<ExpectedPage, 'slug' | 'path' | 'title' | 'content' | 'meta'>;

/** A shortcode as WordPress passes it to its plugin. */
export interface Shortcode {
  tag: string;
  attributes: Record<string, string>;
}

/** Fills the placeholders of a page. */
export interface Filler {
  /** The cell of a column, encoded for its place. */
  put: (column: string, place: Place) => string;
  slug: (column: string) => string;
  phone: (column: string) => string;
  /** A cell outside of quotes, not encoded. */
  bare: (column: string) => string;
}

/** A seed with handwritten expectations for all of its placeholders. */
export interface KnownSeed {
  /** Columns in the slug, which has no space for a long cell. */
  slugColumns: readonly string[];
  /** Columns of placeholders that accept only some texts, such as a number in a script. */
  simpleColumns: readonly string[];
  /** The expected content includes the encoded values, not only the structure. */
  hasExactContent: boolean;
  /** The export names an image that has to be fetched. */
  hasMedia: boolean;
  otherPages: readonly OtherPage[];
  expectPage: (filler: Filler) => ExpectedPage;
  /** Shortcodes of the seed; a cell must not add one. */
  expectShortcodes: (filler: Filler) => Shortcode[];
}

/** Fills with the cells of a row, each encoded for its place. */
export function fillWithCells(row: Row): Filler {
  return {
    put: (column, place) => encode(getCell(row, column), place),
    slug: (column) => makeSlug(getCell(row, column)),
    phone: (column) => encodePhone(getCell(row, column)),
    bare: (column) => getCell(row, column),
  };
}

/** A harmless word in place of a cell, the same in every encoding. */
export interface Mark {
  word: string;
  cell: string;
}

/** Fills text placeholders with marks, which parsers report with the structure of the page. */
export function fillWithMarks(row: Row): { filler: Filler; marks: Mark[] } {
  const marks: Mark[] = [];
  const put = (column: string): string => {
    const cell = getCell(row, column);
    if (cell === '') return '';
    const word = `qx${marks.length}xq`;
    marks.push({ word, cell });
    return word;
  };
  return { filler: { ...fillWithCells(row), put }, marks };
}

function getCell(row: Row, column: string): string {
  const cell = row[column];
  if (cell === undefined) throw new Error(`the sheet has no column ${column}`);
  return cell;
}
