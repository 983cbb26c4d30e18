/** Recognizes PHP code, in which no value can be. */
import type { ServerCode } from '../../../encoding/codecs.ts';

const PHP_KEY = /(?:^|[_-])php(?:$|[_-])|Php(?:Code)?$/;
const PHP = /<\?(?:php\b|=)/i;

export const phpCode: ServerCode = {
  test: (text, key) => PHP.test(text) || PHP_KEY.test(key),
  refusal: {
    code: 'placeholder-php',
    reason: 'is in PHP code, where a cell would run as part of the program. Remove it from the code.',
  },
};
