/** XML text, CDATA sections and attribute values (https://www.w3.org/TR/xml/). */
import { type Unencodable, defineEncoders } from '../../text/encoder.ts';

const TEXT: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
const ATTRIBUTE: Record<string, string> = {
  ...TEXT,
  '"': '&quot;',
  "'": '&#39;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/**
 * Splits `]]>`, and a `]` at the end and a `>` at the beginning, which could form one with the text next to
 * them. A carriage return is written as a reference outside, because a parser would turn it into LF.
 */
function encodeCdata(value: string): string {
  if (!/[\]>\r]/.test(value)) return value;
  return value
    .replaceAll(']]>', ']]]]><![CDATA[>')
    .replace(/^(\]?)>/, '$1]]><![CDATA[>')
    .replace(/\]$/, ']]]><![CDATA[')
    .replaceAll('\r', ']]>&#13;<![CDATA[');
}

function encodeInteger(value: string): string | Unencodable {
  const bare = value.trim();
  if (/^-?\d{1,10}$/.test(bare)) return bare;
  return { code: 'value-no-integer', reason: 'is in a field that accepts only whole numbers' };
}

export const xmlEncoders = defineEncoders({
  integer: { label: 'whole number', encode: encodeInteger },
  cdata: { label: 'CDATA', encode: encodeCdata },
  xml: {
    label: 'XML text',
    encode: (value) => value.replaceAll(/[&<>\r]/g, (found) => TEXT[found] ?? found),
  },
  // for a reader that decodes the parser's text once more
  ampersand: { label: 'text decoded twice', encode: (value) => value.replaceAll('&', '&amp;') },
  'xml-attr': {
    escape: 'reference',
    place: 'attribute',
    label: 'XML attribute',
    encode: (value) => value.replaceAll(/[&<>"'\r\n\t]/g, (found) => ATTRIBUTE[found] ?? found),
  },
});
