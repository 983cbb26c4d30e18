/**
 * The slug of a pattern as a template. WordPress strips brackets from slugs, so a page titled
 * `Plumber in [geo_city]` is exported as `plumber-in-geo_city`: a bare column name is a placeholder there.
 */
import type { Columns } from '../language/columns.ts';
import { slugify } from '../text/slugify.ts';
import { isFault, readMarker } from '../language/marker.ts';
import type { Value } from '../language/value.ts';
import { decodeHtmlText } from '../text/html-reference.ts';
import { findBracketed } from '../language/placeholder.ts';
import { isGeoUrl } from '../language/placeholder.ts';

export interface SlugTemplate {
  parts: (string | Value)[];
  /** Reports that the seed’s own slug wasn’t enough, and what was used instead. */
  notice?: { code: string; text: string; severity?: 'fault' };
}

/** Resolves a name for a slug: `geo_url` is the row’s own slug. */
function slugValue(columns: Columns, name: string): Value | undefined {
  const resolved = columns.resolve(name);
  if (!resolved || resolved.source.kind === 'page-url') return undefined;
  return {
    source: isGeoUrl(name) ? { kind: 'row-slug', of: resolved.source } : resolved.source,
    filters: [],
    isHtml: resolved.isHtml,
    ...(resolved.isChosen && { name }),
    written: name,
  };
}

function partsOfBracketed(text: string, columns: Columns): (string | Value)[] {
  const parts: (string | Value)[] = [];
  let last = 0;
  for (const bracketed of findBracketed(text)) {
    const value = bracketed.name === '' ? undefined : slugValue(columns, bracketed.name);
    if (!value) continue;
    parts.push(text.slice(last, bracketed.from), { ...value, filters: bracketed.filters });
    last = bracketed.to;
  }
  parts.push(text.slice(last));
  return parts.filter((part) => part !== '');
}

/** Finds bare names: the longest sequences of words that are a column and contain a `_` or `-`. */
function partsOfBareNames(slug: string, columns: Columns): (string | Value)[] {
  const words = slug.split('-');
  const parts: (string | Value)[] = [];
  let at = 0;
  while (at < words.length) {
    let taken = 0;
    for (let length = Math.min(6, words.length - at); length > 0 && taken === 0; length -= 1) {
      const name = words.slice(at, at + length).join('-');
      const value = /^[^-].*[_-].*[^-]$/.test(name) ? slugValue(columns, name) : undefined;
      if (!value) continue;
      if (parts.length > 0) parts.push('-');
      parts.push(value);
      taken = length;
    }
    if (taken === 0) {
      parts.push(parts.length > 0 ? `-${words[at]}` : (words[at] ?? ''));
      taken = 1;
    }
    at += taken;
  }
  return parts.filter((part) => part !== '');
}

/** Fills names in brackets, and bare ones next to them. */
function partsOfMixed(slug: string, columns: Columns): (string | Value)[] {
  const parts = partsOfBracketed(slug, columns);
  return holdsValue(parts)
    ? parts.flatMap((part) => (typeof part === 'string' ? partsOfBareNames(part, columns) : [part]))
    : [];
}

function holdsValue(parts: readonly (string | Value)[]): boolean {
  return parts.some((part) => typeof part !== 'string');
}

/** WordPress exports letters other than a–z percent-encoded. */
function decodeSlug(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}

function hasConstruct(text: string): boolean {
  return findBracketed(text).some((bracketed) => {
    const marker = readMarker(bracketed.text);
    return marker !== undefined && !isFault(marker);
  });
}

/** Checks if a slug was made from a title with a construct, whose branches it can’t follow. */
function isOfConstruct(slug: string, title: string): boolean {
  const plain = decodeHtmlText(title).text;
  const made = slugify(plain, 'segment');
  const asked = slugify(decodeSlug(slug), 'segment');
  return hasConstruct(plain) && made !== '' && asked.replace(/-[0-9]+$/, '') === made.replace(/-[0-9]+$/, '');
}

/** Parts of the title, if the slug is WordPress’s slug of the title; an appended `-2` is preserved. */
function partsOfTitle(slug: string, title: string, columns: Columns): (string | Value)[] {
  const plain = decodeHtmlText(title).text;
  const parts = partsOfBracketed(plain, columns);
  if (!holdsValue(parts)) return [];
  const asked = slugify(slug, 'segment');
  const made = slugify(plain, 'segment');
  if (made === '') return [];
  if (asked === made) return parts;
  const counted = asked.startsWith(`${made}-`) ? asked.slice(made.length) : '';
  return /^-[0-9]+$/.test(counted) ? [...parts, counted] : [];
}

/** Parts with a value, from the slug itself or the title; empty if neither has one. */
export function parseSlug(slug: string, title: string, columns: Columns): (string | Value)[] {
  const decoded = decodeSlug(slug);
  if (isOfConstruct(decoded, title)) return [];
  const candidates = [
    () => partsOfMixed(decoded, columns),
    () => (decoded === '' ? [] : partsOfTitle(decoded, title, columns)),
    () => partsOfBareNames(decoded, columns),
  ];
  for (const candidate of candidates) {
    const parts = candidate();
    if (holdsValue(parts)) return parts;
  }
  return [];
}

/** Parts of a text with brackets for a slug; empty if it has no value, or a construct. */
export function parseSlugText(text: string, columns: Columns): (string | Value)[] {
  const plain = decodeHtmlText(text).text;
  const parts = partsOfBracketed(plain, columns);
  return holdsValue(parts) && !hasConstruct(plain) ? parts : [];
}

/** Creates the template of a pattern’s slug; `undefined` if no column of the sheet can give one. */
export function createSlugTemplate(slug: string, title: string, columns: Columns): SlugTemplate | undefined {
  const parts = parseSlug(slug, title, columns);
  if (parts.length > 0) return { parts };
  const own = slugValue(columns, 'geo_url');
  if (!own) return undefined;
  if (slug === '' || isOfConstruct(slug, title)) {
    const reason =
      slug === ''
        ? 'The seed has no slug.'
        : `The seed’s slug "${slug}" was made from a title with a construct.`;
    return {
      parts: [own],
      notice: {
        code: 'slug-generated',
        text: `${reason} Each page gets its row’s [geo_url] as slug.`,
      },
    };
  }
  return {
    parts: [`${decodeSlug(slug)}-`, own],
    notice: {
      code: 'slug-generated',
      text: `The seed’s slug "${slug}" has no placeholder. Each page gets "${slug}-" and its row’s [geo_url].`,
    },
  };
}
