/** Recognizes PHP code, in which no value can be. */
const PHP_KEY = /(?:^|[_-])php(?:$|[_-])|Php(?:Code)?$/;
const PHP = /<\?(?:php\b|=)/i;

export function isServerCode(text: string, key: string): boolean {
  return PHP.test(text) || PHP_KEY.test(key);
}
