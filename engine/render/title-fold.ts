/**
 * Titles as a database compares them: without case, accents and ß/ss (seen with MariaDB's default
 * collation). Folding more than it does is safe: it only moves a page by a second.
 */
import anyAscii from 'any-ascii';

/** Reduces a title to the letters a–z and digits; the result may be empty. */
export function foldTitle(title: string): string {
  return anyAscii(title.replaceAll(/[\u{10000}-\u{10ffff}]/gu, ''))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}
