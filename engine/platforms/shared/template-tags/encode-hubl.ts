/**
 * HubL, HubSpot's template language: `{{`, `{%` and `{#` are evaluated wherever they appear, so a value may not
 * contain one. Guards come right after an encoder that a browser or a program undoes.
 *
 * Facts from Jinjava, HubSpot's open implementation: a string literal ends at its quote, and only `\\`, `\'`,
 * `\"`, `\n`, `\t`, `\b`, `\f` and `\r` are escapes, any other one is an error (`ExtendedScanner.nextString()`);
 * a line break may be in a string as it is. Closers in quotes close nothing (`TokenScanner`), but what an
 * expression prints is rendered once more where it holds `{{` or `{%` (nested interpretation), so a brace may
 * not be in a string either, and HubL has no escape for one.
 */
import { type Encoder, type Unencodable, defineEncoders } from '../../../text/encoder.ts';
import { createReferenceEncoder } from '../../../encoding/html/encode-html.ts';

function reject(pattern: RegExp, code: string, reason: string): Encoder['encode'] {
  return (value): string | Unencodable => (pattern.test(value) ? { code, reason } : value);
}

/** An escape of the quote and the backslash, as HubL, JavaScript and Handlebars read it. */
function escapeQuote(quote: string): Encoder['encode'] {
  const pattern = quote === '"' ? /["\\]/g : /['\\]/g;
  return (value) => value.replaceAll(pattern, String.raw`\$&`);
}

const LINE_ESCAPES: Record<string, string> = { '\n': String.raw`\n`, '\r': String.raw`\r` };

/** A string of JavaScript between these quotes, without raw braces. */
function escapeForScript(quote: string): Encoder['encode'] {
  const pattern = new RegExp(`[${quote}\\\\]`, 'g');
  return (value) =>
    value
      .replaceAll(pattern, String.raw`\$&`)
      .replaceAll(/[{}\u2028\u2029]/g, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .replaceAll(/[\n\r]/g, (found) => LINE_ESCAPES[found] ?? '');
}

function encodeNumber(value: string): string | Unencodable {
  const bare = value.trim();
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(bare)) return bare;
  return {
    code: 'value-no-number',
    reason: 'is outside quotes in a HubL tag, where only a number is allowed',
  };
}

/** For places where a string or a tag could end in more than one way. */
function encodeWord(value: string): string | Unencodable {
  if (/^[\p{L}\p{M}\p{N} .,_-]*$/u.test(value)) return value;
  return {
    code: 'value-not-harmless',
    reason:
      'is in a template tag in a place where only letters, digits, spaces, ".", ",", "-" and "_" are allowed',
  };
}

const BRACE_CODE = 'value-with-brace';

/** An escape of the brace as a script or a style sheet reads it. */
function escapeBraces(pattern: RegExp, before: string, after: string): Encoder['encode'] {
  return (value) => value.replaceAll(pattern, (found) => before + (found === '{' ? '7b' : '7d') + after);
}

const rejectPrinted = reject(
  /[<{}]/,
  BRACE_CODE,
  'is printed into a script by HubL, where it can’t have "<", "{" or "}"',
);

export const hublEncoders = defineEncoders({
  'hubl-html': { place: 'html', label: 'HTML without HubL', encode: createReferenceEncoder(/\{/g) },
  'hubl-html-inside': { place: 'html', label: 'HTML without HubL', encode: createReferenceEncoder(/[{}]/g) },
  'hubl-html-open': {
    place: 'html',
    label: 'HTML without HubL',
    encode: createReferenceEncoder(/[{}"'\\]/g),
  },
  'hubl-string': { label: 'string without HubL', encode: escapeBraces(/\{/g, String.raw`\u00`, '') },
  'hubl-string-inside': { label: 'string without HubL', encode: escapeBraces(/[{}]/g, String.raw`\u00`, '') },
  'hubl-css': { place: 'code', label: 'CSS without HubL', encode: escapeBraces(/\{/g, '\\', ' ') },
  'hubl-css-inside': { place: 'code', label: 'CSS without HubL', encode: escapeBraces(/[{}]/g, '\\', ' ') },
  'hubl-end': {
    label: 'text before a brace',
    encode: reject(/#$/, BRACE_CODE, 'ends in "#" and would end a HubL comment with the "}" after it'),
  },
  'hubl-plain': {
    label: 'text without template tags',
    encode: reject(
      /\{[{%#]/,
      BRACE_CODE,
      'has "{{", "{%" or "{#", which would start a template tag in this text',
    ),
  },
  'hubl-edge': {
    label: 'text next to a brace',
    encode: reject(
      /^(?:[{%#]|$)|\{(?:[{%#]|$)/,
      BRACE_CODE,
      'is next to "{" and would start a template tag with it',
    ),
  },
  'hubl-none': {
    label: 'template tag',
    encode: reject(/[{}]/, BRACE_CODE, 'is in a template tag, where it can’t have "{" or "}"'),
  },
  'hubl-open': {
    label: 'text after an unclosed template tag',
    encode: reject(
      /[{}"'\\]/,
      BRACE_CODE,
      'is after an unclosed template tag, so it can’t have quotes, braces or a backslash',
    ),
  },
  'tag-word': { label: 'words in a template tag', encode: encodeWord },
  'tag-word-full': {
    label: 'words in a template tag',
    encode: (value) => encodeWord(value === '' ? '{' : value),
  },
  'hubl-json': {
    place: 'code',
    label: 'string of HubL that becomes JSON',
    encode: rejectPrinted,
  },
  'hubl-js"': {
    place: 'code',
    label: 'string of HubL that becomes a string of a script',
    encode: rejectPrinted,
  },
  'hubl-js': {
    place: 'code',
    label: 'string of HubL that becomes a string of a script',
    encode: reject(
      /['`$<{}]/,
      BRACE_CODE,
      'is printed into a script by a HubL filter that leaves "\'", "`", "$" and "<" as they are',
    ),
  },
  'hubl-number': { label: 'HubL outside quotes', encode: encodeNumber },
  'hubl"': { label: 'string of HubL', encode: escapeQuote('"') },
  "hubl'": { label: 'string of HubL', encode: escapeQuote("'") },
  'mustache"': { label: 'string of a mustache tag', encode: escapeForScript('"') },
  "mustache'": { label: 'string of a mustache tag', encode: escapeForScript("'") },
  'mustache`': { label: 'string of a mustache tag', encode: escapeForScript('`$') },
  // a browser undoes a reference before Vue or Angular look for tags; they never look across a comment
  'mustache-html': {
    place: 'html',
    label: 'HTML without mustache tags',
    encode: (value) =>
      value.replaceAll(/[{}]/g, (found) => (found === '{' ? '<!-- -->&#123;<!-- -->' : '&#125;')),
  },
});
