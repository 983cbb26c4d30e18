/**
 * Strings of PHP-serialized values. They don't need escapes, but the importer rewrites every text that looks like
 * the head of an object in a serialized value without updating its length, and the value is then dropped (official
 * importer, `maybe_unserialize()` of class-wp-import.php).
 */
import { type Unencodable, defineEncoders } from '../../../text/encoder.ts';

const OBJECT_HEAD = /O:\d+:"[^"]+":/g;
/** The importer's replacement for each head. */
const HARMLESS = 'O:8:"stdClass":';

function encodeString(value: string): string | Unencodable {
  if ((value.match(OBJECT_HEAD) ?? []).every((head) => head === HARMLESS)) return value;
  return {
    code: 'object-in-serialized',
    reason:
      'looks like a PHP object inside serialized data; the importer would change it and drop the whole value',
  };
}

export const phpEncoders = defineEncoders({
  php: { label: 'PHP-serialized string', encode: encodeString },
});
