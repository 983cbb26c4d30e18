/**
 * The slug of a pattern as a template. WordPress strips brackets from slugs, so a page titled
 * `Plumber in [geo_city]` is exported as `plumber-in-geo_city`: a bare column name counts there.
 */
import type { Columns } from '../fill/columns.ts';
import { slugify } from '../fill/slugify.ts';
import type { Value } from '../fill/value.ts';
import { decodeHtmlText } from '../seed/html-reference.ts';
import { findBracketed } from '../seed/placeholder.ts';

export interface SlugTemplate {
  parts: (string | Value)[];
  /** How it came about where the seed's own slug was not enough. */
  notice?: { code: string; text: string };
}

/** The value of a name as a slug takes it: `geo_url` is the row's own slug. */
function slugValue(columns: Columns, name: string): Value | undefined {
  const resolved = columns.resolve(name);
  if (!resolved || resolved.source.kind === 'page-url') return undefined;
  const isGeoUrl = /^geo[\s_-]*url$/i.test(name);
  return {
    source: isGeoUrl ? { kind: 'row-slug', of: resolved.source } : resolved.source,
    filters: [],
    isHtml: resolved.isHtml,
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

/** Bare names: the longest runs of words that are a column and hold a `_` or `-`. */
function partsOfBareNames(slug: string, columns: Columns): (string | Value)[] {
  const words = slug.split('-');
  const parts: (string | Value)[] = [];
  let at = 0;
  while (at < words.length) {
    let taken = 0;
    for (let length = Math.min(6, words.length - at); length > 0 && taken === 0; length -= 1) {
      const name = words.slice(at, at + length).join('-');
      const value = /[_-]/.test(name) ? slugValue(columns, name) : undefined;
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

function holdsValue(parts: readonly (string | Value)[]): boolean {
  return parts.some((part) => typeof part !== 'string');
}

/** The template of a pattern's slug; `undefined` where the sheet has no column that could make one. */
export function slugTemplate(slug: string, title: string, columns: Columns): SlugTemplate | undefined {
  const bracketed = partsOfBracketed(slug, columns);
  if (holdsValue(bracketed)) return { parts: bracketed };
  const plainTitle = decodeHtmlText(title).text;
  const titleParts = partsOfBracketed(plainTitle, columns);
  if (slug !== '' && holdsValue(titleParts) && slugify(plainTitle, 'segment') === slug)
    return { parts: titleParts };
  const bare = partsOfBareNames(slug, columns);
  if (holdsValue(bare)) return { parts: bare };
  const own = slugValue(columns, 'geo_url');
  if (!own) return undefined;
  if (slug === '') {
    return {
      parts: [own],
      notice: {
        code: 'slug-made',
        text: 'The seed has no slug. Each page gets its row’s [geo_url] as slug.',
      },
    };
  }
  return {
    parts: [`${slug}-`, own],
    notice: {
      code: 'slug-made',
      text: `The seed’s slug "${slug}" holds no placeholder. Each page gets "${slug}-" and its row’s [geo_url].`,
    },
  };
}
