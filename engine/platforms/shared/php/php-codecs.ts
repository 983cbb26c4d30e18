/** Syntax of PHP in texts: serialized values, and code, which takes no values. */
import type { Codecs, ServerCode } from '../../../encoding/codecs.ts';
import { scanPhpString } from './scan-php.ts';

const PHP_KEY = /(?:^|[_-])php(?:$|[_-])|Php(?:Code)?$/;
const PHP = /<\?(?:php\b|=)/i;

export const phpCode: ServerCode = {
  test: (text, key) => PHP.test(text) || PHP_KEY.test(key),
  refusal: {
    code: 'placeholder-php',
    reason: 'is in PHP code, where a cell would run as part of the program. Remove it from the code.',
  },
};

/** For platforms whose exports contain the data of PHP programs. */
export const phpCodecs: Pick<Codecs, 'scanString' | 'serverCode'> = {
  scanString: scanPhpString,
  serverCode: phpCode,
};
