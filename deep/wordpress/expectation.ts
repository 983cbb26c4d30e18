/** Expected page of one row on the site, filled with its cells or with marks. */
import { makeSlug } from './slug.ts';
import type { Row } from './sheet.ts';
import { type Place, spell, spellPhone } from './spelling.ts';

/** One page as import.sh compares it (EXPECT_ROWS); metas: null = there must be none of this key. */
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

/** A page of the export other than the pattern: it is included unchanged. */
export type OtherPage = Pick<ExpectedPage, 'slug' | 'path' | 'title' | 'content' | 'meta'>;

/** A shortcode as WordPress passes it to its plugin. */
export interface Shortcode {
  tag: string;
  attributes: Record<string, string>;
}

/** Fills the places of one page. */
export interface Filler {
  /** The cell of a column, encoded for its place. */
  put: (column: string, place: Place) => string;
  slug: (column: string) => string;
  phone: (column: string) => string;
  /** A cell outside of quotes, unchanged. */
  bare: (column: string) => string;
}

/** A seed with all of its places written by hand. */
export interface KnownSeed {
  /** Columns in the slug, which is too short for a long cell. */
  slugColumns: readonly string[];
  /** Columns of places that accept only some texts, such as a number in a script. */
  simpleColumns: readonly string[];
  /** The expected content has all encoded values, not only its structure. */
  isSpelled: boolean;
  /** The export names an image that has to be fetched. */
  hasMedia: boolean;
  otherPages: readonly OtherPage[];
  expectPage: (filler: Filler) => ExpectedPage;
  /** Shortcodes of the seed itself: a cell must not add one. */
  expectShortcodes: (filler: Filler) => Shortcode[];
}

/** Fills with the cells of a row, each encoded for its place. */
export function fillWithCells(row: Row): Filler {
  return {
    put: (column, place) => spell(getCell(row, column), place),
    slug: (column) => makeSlug(getCell(row, column)),
    phone: (column) => spellPhone(getCell(row, column)),
    bare: (column) => getCell(row, column),
  };
}

/** A harmless word in place of a cell; it is the same in every encoding. */
export interface Mark {
  word: string;
  cell: string;
}

/** Fills with marks in the places of text: readers then find only the structure of the page. */
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
