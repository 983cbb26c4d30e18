/**
 * Encodes a cell for each place of a page, by the rules of HTML, JSON, CSS, URLs and WordPress' blocks, without any
 * code of the engine: two implementations must produce the same text. Optional details (which escape, upper or lower
 * case) follow the product; check-reading.ts checks that the result decodes to the cell.
 */

/** A place in the page, with its own encoding of a cell. */
export type Place =
  | 'text' // HTML between tags
  | 'attribute' // HTML, between double quotes
  | 'short' // title, excerpt, strings of a builder: HTML without tags of its own
  | 'block' // a string in the JSON of a block's comment; the string itself is short HTML
  | 'script' // a string literal in <script>, JSON-LD included
  | 'query' // a query value of a URL, in an attribute
  | 'css' // a string in CSS
  | 'plain'; // no markup: metas, serialized and JSON values

/** Encodes each `&` of the cell: `&amp;` in a cell must be displayed as `&amp;`, not as `&`. */
function encodeText(cell: string): string {
  return encodeAngles(cell.replaceAll('&', '&amp;'));
}

/** Encodes `[` too: WordPress runs shortcodes over finished HTML, so a cell could become one. */
function encodeAngles(cell: string): string {
  return cell.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('[', '&#91;');
}

/**
 * A character reference, or the beginning of one together with the text after the cell. Titles are displayed as stored,
 * so any other `&` stays. Of the names that HTML accepts without `;`, only those in the sheets are listed.
 */
const REFERENCE = /&(?=#\d|#x[\da-f]|[a-z][a-z\d]*;|amp|lt|gt|quot|copy|[#a-z\d]*$)/gi;

function encodeShort(cell: string): string {
  return encodeAngles(cell.replace(REFERENCE, '&amp;'));
}

const JSON_LETTERS: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeJson(letter: string): string {
  return JSON_LETTERS[letter] ?? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`;
}

/** Encodes as WordPress' own serialize_block_attributes() does; a `-` at either end may be next to another one. */
function encodeBlock(cell: string): string {
  return encodeShort(cell)
    .replace(/["&<>\\\n\r\t]/g, (letter) => escapeJson(letter).toLowerCase())
    .replace(/^-|-$|-(?=-)|(?<=-)-/g, '\\u002d');
}

/** Encodes for JavaScript in quotes of any kind and for JSON, without ending the script. */
function encodeScript(cell: string): string {
  return cell.replace(/['"`$%&<>[\]|\\\n\r\t\u007f\u2028\u2029]/g, escapeJson);
}

function encodeCss(cell: string): string {
  return cell.replace(/["\\<>[|\n\r]/g, (letter) => `\\${letter.charCodeAt(0).toString(16).toUpperCase()} `);
}

const ENCODERS: Record<Place, (cell: string) => string> = {
  text: encodeText,
  attribute: (cell) => encodeText(cell).replaceAll('"', '&quot;'),
  short: encodeShort,
  block: encodeBlock,
  script: encodeScript,
  query: encodeURIComponent,
  css: encodeCss,
  plain: (cell) => cell,
};

/** Encodes `cell` for `place`, as it must be in the file. */
export function encode(cell: string, place: Place): string {
  return ENCODERS[place](cell);
}

/** Blanks and zero-width characters, which are trimmed from a cell, unlike joiners and direction marks. */
const EDGES =
  /^[\t-\r \u0085\u00a0\u1680\u180e\u2000-\u200c\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]+|[\t-\r \u0085\u00a0\u1680\u180e\u2000-\u200c\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]+$/g;

/** Cleans a cell as the sheet's reader does: no blanks at the edges, no characters that XML 1.0 forbids. */
export function cleanCell(cell: string): string {
  return (
    cell
      .replace(EDGES, '')
      .replace(/[\v\f]/g, ' ')
      // oxlint-disable-next-line no-control-regex -- removes exactly these
      .replace(/[\u0000-\u0008\u000e-\u001f\ufffe\uffff]/g, '')
  );
}

/** Encodes for a tel: URL: the digits, with a leading plus if there is one. */
export function encodePhone(cell: string): string {
  return (/^\D*\+/.test(cell) ? '+' : '') + cell.replace(/\D/g, '');
}
