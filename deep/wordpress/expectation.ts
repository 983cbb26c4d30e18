/** What one row must become on the site, and the hand that fills it in: with cells or with mere marks. */
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
  /** Title of the picture that stands for the page. */
  thumbnail?: string;
}

/** A page of the export that is no pattern: it comes along as it is. */
export type OtherPage = Pick<ExpectedPage, 'slug' | 'path' | 'title' | 'content' | 'meta'>;

/** A shortcode as WordPress hands it to its plugin. */
export interface Shortcode {
  tag: string;
  attributes: Record<string, string>;
}

/** Fills the places of one page. */
export interface Filler {
  /** The cell of a column, spelled for the place where it goes. */
  put: (column: string, place: Place) => string;
  slug: (column: string) => string;
  phone: (column: string) => string;
  /** A cell that stands outside quotes, as it is. */
  bare: (column: string) => string;
}

/** A seed of which every place is known, written down by hand. */
export interface KnownSeed {
  /** Columns that are part of the slug: a long cell would be too much there. */
  slugColumns: readonly string[];
  /** Columns of places that cannot hold any text, such as a number in a script. */
  simpleColumns: readonly string[];
  /** Every spelling of the content is written down, not its shape alone. */
  isSpelled: boolean;
  /** The export names a picture that has to be fetched. */
  hasMedia: boolean;
  otherPages: readonly OtherPage[];
  expectPage: (filler: Filler) => ExpectedPage;
  /** The shortcodes that the seed itself runs: a cell may not add one. */
  expectShortcodes: (filler: Filler) => Shortcode[];
}

/** Fills with the cells of a row, each spelled for its place. */
export function fillWithCells(row: Row): Filler {
  return {
    put: (column, place) => spell(cellOf(row, column), place),
    slug: (column) => makeSlug(cellOf(row, column)),
    phone: (column) => spellPhone(cellOf(row, column)),
    bare: (column) => cellOf(row, column),
  };
}

/** A harmless word that stands for a cell; it reads the same in every place. */
export interface Mark {
  word: string;
  cell: string;
}

/** Fills with marks in the places of text: what a reader finds around them is the page's shape alone. */
export function fillWithMarks(row: Row): { filler: Filler; marks: Mark[] } {
  const marks: Mark[] = [];
  const put = (column: string): string => {
    const cell = cellOf(row, column);
    if (cell === '') return '';
    const word = `qx${marks.length}xq`;
    marks.push({ word, cell });
    return word;
  };
  return { filler: { ...fillWithCells(row), put }, marks };
}

function cellOf(row: Row, column: string): string {
  const cell = row[column];
  if (cell === undefined) throw new Error(`the sheet has no column ${column}`);
  return cell;
}
