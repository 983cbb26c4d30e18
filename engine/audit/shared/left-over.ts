/**
 * Looks for names in brackets that were never filled: `[geo_city]` in any text or attribute, as it is or in
 * whatever other programs write for it.
 */
import { readBase64, undoOnce } from './undo-layers.ts';

/** Rounds of undoing: no builder nests more. */
const MOST_LAYERS = 5;
/** So many characters of a text may be one encoded name. */
const WINDOW = 400;
const NAME =
  '[\\p{L}_](?:[\\p{L}\\p{M}\\p{N}_ .-]|%[\\dA-Fa-f]{2}|&(?:#\\w{2,7}|\\w{4,6});|(?<!\\\\)\\\\+u[\\dA-Fa-f]{4}){0,80}?';
const FILTER = '(?:\\s*\\|[^[\\]<>\\n]{0,120}?)?';
const RAW = new RegExp(`\\[(${NAME})${FILTER}\\]`, 'uy');
/** At the beginning of a text that was encoded. */
const UNDONE = new RegExp(`^\\[(\\[?)(${NAME})${FILTER}\\](\\]?)`, 'u');
/**
 * Where a bracket may begin that is encoded: what stands for the bracket itself, or for the sign that its
 * own encoding begins with. A run of backslashes is tried once, not at each of them.
 */
const ENCODED =
  /\[(?=[^[\]]{0,80}(?:%(?:25)*(?:5[dD]|93)|\\(?:u005[dD]|x5[dD])|&(?:amp;)*(?:#0*93|#[xX]0*5[dD]|r(?:brack|sqb));|`\}))|%(?:25)*(?:5[bBcC]|91|26|60)|&(?:amp;)*(?:#0*(?:91|37|92|96);|#[xX]0*(?:5[bB]|25|5[cC]|60);|l(?:brack|sqb);|percnt;|bsol;|grave;)|(?<!\\)\\+(?:u00(?:5[bBcC]|2[56]|60)|x(?:5[bBcC]|2[56]|60)|0{0,4}5[bB](?![\dA-Fa-f]))|`\{`/gu;

/** Names are matched as columns are: without case, spaces, `_` and `-`. */
export function placeholderKey(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s_\p{Cf}-]+/gu, '');
}

/** `[Geo City | upper]` → `Geo City`, `~[geo_city]` → `geo_city` */
export function bareName(placeholder: string): string {
  return placeholder
    .replace(/^~?\[+/u, '')
    .replace(/[\]|][\s\S]*$/u, '')
    .trim();
}

/** Was the name found behind an encoding? */
export function isEncodedName(found: string): boolean {
  return found.startsWith('~');
}

function decodeName(name: string): string {
  let text = name;
  for (let layer = 0; layer < MOST_LAYERS && /[%\\&]/u.test(text); layer += 1) text = undoOnce(text);
  return text.trim();
}

/** The name that a text begins with once its layers are undone; empty for the escape of a shortcode. */
function readEncoded(window: string): string | undefined {
  let text = window;
  for (let layer = 0; layer < MOST_LAYERS; layer += 1) {
    const undone = undoOnce(text);
    if (undone === text) return undefined;
    text = undone;
    const match = UNDONE.exec(text);
    if (match) return match[1] !== '' && match[3] !== '' ? '' : decodeName(match[2] ?? '');
  }
  return undefined;
}

/** What may stand first in a name. */
const LETTERS = /[A-Za-z_\u0080-\uffff]/;

function findRaw(text: string, found: (text: string) => void): void {
  for (let at = text.indexOf('['); at >= 0; at = text.indexOf('[', at + 1)) {
    // Nearly all are brackets of JSON: asked here, a page takes a tenth of the time.
    if (!LETTERS.test(text[at + 1] ?? '')) continue;
    RAW.lastIndex = at;
    const match = RAW.exec(text);
    if (match === null) continue;
    const [whole, name = ''] = match;
    // [[name]] is WordPress' way to show a shortcode instead of running it
    const isEscaped = text[at - 1] === '[' && text[at + whole.length] === ']';
    if (!isEscaped) found(`[${decodeName(name)}]`);
    at += whole.length - 1;
  }
}

function findEncoded(text: string, found: (text: string) => void): void {
  let isEscaped = false;
  for (const { index } of text.matchAll(ENCODED)) {
    const name = readEncoded(text.slice(index, index + WINDOW));
    if (name !== undefined && name !== '' && !isEscaped) found(`~[${name}]`);
    // the second bracket of an escape is none of its own
    isEscaped = name === '';
  }
}

function mayHoldEncoded(text: string): boolean {
  return text.includes('%') || text.includes('&') || text.includes('\\') || text.includes('`');
}

/**
 * Names in brackets, each as `[name]`, or `~[name]` where it stands behind an encoding.
 * @param found called for each; the same one may come several times
 */
export function findBracketed(text: string, found: (text: string) => void, depth = 0): void {
  if (text.includes('[')) findRaw(text, found);
  if (mayHoldEncoded(text)) findEncoded(text, found);
  if (depth >= MOST_LAYERS) return;
  readBase64(text, (decoded) =>
    findBracketed(decoded, (name) => found(isEncodedName(name) ? name : `~${name}`), depth + 1),
  );
}
