/**
 * Strings of PHP-serialized values. They need no escapes, but the importer rewrites every text that
 * reads like an object's head inside a serialized value, without counting its length again: the
 * value is then lost (official importer, `maybe_unserialize()` of class-wp-import.php).
 */
import { type Unencodable, defineEncoders } from '../../../text/encoder.ts';

const OBJECT_HEAD = /O:\d+:"[^"]+":/g;
/** What the importer makes of each head; one that is this already does no harm. */
const HARMLESS = 'O:8:"stdClass":';

function encodeString(value: string): string | Unencodable {
  if ((value.match(OBJECT_HEAD) ?? []).every((head) => head === HARMLESS)) return value;
  return {
    code: 'object-in-serialized',
    reason:
      'reads like a PHP object inside serialized data; the importer would change it and lose the whole value',
  };
}

export const phpEncoders = defineEncoders({
  php: { label: 'PHP-serialized string', encode: encodeString },
});
