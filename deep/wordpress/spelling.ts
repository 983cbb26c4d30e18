/**
 * Encodes a cell for each place of a page, by the rules of HTML, JSON, CSS, URLs and WordPress' blocks, without any
 * code of the engine: two implementations have to produce the same text. Where the rules leave a choice (which
 * escape, upper or lower case) it is the product's; check-reading.ts checks that the result reads as the cell.
 */

/** A place in the page, with its own encoding of a cell. */
export type Place =
  | 'text' // HTML between tags
  | 'attribute' // HTML, between double quotes
  | 'short' // title, excerpt, strings of a builder: HTML that holds no tag of its own
  | 'block' // a string in the JSON of a block's comment; the string itself is short HTML
  | 'script' // a string literal in <script>, JSON-LD included
  | 'query' // one value of an address, in an attribute
  | 'css' // a string in CSS
  | 'plain'; // no markup at all: metas, serialized and JSON values

/** Encodes each `&` of the cell: `&amp;` in a cell must be read as `&amp;`, not as `&`. */
function spellText(cell: string): string {
  return spellAngles(cell.replaceAll('&', '&amp;'));
}

/** Encodes `[` too: WordPress runs shortcodes over finished HTML, so a cell could become one. */
function spellAngles(cell: string): string {
  return cell.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('[', '&#91;');
}

/**
 * A reference, or the beginning of one together with the text after the cell. Titles are shown as they are stored,
 * so any other `&` is left. Of the names that HTML reads without `;`, only those of the sheets are listed.
 */
const REFERENCE = /&(?=#\d|#x[\da-f]|[a-z][a-z\d]*;|amp|lt|gt|quot|copy|[#a-z\d]*$)/gi;

function spellShort(cell: string): string {
  return spellAngles(cell.replace(REFERENCE, '&amp;'));
}

const JSON_LETTERS: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeJson(letter: string): string {
  return JSON_LETTERS[letter] ?? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`;
}

/** Encodes as WordPress' own serialize_block_attributes() does; a `-` at an end may be next to another one. */
function spellBlock(cell: string): string {
  return spellShort(cell)
    .replace(/["&<>\\\n\r\t]/g, (letter) => escapeJson(letter).toLowerCase())
    .replace(/^-|-$|-(?=-)|(?<=-)-/g, '\\u002d');
}

/** Encodes for JavaScript in quotes of any kind and for JSON, without ending the script. */
function spellScript(cell: string): string {
  return cell.replace(/['"`$%&<>[\]|\\\n\r\t\u007f\u2028\u2029]/g, escapeJson);
}

function spellCss(cell: string): string {
  return cell.replace(/["\\<>[|\n\r]/g, (letter) => `\\${letter.charCodeAt(0).toString(16).toUpperCase()} `);
}

const SPELLINGS: Record<Place, (cell: string) => string> = {
  text: spellText,
  attribute: (cell) => spellText(cell).replaceAll('"', '&quot;'),
  short: spellShort,
  block: spellBlock,
  script: spellScript,
  query: encodeURIComponent,
  css: spellCss,
  plain: (cell) => cell,
};

/** Encodes `cell` for `place`, as it must be in the file. */
export function spell(cell: string, place: Place): string {
  return SPELLINGS[place](cell);
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
      // oxlint-disable-next-line no-control-regex -- they are what is looked for
      .replace(/[\u0000-\u0008\u000e-\u001f\ufffe\uffff]/g, '')
  );
}

/** Encodes for a tel: URL: digits with a plus before them. */
export function spellPhone(cell: string): string {
  return (/^\D*\+/.test(cell) ? '+' : '') + cell.replace(/\D/g, '');
}
