/**
 * Finds names in brackets that were never filled: `[geo_city]` in any text or attribute, as it is or in
 * whatever other programs write for it.
 */
import { type UndoSigns, readBase64, undoOnce } from './undo-layers.ts';

/** Maximum number of nested encodings. */
const MAX_LAYERS = 5;
/** Maximum length of an encoded name, in UTF-16 units. */
const MAX_ENCODED_UNITS = 400;
/** Maximum length of a name and its filter after a plain bracket, in UTF-16 units. */
const MAX_NAME_UNITS = 160;
const NAME =
  '[\\p{L}_](?:[\\p{L}\\p{M}\\p{N}_ .-]|%[\\dA-Fa-f]{2}|&(?:#\\w{2,7}|\\w{4,6});|(?<!\\\\)\\\\+u[\\dA-Fa-f]{4}){0,80}?';
const FILTER = '(?:\\s*\\|[^[\\]<>\\n]{0,120}?)?';
const RAW = new RegExp(`\\[(${NAME})${FILTER}\\]`, 'uy');
/** A marker of a condition, a list, variants or neighbors; `<![if …]>` and `<!--[if …]>` are of conditional comments. */
const MARKER = /(?<!(?:<|&lt;)!(?:--)?)\[\s*(\/?)\s*(if|elseif|spin|for|nearby)\b[^[\]]{0,1000}\]/iuy;
/** At the beginning of a text that was encoded. */
const UNDONE = new RegExp(`^\\[(\\[?)(${NAME})${FILTER}\\](\\]?)`, 'u');
/**
 * Encodings by their first character: forms of an opening bracket (or of the first character of another
 * encoding) and of a closing one. A run of backslashes is tried once, not at each of them.
 */
const ENCODED: readonly { sign: string; opening: RegExp; closing: RegExp }[] = [
  { sign: '%', opening: /%(?:25)*(?:5[bBcC]|91|26|60)/uy, closing: /%(?:25)*(?:5[dD]|93)/uy },
  {
    sign: '&',
    opening:
      /&(?:amp;)*(?:#0*(?:91|37|92|96);|#[xX]0*(?:5[bB]|25|5[cC]|60);|l(?:brack|sqb);|percnt;|bsol;|grave;)/uy,
    closing: /&(?:amp;)*(?:#0*93|#[xX]0*5[dD]|r(?:brack|sqb));/uy,
  },
  {
    sign: '\\',
    opening: /(?<!\\)\\+(?:u00(?:5[bBcC]|2[56]|60)|x(?:5[bBcC]|2[56]|60)|0{0,4}5[bB](?![\dA-Fa-f]))/uy,
    closing: /\\(?:u005[dD]|x5[dD])/uy,
  },
  { sign: '`', opening: /`\{`/uy, closing: /`\}/uy },
];

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

/** True if the name was encoded. */
export function isEncodedName(found: string): boolean {
  return found.startsWith('~');
}

function decodeName(name: string): string {
  let text = name;
  for (let layer = 0; layer < MAX_LAYERS && /[%\\&]/u.test(text); layer += 1) text = undoOnce(text);
  return text.trim();
}

/** The name that a text begins with once its layers are undone; empty for the escape of a shortcode. */
function readEncoded(window: string, undoSigns: UndoSigns | undefined): string | undefined {
  let text = window;
  for (let layer = 0; layer < MAX_LAYERS; layer += 1) {
    const undone = undoOnce(text, undoSigns);
    if (undone === text) return undefined;
    text = undone;
    const match = UNDONE.exec(text);
    if (match) return match[1] !== '' && match[3] !== '' ? '' : decodeName(match[2] ?? '');
  }
  return undefined;
}

/** First characters of a name, and the slash of a closing marker. */
const MAY_FOLLOW = /[A-Za-z_/\u0080-\uffff]/;

/** Name of a marker among the placeholders: `[if …]`, `[/if]`. */
function nameMarker(slash: string, word: string): string {
  return slash === '' ? `[${word.toLowerCase()} …]` : `[/${word.toLowerCase()}]`;
}

function findRaw(text: string, found: (text: string) => void): void {
  for (let at = text.indexOf('['); at >= 0; at = text.indexOf('[', at + 1)) {
    // Nearly all are brackets of JSON: asked here, a page takes a tenth of the time.
    if (!MAY_FOLLOW.test(text[at + 1] ?? '')) continue;
    RAW.lastIndex = at;
    const match = RAW.exec(text);
    if (match === null) {
      MARKER.lastIndex = at;
      const [, slash, word = ''] = MARKER.exec(text) ?? [];
      if (slash !== undefined) found(nameMarker(slash, word));
      continue;
    }
    const [whole, name = ''] = match;
    // [[name]] is WordPress' way to show a shortcode instead of running it
    const isEscaped = text[at - 1] === '[' && text[at + whole.length] === ']';
    if (!isEscaped) found(`[${decodeName(name)}]`);
    at += whole.length - 1;
  }
}

/** The bracket as it is that one which is encoded may close; -1 where another one is between them. */
function findOpening(text: string, closing: number): number {
  const from = Math.max(0, closing - MAX_NAME_UNITS);
  const before = text.slice(from, closing);
  const at = before.lastIndexOf('[');
  return at < 0 || before.lastIndexOf(']') > at ? -1 : from + at;
}

/** Lists possible starts of names with encoded brackets, unsorted and with duplicates. */
function findEncodedBeginnings(text: string): number[] {
  const found: number[] = [];
  for (const { sign, opening, closing } of ENCODED) {
    let from = 0;
    for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) {
      if (at >= from && isAt(text, opening, at)) {
        found.push(at);
        from = opening.lastIndex;
      }
      if (!isAt(text, closing, at)) continue;
      const begin = findOpening(text, at);
      if (begin !== -1) found.push(begin);
    }
  }
  return found;
}

function isAt(text: string, pattern: RegExp, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

function findEncoded(text: string, found: (text: string) => void, undoSigns?: UndoSigns): void {
  const beginnings = findEncodedBeginnings(text);
  if (beginnings.length === 0) return;
  let isEscaped = false;
  for (const index of new Set(beginnings.toSorted((a, b) => a - b))) {
    const name = readEncoded(text.slice(index, index + MAX_ENCODED_UNITS), undoSigns);
    if (name !== undefined && name !== '' && !isEscaped) found(`~[${name}]`);
    // the second bracket of an escape doesn't begin a name
    isEscaped = name === '';
  }
}

/**
 * Names in brackets, each as `[name]`, or `~[name]` if it was encoded.
 * @param found called for each; the same one may come several times
 * @param undoSigns decodes the platform's signs for brackets
 */
export function findBracketed(text: string, found: (text: string) => void, undoSigns?: UndoSigns): void {
  findAtDepth(text, found, { undoSigns, depth: 0 });
}

interface DepthOptions {
  undoSigns: UndoSigns | undefined;
  depth: number;
}

function findAtDepth(text: string, found: (text: string) => void, options: DepthOptions): void {
  const { undoSigns, depth } = options;
  if (text.includes('[')) findRaw(text, found);
  findEncoded(text, found, undoSigns);
  if (depth >= MAX_LAYERS) return;
  const foundEncoded = (name: string) => found(isEncodedName(name) ? name : `~${name}`);
  for (const decoded of readBase64(text)) findAtDepth(decoded, foundEncoded, { undoSigns, depth: depth + 1 });
}
