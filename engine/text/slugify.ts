/**
 * The single slug function: any-ascii, then the rules of WordPress’s `sanitize_title`, so that importing
 * the result doesn’t change it.
 */
import anyAscii from 'any-ascii';
import { trimEdges } from './trim-edges.ts';

const CANONICAL = /^[a-z0-9_]+(?:-[a-z0-9_]+)*$/;
function slugifySegment(value: string): string {
  return anyAscii(value)
    .toLowerCase()
    .replaceAll('/', '-')
    .replaceAll('.', '-')
    .replaceAll(/[^a-z0-9 _\t\n\r-]/g, '')
    .replaceAll(/\s+/g, '-')
    .replaceAll(/-+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/**
 * Converts a text to a slug. Scheme and host are cut off; `segment` turns `/` into `-`, `path` preserves it
 * between its segments. The result may be empty.
 */
export function slugify(value: string, form: 'segment' | 'path'): string {
  if (CANONICAL.test(value)) return value;
  const local = value.trim().replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i, '');
  // "Ward #2" is a name, not a URL with a fragment
  const isAddress = local !== value.trim() || local.startsWith('/') || !/\s/.test(local);
  const bare = trimEdges(isAddress ? local.replace(/[?#].*$/s, '') : local, '/');
  if (form === 'segment')
    return slugifySegment(bare === '' ? '' : local === value.trim() ? value.trim() : bare);
  return bare
    .split('/')
    .map(slugifySegment)
    .filter((segment) => segment !== '')
    .join('/');
}
