/**
 * Decodes a text: percent signs, references of HTML, escapes of scripts, JSON and
 * style sheets, base64, and signs of the audited platform. It shares nothing with the contexts that wrote
 * them.
 */

/** Decodes the signs that a platform writes for brackets; any other text is unchanged. */
export type UndoSigns = (text: string) => string;

const REFERENCES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  lbrack: '[',
  lsqb: '[',
  rbrack: ']',
  rsqb: ']',
  lowbar: '_',
  percnt: '%',
  bsol: '\\',
  grave: '`',
  lcub: '{',
  lbrace: '{',
  rcub: '}',
  rbrace: '}',
  num: '#',
  nbsp: '\u00a0',
};
const STEP =
  /(?:%[\dA-Fa-f]{2})+|&(?:#(\d{1,7})|#[xX]([\dA-Fa-f]{1,6})|([A-Za-z]{2,6}));|\\(?:u([\dA-Fa-f]{4})|x([\dA-Fa-f]{2})|(0{0,4}[57][\dA-Fa-f])(?![\dA-Fa-f])\s?|([\\/"'`%&]))|`[{}]`/gu;

const utf8 = new TextDecoder('utf-8', { fatal: true });
const utf8Lenient = new TextDecoder();

function fromPoint(point: number): string {
  return point <= 0x10ffff ? String.fromCodePoint(point) : '';
}

/** `%5B%20` as UTF-8; a run that isn't UTF-8 may be signs of the platform among percent signs. */
function fromPercents(run: string, undoSigns: UndoSigns | undefined): string {
  const bytes = Uint8Array.from(run.slice(1).split('%'), (digits) => Number.parseInt(digits, 16));
  try {
    return utf8.decode(bytes);
  } catch {
    return (undoSigns?.(run) ?? run).replaceAll(/%([0-7][\dA-Fa-f])/gu, (_, digits: string) =>
      fromPoint(Number.parseInt(digits, 16)),
    );
  }
}

/** Undoes one layer at each place. */
export function undoOnce(text: string, undoSigns?: UndoSigns): string {
  return text.replaceAll(STEP, (whole, ...groups: (string | undefined)[]) => {
    const [decimal, hex, name, unit, byte, css, escaped] = groups;
    if (decimal !== undefined) return fromPoint(Number.parseInt(decimal, 10));
    const digits = hex ?? unit ?? byte ?? css;
    if (digits !== undefined) return fromPoint(Number.parseInt(digits, 16));
    if (name !== undefined) return REFERENCES[name] ?? whole;
    if (escaped !== undefined) return escaped;
    if (whole.startsWith('`')) return undoSigns?.(whole) ?? whole;
    return fromPercents(whole, undoSigns);
  });
}

/** Digits of the shortest placeholder, `[phone]`. */
const MIN_DIGITS = 10;
const NONE = 255;
const BACKSLASH = 92;
const SLASH = 47;
const PERCENT = 37;
/** Value of each digit, by byte of UTF-8. A backslash counts as one, because JSON may have written `/` as `\/`. */
const DIGITS = new Uint8Array(256).fill(NONE);
for (const [value, letter] of [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
].entries())
  DIGITS[letter.charCodeAt(0)] = value;
DIGITS[BACKSLASH] = 64;

const encoder = new TextEncoder();
/** UTF-16 units of a text whose bytes fit into the shared buffer. */
const SHARED = 1 << 18;
const shared = new Uint8Array(SHARED * 3);

/** Encodes a text, if short, into the shared buffer, which is valid until the next text. */
function readBytes(text: string): Uint8Array {
  if (text.length > SHARED) return encoder.encode(text);
  return shared.subarray(0, encoder.encodeInto(text, shared).written);
}

/** Reused for each text; words that only look like base64 end after some bytes. */
let scratch = new Uint8Array(1 << 12);

/** Checks one byte of UTF-8 text. @returns the missing bytes of its character after it; -1 if it is invalid */
function followText(byte: number, missing: number): number {
  if (missing > 0) return byte >>> 6 === 2 ? missing - 1 : -1;
  if (byte < 0x80) return byte >= 0x20 || (byte >= 9 && byte <= 13) ? 0 : -1;
  if (byte < 0xc2 || byte > 0xf4) return -1;
  return byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
}

/** Decodes base64 digits; undefined if the result isn't text. */
function decodeBase64(bytes: Uint8Array, from: number, to: number): string | undefined {
  if (scratch.length < to - from) scratch = new Uint8Array((to - from) * 2);
  let length = 0;
  let bits = 0;
  let held = 0;
  let missing = 0;
  for (let at = from; at < to; at += 1) {
    const code = bytes[at] as number;
    if (code === BACKSLASH) continue;
    held = ((held << 6) | (DIGITS[code] as number)) & 0xffffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    const byte = (held >> bits) & 255;
    missing = followText(byte, missing);
    if (missing < 0) return undefined;
    scratch[length++] = byte;
  }
  // the rest of the last group is padding and must be 0
  if (missing > 0 || bits === 6 || (held & ((1 << bits) - 1)) !== 0) return undefined;
  return utf8Lenient.decode(scratch.subarray(0, length));
}

/** JSON writes `/` as `\\/`; any other backslash begins an escape outside the digits. */
function isDigit(bytes: Uint8Array, at: number): boolean {
  const digit = DIGITS[bytes[at] as number] as number;
  return digit < 64 || (digit !== NONE && bytes[at + 1] === SLASH);
}

/** The letters of an escape, by what is before them: `\u0022`, `\x22`, `\n`, `%22`. */
const ESCAPE = /^(?:\\(?:u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|.)|%[\dA-Fa-f]{2})/;

/** Start of the digits after the letters of an escape. */
function skipEscape(bytes: Uint8Array, from: number): number {
  const before = bytes[from - 1];
  if (before !== BACKSLASH && before !== PERCENT) return from;
  const escape = ESCAPE.exec(utf8Lenient.decode(bytes.subarray(from - 1, from + 5)));
  return escape === null ? from : from - 1 + escape[0].length;
}

/** True at `%2B` and `%2F`, which encode the digits `+` and `/`. */
function isSign(bytes: Uint8Array, at: number): boolean {
  return (
    bytes[at] === PERCENT && bytes[at + 1] === 0x32 && /[BbFf]/.test(String.fromCharCode(bytes[at + 2] ?? 0))
  );
}

/** Base64 within percent signs: `PHA%2BSW4`. */
function findPercentBase64(bytes: Uint8Array, found: string[]): void {
  for (let at = bytes.indexOf(PERCENT); at >= 0; at = bytes.indexOf(PERCENT, at + 1)) {
    if (!isSign(bytes, at)) continue;
    let from = at;
    while (from > 0 && isDigit(bytes, from - 1)) from -= 1;
    while (at < bytes.length && (isDigit(bytes, at) || isSign(bytes, at))) at += isSign(bytes, at) ? 3 : 1;
    const digits = undoOnce(utf8Lenient.decode(bytes.subarray(skipEscape(bytes, from), at)));
    const decoded =
      digits.length < MIN_DIGITS ? undefined : decodeBase64(encoder.encode(digits), 0, digits.length);
    if (decoded !== undefined) found.push(decoded);
  }
}

/** Jumps by the minimum length, because most pages are without base64. */
function findBase64(bytes: Uint8Array, found: string[]): void {
  const { length } = bytes;
  let at = MIN_DIGITS - 1;
  while (at < length) {
    const first = at - MIN_DIGITS + 1;
    let back = at;
    // A call for each byte would take twice as long; which escape a backslash begins is asked of the few that are left.
    while (back >= first && (DIGITS[bytes[back] as number] as number) !== NONE) back -= 1;
    if (back < first) {
      back = at;
      while (back >= first && isDigit(bytes, back)) back -= 1;
    }
    if (back >= first) {
      at = back + MIN_DIGITS;
      continue;
    }
    let to = at + 1;
    while (to < length && isDigit(bytes, to)) to += 1;
    const decoded = decodeBase64(bytes, skipEscape(bytes, first), to);
    if (decoded !== undefined) found.push(decoded);
    at = to + MIN_DIGITS;
  }
}

/** The texts that are in another one as base64. */
export function readBase64(text: string): string[] {
  const found: string[] = [];
  if (text.length < MIN_DIGITS) return found;
  const bytes = readBytes(text);
  if (text.includes('%2')) findPercentBase64(bytes, found);
  findBase64(bytes, found);
  return found;
}
