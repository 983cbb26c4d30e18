/**
 * What WordPress' sanitize_title() makes of a text, so that the slugs of a sheet can be told beforehand.
 * any-ascii stands before it, as in the product: letters of all scripts become ASCII ones. A tag or a
 * reference in a cell is text like any other, so its letters stay, as they do where WordPress makes a slug
 * from a title that shows them.
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
