/**
 * Types of a Webflow collection's fields. The export names no types, so a column has the first type of this
 * list that all its values in the other items have; without such a type it is text, plain or rich.
 */
import type { Piece } from '../../encoding/piece.ts';
import type { Scan } from '../../encoding/scan.ts';
import { scanUrl } from '../../encoding/url/scan-url.ts';
import { shiftPieces } from '../../encoding/piece.ts';

export interface ColumnType {
  name: string;
  /** A value as Webflow exports it. */
  recognize: RegExp;
  /** A value that Webflow imports, if more are accepted than recognized. A row with another one is skipped. */
  accept?: RegExp;
  /** Ends the message about a skipped row: "Price has to be …". Without it, values aren't checked. */
  expected?: string;
  /** A cell holds several values with this between them. */
  separator?: ';';
  /** Finds the placeholders of a cell and encodes their values; as text if omitted. */
  scan?: (text: string, scan: Scan) => Piece[];
  /** Notice for the user, because only Webflow knows the type. `needsPlaceholder`: only for columns with placeholders. */
  notice?: { code: string; needsPlaceholder?: true; describe: (columns: string) => string };
}

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)+$/;
const URL_TEXT = /^https?:\/\/[^\s"<>]+$/i;
const EMAIL = /^[^\s@<>,;:]+@[^\s@<>,;.]+(?:\.[^\s@<>,;.]+)+$/;
const DATE_TEXT =
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{2} \d{4} \d{2}:\d{2}:\d{2} GMT[+-]\d{4}(?: \(.+\))?$|^\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?$/;

/** Percent-encodes values in each URL of a list. */
function scanUrls(text: string, scan: Scan): Piece[] {
  return [...text.matchAll(/[^;\s][^;]*/g)].flatMap(({ 0: url, index }) =>
    shiftPieces(scanUrl(url, scan), index),
  );
}

const COLUMN_TYPES: readonly ColumnType[] = [
  { name: 'switch', recognize: /^(?:true|false)$/i, expected: 'true or false' },
  {
    name: 'number',
    // a text field may contain digits only, so other values aren't refused
    recognize: /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/,
    notice: {
      code: 'number-expected',
      needsPlaceholder: true,
      describe: (columns) =>
        `The other items in the export have only numbers in ${columns}. If this is a Number field, Webflow accepts nothing else: fill it with numbers without separators, such as 8980 or 1.8.`,
    },
  },
  {
    name: 'date',
    recognize: DATE_TEXT,
    accept: new RegExp(String.raw`${DATE_TEXT.source}|^\d{1,2}\/\d{1,2}\/\d{4}$`),
    expected: 'a date, such as 2026-11-28',
  },
  {
    name: 'color',
    recognize: /^(?:hsla?\([\d.,%\s]+\)|rgba?\([\d.,%\s]+\)|#(?:[0-9a-f]{3}){1,2}(?:[0-9a-f]{2})?)$/i,
    accept: /^(?:(?:hsl|rgb)a?\([\d.,%\s]+\)|#(?:[0-9a-f]{3}){1,2}(?:[0-9a-f]{2})?|[a-z]+)$/i,
    expected: 'a color, such as #1a2b3c',
  },
  { name: 'email', recognize: EMAIL, expected: 'an email address, such as info@example.com' },
  // images, files, videos and links; several with the separator: a multi-image
  {
    name: 'link',
    recognize: URL_TEXT,
    expected: 'a URL that begins with https:// or http://',
    separator: ';',
    scan: scanUrls,
  },
  {
    name: 'reference',
    recognize: SLUG,
    separator: ';',
    notice: {
      code: 'reference-needed',
      describe: (columns) =>
        `${columns} may refer to items of other collections. Create these items before the import: Webflow doesn’t create them.`,
    },
  },
];

/** Divides a cell into its values, without empty ones. */
function splitValues(text: string, separator: string | undefined): string[] {
  const values = separator === undefined ? [text] : text.split(separator);
  return values.map((value) => value.trim()).filter((value) => value !== '');
}

/** @param cells texts of a column without placeholders */
export function findColumnType(cells: readonly string[]): ColumnType | undefined {
  return COLUMN_TYPES.find(({ recognize, separator }) => {
    const values = cells.flatMap((cell) => splitValues(cell, separator));
    return values.length > 0 && values.every((value) => recognize.test(value));
  });
}

/** @returns the first value that Webflow would refuse */
export function findInvalidValue(type: ColumnType, text: string): string | undefined {
  const { expected, accept = type.recognize, separator } = type;
  if (expected === undefined) return undefined;
  return splitValues(text, separator).find((value) => !accept.test(value));
}
