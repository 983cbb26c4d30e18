/**
 * HubL, HubSpot's language of templates: `{{`, `{%` and `{#` are evaluated wherever they stand, so no value
 * may bring a brace. Each of these encoders goes right around one that a browser or a program undoes.
 */
import type { Encoder } from '../encoding.ts';

export const hublEncoders: Record<string, Encoder> = {
  'hubl-html': { label: 'HTML without HubL', encode: (value) => value.replaceAll('{', '&#123;') },
  'hubl-string': {
    label: 'string without HubL',
    encode: (value) => value.replaceAll('{', String.raw`\u007b`),
  },
  'hubl-css': { label: 'CSS without HubL', encode: (value) => value.replaceAll('{', String.raw`\7B `) },
};

const HTML = new Set(['html', 'html-sanitised', 'short', 'attr"', "attr'", 'comment', 'shortcode']);
const STRING = new Set(['js', 'js-comment', 'json', 'json-slash', 'json-block']);
const CSS = new Set(['css"', "css'", 'css-text', 'css-url', 'css-comment']);

/** The encoder that keeps a brace out of what this one writes. */
function guardOf(encoder: string): string | undefined {
  if (HTML.has(encoder)) return 'hubl-html';
  if (STRING.has(encoder)) return 'hubl-string';
  return CSS.has(encoder) ? 'hubl-css' : undefined;
}

/**
 * The same stack with no way for a brace; those that let none pass stay as they are. The outermost guard
 * sees what all inner layers have written: `{"` behind the signs of Divi is `{%22`.
 */
export function withoutHubl(encoders: readonly string[]): string[] {
  const at = encoders.findLastIndex((encoder) => guardOf(encoder) !== undefined);
  return encoders.flatMap((encoder, index) => (index === at ? [encoder, guardOf(encoder) ?? ''] : [encoder]));
}
