/**
 * HubL, HubSpot's language of templates: `{{`, `{%` and `{#` are evaluated wherever they stand, so no value
 * may bring a brace. Each of these encoders goes right around the one of the text that the value is in.
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

/** The same stack with no way for a brace; those that let none pass stay as they are. */
export function withoutHubl(encoders: readonly string[]): string[] {
  const [innermost = '', ...outer] = encoders;
  const added = HTML.has(innermost)
    ? ['hubl-html']
    : STRING.has(innermost)
      ? ['hubl-string']
      : CSS.has(innermost)
        ? ['hubl-css']
        : [];
  return encoders.length === 0 ? [] : [innermost, ...added, ...outer];
}
