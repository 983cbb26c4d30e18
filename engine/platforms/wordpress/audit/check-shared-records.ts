/**
 * Checks accompanying records and terms in files that were built for the caller: terms are in each
 * part that names them, menus in none; images of the content are in the last part; and the site
 * that the seed came from doesn't get metas twice.
 */
import type { Problem } from '../../../problem.ts';
import type { Expectation } from '../../../verify/platform-audit.ts';
import type { PartAudit } from './part-audit.ts';
import { keyTerm } from './term-audit.ts';

/** Suffixes of the files that WordPress makes from one image: `-300x225.jpg`, `-scaled.jpg`. */
const SIZE_SUFFIX = /^(?:-\d+x\d+|-scaled)?\.[A-Za-z0-9]+$/u;
const MENU_ITEM = 'nav_menu_item';

function checkTerms(part: PartAudit, expectation: Expectation): Problem[] {
  const known = new Map(expectation.terms?.map((term) => [keyTerm(term.taxonomy, term.slug), term]));
  const carried = new Set(part.terms.map(({ taxonomy, slug }) => keyTerm(taxonomy, slug)));
  const missing = new Map<string, Problem>();
  for (const { taxonomy, slug, line } of part.namedTerms) {
    const seen = new Set<string>();
    let key = keyTerm(taxonomy, slug);
    for (let term = known.get(key); term && !seen.has(key); term = known.get(key)) {
      seen.add(key);
      if (!carried.has(key) && !missing.has(key)) {
        const text = `Items in this file use the term "${slug}" (${taxonomy}), but the file doesn’t define "${term.slug}", so the importer would create the term without its parent or its fields. Build the files again.`;
        missing.set(key, {
          code: 'term-missing',
          severity: 'fault',
          text,
          file: part.file,
          line,
          field: 'category',
        });
      }
      key = keyTerm(term.taxonomy, term.parent);
    }
  }
  return [...missing.values()];
}

function checkMenus({ terms, items, types, file }: PartAudit): Problem[] {
  const index = items.type.findIndex((type) => types[type] === MENU_ITEM);
  const line = terms.find(({ taxonomy }) => taxonomy === 'nav_menu')?.line ?? items.line[index];
  if (line === undefined) return [];
  const text =
    'The file contains a menu, which the importer would add to the site’s own menus. Build the files again.';
  return [{ code: 'menu-included', severity: 'fault', text, file, line, field: 'nav_menu' }];
}

/** URLs of the project's own images. */
function listProjectUrls(parts: readonly PartAudit[], { featured = [] }: Expectation): Set<string> {
  const ids = new Set(featured);
  return new Set(
    parts.flatMap(({ media, items }) =>
      media.filter(({ item }) => ids.has(items.id[item] ?? 0)).map(({ url }) => url),
    ),
  );
}

/** Records that the site has already: the importer adds their metas a second time. */
function checkMetas(
  part: PartAudit,
  existing: ReadonlySet<number>,
  projectUrls: ReadonlySet<string>,
): Problem[] {
  const { items, media, file } = part;
  const isOwn = new Set(media.filter(({ url }) => projectUrls.has(url)).map(({ item }) => item));
  return [...items.id].flatMap((id, index): Problem[] => {
    if (!existing.has(id) || isOwn.has(index) || (items.metas[index] ?? 0) === 0) return [];
    const text = `Record ${id} already exists on the seed’s own site, so the importer would add its custom fields a second time. Build the files again.`;
    const line = items.line[index] ?? 1;
    return [{ code: 'duplicate-metas', severity: 'fault', text, file, line, field: 'wp:postmeta' }];
  });
}

function isFileFrom(url: string, named: string): boolean {
  const stem = url.replace(/\.[A-Za-z0-9]+$/u, '').replace(/-scaled$/u, '');
  return url !== '' && named.startsWith(stem) && SIZE_SUFFIX.test(named.slice(stem.length));
}

/** The importer changes the URL of an image in the posts that exist when it fetches the image. */
function checkPictures(
  parts: readonly PartAudit[],
  statics: ReadonlySet<number>,
  isExpected: (url: string) => boolean,
): Problem[] {
  const last = parts.at(-1);
  const sampled = parts.filter(
    ({ items, picturesItem }) => picturesItem >= 0 && !statics.has(items.id[picturesItem] ?? 0),
  );
  const [sample, ...others] = sampled;
  if (last === undefined || sample === undefined || parts.length < 2) return [];
  const toKey = ({ items }: PartAudit, item: number) => `${items.title[item]} ${items.date[item]}`;
  const before = new Set(
    parts.slice(0, -1).flatMap((part) => part.media.map(({ item }) => toKey(part, item))),
  );
  const fetched = last.media.filter(({ item }) => !before.has(toKey(last, item))).map(({ url }) => url);
  const carried = new Set(parts.flatMap(({ media }) => media.map(({ url }) => url)));
  return [...carried].flatMap((url): Problem[] => {
    const isNamed = (part: PartAudit) => part.pictures.some((named) => isFileFrom(url, named));
    if (!isExpected(url) || fetched.includes(url) || !isNamed(sample) || !others.every(isNamed)) return [];
    const text = `The content shows ${url}, but the last file doesn’t include it, so the pages of the other files would keep the old site’s URL. Build the files again.`;
    return [
      { code: 'image-before-content', severity: 'fault', text, file: last.file, field: 'wp:attachment_url' },
    ];
  });
}

/** Checks the accompanying records; files of other tools may contain any. */
export function checkSharedRecords(
  parts: readonly PartAudit[],
  expectation: Expectation | undefined,
): Problem[] {
  if (expectation?.terms === undefined) return [];
  const statics = new Set(expectation.statics);
  const moved = new Set(expectation.moved);
  const existing = new Set([...statics].filter((id) => !moved.has(id)));
  const projectUrls = listProjectUrls(parts, expectation);
  const isHome = expectation.isSeedSite === true;
  return [
    ...parts.flatMap((part) => [
      ...checkTerms(part, expectation),
      ...checkMenus(part),
      ...(isHome ? checkMetas(part, existing, projectUrls) : []),
    ]),
    ...checkPictures(parts, statics, (url) => !isHome || projectUrls.has(url)),
  ];
}
