/**
 * How a cell must be spelled in each place of a page, written by hand from the rules of HTML, JSON, CSS,
 * addresses and WordPress' blocks. Nothing of the engine is used: two minds have to come to the same text.
 * Where the rules leave a choice (which escape, upper or lower case) this is the product's; that it reads as
 * the cell is not taken on trust, judge-reading.ts sees to it.
 */

/** A place in the page; it decides how a cell is spelled there. */
export type Place =
  | 'text' // HTML between tags
  | 'attribute' // HTML, between double quotes
  | 'short' // title, excerpt, strings of a builder: HTML that holds no tag of its own
  | 'block' // a string in the JSON of a block's comment; the string itself is short HTML
  | 'script' // a string literal in <script>, JSON-LD included
  | 'query' // one value of an address, in an attribute
  | 'css' // a string in CSS
  | 'plain'; // no markup at all: metas, serialized and JSON values

/** Every `&` of the cell is text: `&amp;` in a cell must be read as `&amp;`, not as `&`. */
function spellText(cell: string): string {
  return spellAngles(cell.replaceAll('&', '&amp;'));
}

/** `[` goes too: WordPress runs shortcodes over finished HTML, so a cell could become one. */
function spellAngles(cell: string): string {
  return cell.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('[', '&#91;');
}

/**
 * Titles are shown as they are stored, so a lone `&` stays; one that begins a reference must not, nor one
 * that could begin it together with what stands behind the cell. Of the names that HTML reads without their
 * `;` only those of the sheets are here.
 */
const REFERENCE = /&(?=#\d|#x[\da-f]|[a-z][a-z\d]*;|amp|lt|gt|quot|copy|[#a-z\d]*$)/gi;

function spellShort(cell: string): string {
  return spellAngles(cell.replace(REFERENCE, '&amp;'));
}

const JSON_LETTERS: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeJson(letter: string): string {
  return JSON_LETTERS[letter] ?? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`;
}

/** As WordPress' own serialize_block_attributes() writes it; a `-` at an end may stand beside another one. */
function spellBlock(cell: string): string {
  return spellShort(cell)
    .replace(/["&<>\\\n\r\t]/g, (letter) => escapeJson(letter).toLowerCase())
    .replace(/^-|-$|-(?=-)|(?<=-)-/g, '\\u002d');
}

/** Good as JavaScript between quotes of any kind and as JSON, and never the end of the script. */
function spellScript(cell: string): string {
  return cell.replace(/['"`$%&<>[\]\\\n\r\t\u007f\u2028\u2029]/g, escapeJson);
}

function spellCss(cell: string): string {
  return cell.replace(/["\\<>[\n\r]/g, (letter) => `\\${letter.charCodeAt(0).toString(16).toUpperCase()} `);
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

/** The text that must stand in the file where `cell` goes into `place`. */
export function spell(cell: string, place: Place): string {
  return SPELLINGS[place](cell);
}

/** Blanks and zero-width characters, which a cell loses at its edges; joiners and direction marks stay. */
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

/** A dialling address holds digits and a plus before them. */
export function spellPhone(cell: string): string {
  return (/^\D*\+/.test(cell) ? '+' : '') + cell.replace(/\D/g, '');
}
