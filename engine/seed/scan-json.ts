/**
 * JSON in a meta value, in a block's comment or in a builder's data: finds the strings, hands each
 * on with the key it stands under, and encodes what is filled into it as a JSON string again.
 */
import { type Piece, liftPieces } from './piece.ts';
import { findBracketed } from './placeholder.ts';
import type { Scan } from './scan.ts';
import { decodeMatches } from './source-text.ts';

const STRING = /"((?:[^"\\]|\\.)*)"/gs;
const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|.)/gs;
const SHORT_ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

function decodeEscape(escape: string): string {
  const code = escape[1] ?? '';
  if (code === 'u') return String.fromCharCode(Number.parseInt(escape.slice(2), 16));
  return SHORT_ESCAPES[code] ?? code;
}

export interface JsonString {
  /** Range between the quotes. */
  from: number;
  to: number;
  key: string;
}

export interface JsonOutline {
  strings: JsonString[];
  /** Placeholders outside strings: only numbers, `true`, `false` and `null` may be filled in there. */
  bare: Piece[];
}

/** The text between strings with `0` for each placeholder, so that a parser can judge the rest. */
function neutralise(between: string, scan: Scan): string {
  let neutral = '';
  let copied = 0;
  for (const bracketed of findBracketed(between)) {
    if (bracketed.name === '' || !scan.columns.resolve(bracketed.name)) continue;
    neutral += `${between.slice(copied, bracketed.from)}0`;
    copied = bracketed.to;
  }
  return neutral + between.slice(copied);
}

function isJsonContainer(text: string): boolean {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null;
  } catch {
    return false;
  }
}

/** Strings and bare placeholders of a text that is a JSON object or array; else `undefined`. */
export function outlineJson(text: string, scan: Scan): JsonOutline | undefined {
  if (!/^\s*[[{]/.test(text) || !/[\]}]\s*$/.test(text)) return undefined;
  const strings: JsonString[] = [];
  const between: { from: number; to: number }[] = [];
  let valid = '';
  let last = 0;
  let key = '';
  for (const match of text.matchAll(STRING)) {
    between.push({ from: last, to: match.index });
    valid += `${neutralise(text.slice(last, match.index), scan)}"${match[1]}"`;
    last = match.index + match[0].length;
    const isKey = /^\s*:/.test(text.slice(last, last + 40));
    if (isKey) key = match[1] ?? '';
    strings.push({ from: match.index + 1, to: last - 1, key: isKey ? '' : key });
  }
  between.push({ from: last, to: text.length });
  valid += neutralise(text.slice(last), scan);
  if (!isJsonContainer(valid)) return undefined;
  const bare = between.flatMap(({ from, to }) =>
    scan
      .find(text.slice(from, to), 'literal')
      .map((hole) => ({ ...hole, start: hole.start + from, end: hole.end + from })),
  );
  return { strings, bare };
}

/** Pieces of a JSON text; `scanString` scans one decoded string. */
export function scanJson(
  text: string,
  outline: JsonOutline,
  options: { encoder: string; scanString: (text: string, key: string) => Piece[] },
): Piece[] {
  const pieces: Piece[] = [...outline.bare];
  for (const string of outline.strings) {
    const raw = text.slice(string.from, string.to);
    if (!raw.includes('[') && !/(?:^|\W)s:\d+:/.test(raw)) continue;
    const decoded = decodeMatches(raw, ESCAPE, decodeEscape);
    const inner = options.scanString(decoded.text, string.key);
    pieces.push(
      ...liftPieces(
        inner,
        (from, to) => {
          const range = decoded.range(from, to);
          return { start: range.start + string.from, end: range.end + string.from };
        },
        options.encoder,
      ),
    );
  }
  return pieces.sort((a, b) => a.start - b.start);
}
