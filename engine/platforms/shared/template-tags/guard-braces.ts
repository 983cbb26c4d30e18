/** Encodes or rejects braces of values in texts that a template language reads. */
import type { Encoder } from '../../../text/encoder.ts';
import { encodeAll } from '../../../encoding/encoders.ts';
import { htmlEncoders } from '../../../encoding/html/encode-html.ts';
import { urlEncoders } from '../../../encoding/url/encode-url.ts';
import { hublEncoders } from './encode-hubl.ts';

/**
 * Place of a value: outside of tags it can't start one, in a tag it can't end it, and after a tag that is
 * never closed it can't close that tag or a string in it.
 */
export type TagPlace = 'outside' | 'inside' | 'unclosed';

const UNSAFE: Record<TagPlace, readonly string[]> = {
  outside: ['{'],
  inside: ['{', '}'],
  unclosed: ['{', '}', '"', "'", '\\'],
};
const REJECTING: Record<TagPlace, Encoder> = {
  outside: hublEncoders['hubl-plain'],
  inside: hublEncoders['hubl-none'],
  unclosed: hublEncoders['hubl-open'],
};

/** Finds the encoder for the braces in what this one writes. */
function findGuard(encoder: Encoder, place: TagPlace): Encoder | undefined {
  const suffix = place === 'inside' ? '-inside' : '';
  if (encoder.escape === 'reference')
    return place === 'unclosed' ? hublEncoders['hubl-html-open'] : hublEncoders[`hubl-html${suffix}`];
  if (place === 'unclosed') return undefined;
  if (encoder.escape === 'script') return hublEncoders[`hubl-string${suffix}`];
  return encoder.escape === 'css' ? hublEncoders[`hubl-css${suffix}`] : undefined;
}

function hasUnsafe(encoders: readonly Encoder[], place: TagPlace): boolean {
  return UNSAFE[place].some((character) => {
    const encoded = encodeAll(character, encoders);
    return typeof encoded === 'string' && encoded.includes(character);
  });
}

/**
 * The same stack without raw braces; a stack without them is unchanged. The outermost guard sees
 * the output of all inner layers: `{"` is `{%22` after Divi's encoding.
 */
export function guardBraces(encoders: readonly Encoder[], place: TagPlace): Encoder[] {
  if (!hasUnsafe(encoders, place)) return [...encoders];
  for (const [at, encoder] of [...encoders.entries()].toReversed()) {
    const guard = findGuard(encoder, place);
    if (guard) return [...encoders.slice(0, at + 1), guard, ...encoders.slice(at + 1)];
  }
  return [...encoders, REJECTING[place]];
}

/** Encodes for a URL, but not for all of its characters. */
export function isUrl(encoder: Encoder | undefined): boolean {
  return encoder?.place === 'address' && encoder !== urlEncoders.tel && encoder !== urlEncoders.percent;
}

/** Encodes for an attribute in quotes. */
export function isAttribute(encoder: Encoder | undefined): boolean {
  return encoder === htmlEncoders['attr"'] || encoder === htmlEncoders["attr'"];
}
