/**
 * Predicts the slugs that WordPress' sanitize_title() makes of a sheet. As in the product, any-ascii first converts
 * letters of all scripts to ASCII. A tag or a character reference in a cell is plain text, so its letters are part of
 * the slug.
 */
import anyAscii from 'any-ascii';

export function makeSlug(text: string): string {
  return anyAscii(text)
    .toLowerCase()
    .replace(/[./]/g, '-')
    .replace(/[^a-z0-9 _\t\n-]/g, '')
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '');
}
