/**
 * A stack of encoders made ready for speed. For each ASCII character the whole stack's result is
 * worked out once; most cells then need no string at all: either nothing in them has to be encoded
 * (one AND of two numbers tells), or their bytes go through a table.
 */
import { ASCII_CLASS, CHAR_CLASS } from '../sheet/char-class.ts';
import type { Encoder, Unencodable } from '../text/encoder.ts';
import { encodeAll } from './encoders.ts';

const utf8 = new TextEncoder();

export interface Context {
  key: string;
  /** Innermost first. */
  encoders: readonly Encoder[];
  labels: string[];
  /** A value is judged as a whole here, an empty one too. */
  isWhole: boolean;
  /** Classes of characters that are not copied as they are. */
  changed: number;
  /** Classes of which some character needs the whole text (or that are not ASCII). */
  whole: number;
  /** Bytes for each ASCII character. */
  bytes: readonly Uint8Array[];
  lengths: Uint8Array;
  encode: (value: string) => string | Unencodable;
  /** The one context in which the markup of a `*_html` column stays. */
  keepsMarkup: boolean;
  /** Only where values are judged as a whole: bytes that are copied all the same. */
  copies: ((bytes: Uint8Array, from: number, to: number) => boolean) | undefined;
}

/** Result for one character, or `undefined` where its neighbours or the whole value decide. */
function encodeAlone(character: string, encoders: readonly Encoder[]): string | undefined {
  let text = character;
  for (const encoder of encoders) {
    if (encoder.isWhole) return undefined;
    for (const dependent of encoder.dependent ?? '') if (text.includes(dependent)) return undefined;
    const encoded = encoder.encode(text);
    if (typeof encoded !== 'string') return undefined;
    text = encoded;
  }
  return text;
}

const cache = new Map<string, Context>();

/** The context of a stack of encoders, innermost first; the same stack gives the same object. */
export function toContext(encoders: readonly Encoder[]): Context {
  const key = encoders.map(({ name }) => name).join(' ');
  let context = cache.get(key);
  if (!context) {
    context = createContext(key, encoders);
    cache.set(key, context);
  }
  return context;
}

function createContext(key: string, encoders: readonly Encoder[]): Context {
  const bytes: Uint8Array[] = [];
  const lengths = new Uint8Array(128);
  let changed: number = 0;
  let whole: number = 0;
  for (let code = 0; code < 128; code += 1) {
    const character = String.fromCharCode(code);
    const encoded = encodeAlone(character, encoders);
    const charClass = ASCII_CLASS[code] ?? 0;
    if (encoded === undefined) whole |= charClass;
    if (encoded !== character) changed |= charClass;
    bytes.push(utf8.encode(encoded ?? character));
    lengths[code] = bytes[code]?.length ?? 1;
  }
  const isWhole = encoders.some((encoder) => encoder.isWhole);
  // characters beyond ASCII: copied where no encoder of the stack touches them
  const probe = 'é\u00a0\u200b\u2028中😀';
  const probed = isWhole ? undefined : encodeAll(probe, encoders);
  if (probed !== probe) {
    changed |= CHAR_CLASS.nonAscii;
    whole |= CHAR_CLASS.nonAscii;
  }
  return {
    key,
    encoders,
    labels: encoders.map((encoder) => encoder.label),
    isWhole,
    changed,
    whole,
    bytes,
    lengths,
    encode: (value) => encodeAll(value, encoders),
    keepsMarkup: encoders[0]?.keepsMarkup ?? false,
    // text that such an encoder copies may begin with a minus, which a comment around it may escape
    copies: encodeAlone('-', encoders.slice(1)) === '-' ? encoders[0]?.copies : undefined,
  };
}
