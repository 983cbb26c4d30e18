/**
 * HTML text, attributes, comments and short HTML. `[` is always a reference, so that a
 * cell can never become a shortcode.
 */
import sanitizeHtml from 'sanitize-html';
import { type Encoder, defineEncoders } from '../../text/encoder.ts';

const REFERENCES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
  '[': '&#91;',
  ']': '&#93;',
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
  ' ': '&#32;',
  '/': '&#47;',
  '=': '&#61;',
  '`': '&#96;',
  '%': '&#37;',
  '-': '&#45;',
  $: '&#36;',
  '{': '&#123;',
  '}': '&#125;',
  '\\': '&#92;',
  '\u00a0': '&#160;',
  '\u200b': '&#8203;',
};

/** Creates an encoder that writes each match of `pattern` (global) as a character reference. */
export function createReferenceEncoder(pattern: RegExp): (value: string) => string {
  return (value) => value.replaceAll(pattern, (found) => REFERENCES[found] ?? found);
}

const encodeText = createReferenceEncoder(/[&<>[\r]/g);

/** Named references that HTML reads without their `;` (WHATWG, "Named character references"). */
const LEGACY_NAMES =
  'AElig|AMP|Aacute|Acirc|Agrave|Aring|Atilde|Auml|COPY|Ccedil|ETH|Eacute|Ecirc|Egrave|Euml|GT|Iacute|Icirc|Igrave|Iuml|LT|Ntilde|Oacute|Ocirc|Ograve|Oslash|Otilde|Ouml|QUOT|REG|THORN|Uacute|Ucirc|Ugrave|Uuml|Yacute|aacute|acirc|acute|aelig|agrave|amp|aring|atilde|auml|brvbar|ccedil|cedil|cent|copy|curren|deg|divide|eacute|ecirc|egrave|eth|euml|frac12|frac14|frac34|gt|iacute|icirc|iexcl|igrave|iquest|iuml|laquo|lt|macr|micro|middot|nbsp|not|ntilde|oacute|ocirc|ograve|ordf|ordm|oslash|otilde|ouml|para|plusmn|pound|quot|raquo|reg|sect|shy|sup1|sup2|sup3|szlig|thorn|times|uacute|ucirc|ugrave|uml|uuml|yacute|yen|yuml';
/** An `&` that begins a reference, or could do so with the text after the value. */
const REFERENCE_START = new RegExp(
  `&(?=#[0-9]|#[xX][0-9a-fA-F]|[A-Za-z][A-Za-z0-9]*;|(?:${LEGACY_NAMES})|[#A-Za-z0-9]*$)`,
  'g',
);

function encodeShort(value: string): string {
  return value
    .replaceAll(REFERENCE_START, '&amp;')
    .replaceAll(/[<>[\r]/g, (found) => REFERENCES[found] ?? found);
}

/** Keeps a comment free of `--`, of a `-` at its end, and of `>` and `->` at its beginning. */
function encodeComment(value: string): string {
  return value
    .replaceAll(/[&<>[]/g, (found) => REFERENCES[found] ?? found)
    .replaceAll(/^-|-$|-(?=-)|(?<=-)-/g, '&#45;');
}

const SANITIZE: sanitizeHtml.IOptions = {
  allowedTags: [...sanitizeHtml.defaults.allowedTags, 'img', 'details', 'summary'],
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
    '*': ['class', 'id', 'lang', 'dir'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  disallowedTagsMode: 'discard',
};

/** Drops characters that XML forbids, which references of the markup can stand for: `&#12;`, half a surrogate pair. */
function dropForbidden(text: string): string {
  return text.replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}

/** Removes everything that runs from the markup of a `*_html` column, and writes its brackets as references. */
function sanitizeMarkup(value: string): string {
  return dropForbidden(sanitizeHtml(value, SANITIZE)).replaceAll('[', '&#91;').replaceAll('\r', '&#13;');
}

/** Tags that end a line on the screen, with the spaces after them. */
const LINE_END =
  /<(?:br|hr|\/(?:p|div|li|ul|ol|h[1-6]|t[dhr]|table|blockquote|section|article))(?:\s[^<>]*|\/)?>\s*/gi;

/** Returns the text of a `*_html` value with its lines separated by spaces, for places without markup. */
export function toPlainText(value: string): string {
  const separated = value.replaceAll(LINE_END, (tag) => `${tag.trimEnd()} `);
  const text = sanitizeHtml(separated, { allowedTags: [], allowedAttributes: {} });
  const bare = dropForbidden(separated === value ? text : text.trimEnd());
  return bare.replaceAll(
    /&(amp|lt|gt|quot);/g,
    (_match, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? '',
  );
}

function encodeName(value: string): ReturnType<Encoder['encode']> {
  if (/^[A-Za-z0-9:_-]*$/.test(value)) return value;
  return {
    code: 'value-no-name',
    reason: 'is in the name of an attribute, where only letters, digits, "-", "_" and ":" are allowed',
  };
}

/** Letters could make another tag (`<s[x]>` a script) or an attribute that runs its value. */
function encodeNumberOfName(value: string): ReturnType<Encoder['encode']> {
  if (/^[0-9]+$/.test(value)) return value;
  return {
    code: 'value-no-name',
    reason:
      'is in the name of a tag, or of an attribute whose value a row fills too, where only digits are allowed',
  };
}

export const htmlEncoders = defineEncoders({
  html: { escape: 'reference', place: 'html', label: 'HTML text', encode: encodeText },
  'html-sanitized': {
    escape: 'reference',
    place: 'html',
    label: 'HTML text, markup kept',
    encode: sanitizeMarkup,
    keepsMarkup: true,
  },
  short: { escape: 'reference', place: 'html', label: 'short HTML', encode: encodeShort },
  'attr"': {
    escape: 'reference',
    place: 'attribute',
    label: 'HTML attribute',
    encode: createReferenceEncoder(/[&<>"[\r]/g),
  },
  "attr'": {
    escape: 'reference',
    place: 'attribute',
    label: 'HTML attribute',
    encode: createReferenceEncoder(/[&<>'[\r]/g),
  },
  // template languages use the marks `{{`, `${`, `<%`
  template: {
    label: 'template in a script',
    encode: createReferenceEncoder(/[&<>"'[\]\r\n\t =/\\\u00a0\u200b`${}]/g),
  },
  // text that contains tags, as in a `<textarea>`
  'raw-text': {
    escape: 'reference',
    place: 'html',
    label: 'HTML text',
    encode: createReferenceEncoder(/[&<>"'[\]\r\n\t =/\\\u00a0\u200b]/g),
  },
  comment: {
    escape: 'reference',
    place: 'code',
    label: 'HTML comment',
    encode: encodeComment,
  },
  name: { label: 'name of an attribute', encode: encodeName },
  'name-number': {
    label: 'number in the name of a tag or attribute',
    encode: encodeNumberOfName,
  },
});
