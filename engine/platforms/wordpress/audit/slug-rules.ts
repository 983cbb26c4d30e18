/**
 * Sanitizes a slug as WordPress does. A page gets its own URL only if `sanitize_title` doesn't change its slug.
 */
import { wxrLimits } from '../../shared/wxr/limits.ts';
import { fault, type Finding } from '../../../verify/finding.ts';
import { dropEnds } from './text.ts';

/** Percent-encoded spaces and dashes: they become a hyphen. */
const ENCODED_DASH = /%c2%a0|%e2%80%(?:8[0-9a]|9[134]|a[89f])/gu;
/** Percent-encoded quotes, signs, marks and invisible characters: they are dropped. */
const ENCODED_NOISE =
  /%c2%(?:a1|a9|ab|ad|ae|b0|b4|bb|bf)|%e2%80%(?:8[b-f]|9[89a-f]|a[26a-e]|b[9a])|%e2%84%a2|%cb%8a|%cc%8[014c]|%cd%81|%ef%bb%bf|%ef%bf%bc/gu;
const FEEDS = new Set(['feed', 'rdf', 'rss', 'rss2', 'atom', 'embed']);

/** Letters without a decomposition, which WordPress spells out. */
const SPELT = new Map(
  `ß:s æ:ae Æ:AE œ:oe Œ:OE ø:o Ø:O đ:d Đ:D ð:d Ð:D ł:l Ł:L þ:th Þ:TH ı:i ħ:h Ħ:H ŋ:N Ŋ:n ŧ:t
Ŧ:T ſ:s ĸ:k ŉ:n €:E £: ª:a º:o ĳ:ij Ĳ:IJ Ə:E ǝ:e`
    .split(/\s/u)
    .map((pair) => {
      const [letter = '', spelt = ''] = pair.split(':');
      return [letter, spelt];
    }),
);

/** The letters whose accents WordPress takes off. */
const ACCENTED = /[\u00c0-\u017f\u01a0\u01a1\u01af\u01b0\u01cd-\u01dc\u0218-\u021b\u1ea0-\u1ef9]/u;
/** Entities that become a hyphen; others are dropped. */
const DASH_ENTITY = /&(?:nbsp|#160|ndash|#8211|mdash|#8212);/gu;

function spellOut(character: string): string {
  const spelt = SPELT.get(character);
  if (spelt !== undefined) return spelt;
  return ACCENTED.test(character) ? character.normalize('NFD').replaceAll(/\p{M}/gu, '') : character;
}

/** The start of a percent-encoded character whose rest was cut off. */
const CUT_CHARACTER =
  /(?:%[c-d][\da-f]|%e[\da-f](?:%[89ab][\da-f])?|%f[\da-f](?:%[89ab][\da-f]){0,2})?(?:%[\da-f]?)?$/u;

function cutSlug(slug: string): string {
  return slug.length <= wxrLimits.slugBytes
    ? slug
    : slug.slice(0, wxrLimits.slugBytes).replace(CUT_CHARACTER, '');
}

function encodeRest(character: string): string {
  return encodeURIComponent(character.toWellFormed()).toLowerCase();
}

/** Drops `&…;` within a line: what `&.+?;` matches, each `;` looked for once. */
function dropEntities(text: string): string {
  let result = '';
  let from = 0;
  let end = 0;
  let at = text.indexOf('&');
  while (at >= 0) {
    if (end < at + 2) end = text.indexOf(';', at + 2);
    if (end < 0) break;
    const lineEnd = text.slice(at + 1, end).search(/[\n\r\u2028\u2029]/u);
    if (lineEnd >= 0) {
      at = text.indexOf('&', at + 1 + lineEnd);
      continue;
    }
    result += text.slice(from, at);
    from = end + 1;
    at = text.indexOf('&', from);
  }
  return result + text.slice(from);
}

/**
 * A slug as WordPress stores it, cut to 200 bytes: `O'Fallon` → `ofallon`, `a--b` → `a-b`.
 * @param slug the written `wp:post_name`
 */
export function storedSlug(slug: string): string {
  if (slug.length <= wxrLimits.slugBytes && /^[a-z0-9_]+(?:-[a-z0-9_]+)*$/.test(slug)) return slug;
  const spelt = slug
    .replaceAll(/<[^>]*(?:>|$)/gu, '')
    .replaceAll(/%(?![a-fA-F0-9]{2})/gu, '')
    .replaceAll(/[^\0-\x7f]/gu, spellOut)
    .toLowerCase()
    .replaceAll(/[^\0-\x7f]/gu, encodeRest);
  const dashed = dropEntities(spelt.replaceAll(DASH_ENTITY, '-'))
    .replaceAll(/[./]/gu, '-')
    .replaceAll(ENCODED_DASH, '-')
    .replaceAll(ENCODED_NOISE, '')
    .replaceAll('%c3%97', 'x')
    .replaceAll(/[^%a-z0-9 _-]/gu, '')
    .replaceAll(/\s+/gu, '-');
  return dropEnds(cutSlug(dashed).replaceAll(/-+/gu, '-'), '-');
}

/** True for names that WordPress reserves for its own URLs; it adds `-2` to such a slug. */
function isReserved(slug: string, type: string): boolean {
  if (FEEDS.has(slug)) return true;
  if (type === 'attachment') return false;
  // with post names as permalinks, a number is the archive of a year
  return type === 'post' ? /^\d+$/u.test(slug) : /^(?:page)?\d+$/u.test(slug);
}

/** Checks one written slug; an empty one is checked with the status. */
export function checkSlug(slug: string, type: string): Finding[] {
  const stored = storedSlug(slug);
  if (slug.length > wxrLimits.slugBytes) {
    return [
      fault(
        'slug-long',
        `the slug has ${slug.length} characters, but WordPress cuts it after ${wxrLimits.slugBytes} bytes; shorten it.`,
      ),
    ];
  }
  if (stored !== slug) {
    const becomes = stored === '' ? 'removes the slug' : `changes the slug to "${stored}"`;
    return [
      fault(
        'slug-changed',
        `WordPress ${becomes}, so the page gets another URL; write the slug as WordPress stores it.`,
      ),
    ];
  }
  if (isReserved(slug, type)) {
    return [
      fault('slug-reserved', `WordPress reserves this slug, so it becomes "${slug}-2"; use another one.`),
    ];
  }
  return [];
}
