/** Keeps the braces of values out of the texts that a template language reads. */
import { encodeAll, encoderNamed } from '../encoders.ts';

const HTML = new Set([
  'html',
  'html-sanitised',
  'short',
  'attr"',
  "attr'",
  'xml-attr',
  'comment',
  'shortcode',
  'divi',
  'wpbakery',
]);
const STRING = new Set(['js', 'js-comment', 'json', 'json-slash', 'json-block']);
const CSS = new Set(['css"', "css'", 'css-text', 'css-url', 'css-comment']);

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
const REJECTING: Record<TagPlace, string> = {
  outside: 'hubl-plain',
  inside: 'hubl-none',
  unclosed: 'hubl-open',
};

/** The encoder that keeps braces out of what this one writes. */
function findGuard(encoder: string, place: TagPlace): string | undefined {
  const suffix = place === 'inside' ? '-inside' : '';
  if (HTML.has(encoder)) return place === 'unclosed' ? 'hubl-html-open' : `hubl-html${suffix}`;
  if (place === 'unclosed') return undefined;
  if (STRING.has(encoder)) return `hubl-string${suffix}`;
  return CSS.has(encoder) ? `hubl-css${suffix}` : undefined;
}

function leaks(encoders: readonly string[], place: TagPlace): boolean {
  const all = encoders.map(encoderNamed);
  return UNSAFE[place].some((character) => {
    const encoded = encodeAll(character, all);
    return typeof encoded === 'string' && encoded.includes(character);
  });
}

/**
 * The same stack without raw braces; a stack without them is unchanged. The outermost guard sees
 * the output of all inner layers: `{"` is `{%22` after Divi's encoding.
 */
export function guardBraces(encoders: readonly string[], place: TagPlace): string[] {
  if (!leaks(encoders, place)) return [...encoders];
  const at = encoders.findLastIndex((encoder) => findGuard(encoder, place) !== undefined);
  if (at < 0) return [...encoders, REJECTING[place]];
  const guard = findGuard(encoders[at] ?? '', place) ?? '';
  return [...encoders.slice(0, at + 1), guard, ...encoders.slice(at + 1)];
}
