/** Strings of JSON (RFC 8259): in meta values, with Elementor's slashes, and in block comments. */
import { defineEncoders } from '../../text/encoder.ts';

const SHORT: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
};

function toUnicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function encodeString(value: string): string {
  // oxlint-disable-next-line no-control-regex -- JSON forbids raw control characters
  return value.replaceAll(/["\\\u0000-\u001f]/g, (found) => SHORT[found] ?? toUnicodeEscape(found));
}

/**
 * Encodes like WordPress' `serialize_block_attributes()`, so that the value can't end the comment or be read
 * as markup. A `-` at either end is escaped too, because the seed may have a `-` next to it.
 */
function encodeBlock(value: string): string {
  return value
    .replaceAll(/["<>&\n\r\t\u0000-\u001f]|\\/g, (found) =>
      found === '\\' ? '\\\\' : found === '"' || !SHORT[found] ? toUnicodeEscape(found) : SHORT[found],
    )
    .replaceAll(/^-|-$|-(?=-)|(?<=-)-/g, '\\u002d');
}

export const jsonEncoders = defineEncoders(
  {
    json: { escape: 'script', label: 'JSON string', encode: encodeString },
    'json-slash': {
      escape: 'script',
      label: 'JSON string',
      encode: (value) => encodeString(value).replaceAll('/', '\\/'),
    },
    'json-block': {
      escape: 'script',
      label: "JSON of a block's comment",
      encode: encodeBlock,
    },
  },
  'code',
);
