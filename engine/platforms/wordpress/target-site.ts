/** Notices about the site that the pages are imported into. */
import type { Problem } from '../../problem.ts';
import { formatMysqlDate } from '../../render/calendar.ts';
import { DATE_SPAN_SECONDS } from '../../render/identity.ts';
import { reportInSeed } from '../../render/seed.ts';
import { readText } from '../shared/wxr/seed.ts';
import { createPageAddress, isSeedSite } from '../shared/wxr/address.ts';
import type { CompiledWxr, WxrTarget } from '../shared/wxr/project.ts';

/** Post types of pages that every WordPress has. */
const CORE_TYPES = new Set(['page', 'post', '']);
/** Lengths of the dates in permalinks: to the day (`2025-03-04`), the month or the year. */
const DATE_LENGTHS = [10, 7, 4];

function checkType({ seed, pattern: { item } }: CompiledWxr): Problem[] {
  if (CORE_TYPES.has(item.type)) return [];
  return [
    reportInSeed(seed, item.element.start, {
      code: 'unregistered-type',
      field: 'wp:post_type',
      text: `The pages are of the type "${item.type}". Turn on the plugin or theme that adds this type before you import: without it, the importer says "Invalid post type ${item.type}" and skips every page.`,
    }),
  ];
}

/** The seed's own site already has the metas of its records. */
function checkMetas({ seed, pattern, statics }: CompiledWxr, site: string): Problem[] {
  if (site !== '' || !isSeedSite(seed, '')) return [];
  const count = statics.records.filter(
    ({ item: { element, metas }, movedTo }) =>
      metas.length > 0 && movedTo === undefined && element !== pattern.item.element,
  ).length;
  if (count === 0) return [];
  const subject = count === 1 ? '1 accompanying record' : `${count} accompanying records`;
  const text = `No site URL is set, so the files are for the seed’s own site, ${seed.baseUrl}. ${subject} (parent pages, media, templates) ${count === 1 ? 'has' : 'have'} no custom fields in the files, because the site already has these and the import would add them again. If another site imports them, use a seed page exported from that site, or the command-line option --site https://www.example.com.`;
  return [{ code: 'metas-on-seed-site', severity: 'notice', file: seed.file, text }];
}

/** With dates in its permalinks, WordPress makes the URL of a page from the page's own date. */
function checkPermalinks({ seed, pattern: { item } }: CompiledWxr, latest: number): Problem[] {
  const link = item.fields.get('link');
  const own = /^\d{4}-\d{2}-\d{2}/.exec(readText(item, 'wp:post_date'))?.[0];
  if (!link || own === undefined || item.type === 'page') return [];
  const { prefix } = createPageAddress(seed, item, '');
  const toFolder = (date: string, length: number) => `/${date.slice(0, length).replaceAll('-', '/')}/`;
  const length = DATE_LENGTHS.find((digits) => prefix.includes(toFolder(own, digits)));
  if (length === undefined) return [];
  const folder = toFolder(own, length);
  const ends = [latest, latest - DATE_SPAN_SECONDS + 1].map((date) =>
    toFolder(formatMysqlDate(date), length),
  );
  if (ends.every((end) => end === folder)) return [];
  return [
    reportInSeed(seed, link.element.start, {
      code: 'address-dated',
      field: 'link',
      text: `The seed’s URL contains its date (${folder}), but each page gets its own date, up to 30 days earlier, and so a different URL: [page_url], canonical URLs and formed links would not match. Choose "Post name" under Settings → Permalinks, or remove links to the pages.`,
    }),
  ];
}

/** Notices about permalinks, post type and metas of the site that the pages are for. */
export function checkTargetSite(compiled: CompiledWxr, { site, latestDate }: WxrTarget): Problem[] {
  return [...checkPermalinks(compiled, latestDate), ...checkType(compiled), ...checkMetas(compiled, site)];
}
