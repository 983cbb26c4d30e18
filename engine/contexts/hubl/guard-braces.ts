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
 * Where a value is: outside of tags it may not start one, in a tag it may not end it, and after a tag that is
 * never closed it may not close that one or a string of it.
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
 * The same stack that lets no brace pass; a stack that lets none pass stays as it is. The outermost guard sees
 * what all inner layers have written: `{"` is `{%22` after the encoding of Divi.
 */
export function guardBraces(encoders: readonly string[], place: TagPlace): string[] {
  if (!leaks(encoders, place)) return [...encoders];
  const at = encoders.findLastIndex((encoder) => findGuard(encoder, place) !== undefined);
  if (at < 0) return [...encoders, REJECTING[place]];
  const guard = findGuard(encoders[at] ?? '', place) ?? '';
  return [...encoders.slice(0, at + 1), guard, ...encoders.slice(at + 1)];
}
