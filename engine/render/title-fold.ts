/**
 * Titles as a database compares them: without case, accents and ß/ss (seen with MariaDB's default
 * collation). Folding more than it does is safe: it only moves a page by a second.
 */
import anyAscii from 'any-ascii';

/** The letters a–z and digits that are left of a title; an empty text where nothing of these is. */
export function foldTitle(title: string): string {
  return anyAscii(title.replaceAll(/[\u{10000}-\u{10ffff}]/gu, ''))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}
