/**
 * Predicts the slugs of a sheet as WordPress' sanitize_title() makes them. any-ascii runs first, as in the product:
 * letters of all scripts become ASCII ones. A tag or a reference in a cell is ordinary text, so its letters are
 * included, as in a slug that WordPress makes from a title that shows them.
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
