/**
 * A whole meta value that looks serialized once it is filled is wrapped as a serialized string, as WordPress'
 * `maybe_serialize()` does, so that a cell never becomes an object.
 */
import { type TextGuard, byteLength } from '../../../encoding/piece.ts';
import { phpEncoders } from './encode-php.ts';
import { isSerialized } from './is-serialized.ts';

export const serializedGuard: TextGuard = {
  isRisky: (beginning) => /^\s*(?:[aOsbidEC]:|N;|.?$)/s.test(beginning.slice(0, 40)),
  wrap(text) {
    if (!isSerialized(text)) return undefined;
    const encoded = phpEncoders.php.encode(text);
    return typeof encoded === 'string' ? { open: `s:${byteLength(text)}:"`, close: '";' } : encoded;
  },
};
