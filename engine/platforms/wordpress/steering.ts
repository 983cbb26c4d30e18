/** Settings of a page that columns of the sheet can set in WordPress. */
import type { SteeringSupport } from '../../render/steering.ts';
import { readPhpStrings } from '../shared/php/scan-php.ts';
import type { SeedMeta } from '../shared/wxr/seed.ts';
import { type NoindexMeta, TERM_COLUMNS } from '../shared/wxr/steered-fields.ts';

export const steering: SteeringSupport = {
  schedules: true,
  columns: {
    page_status: {
      field: 'wp:status',
      accepts: {
        publish: 'publish',
        draft: 'draft',
        pending: 'pending',
        private: 'private',
        future: 'future',
      },
    },
    page_date: {
      field: 'wp:post_date, wp:post_date_gmt',
      accepts: 'a date such as 2026-12-01 09:00 in the site’s time zone, or 2026-12-01T09:00-07:00',
    },
    page_parent: {
      field: 'wp:post_parent',
      accepts:
        'the slug, title or ID of a page in the export, the key of another row, or 0 for the top level',
    },
    page_author: { field: 'dc:creator', accepts: 'the login or email address of an author in the export' },
    page_template: {
      field: 'meta _wp_page_template',
      accepts: 'default or the file of a template, such as page-wide.php',
    },
    page_order: { field: 'wp:menu_order', accepts: 'a whole number, 0 or more' },
    ...TERM_COLUMNS,
    page_image: {
      field: 'meta _thumbnail_id',
      accepts: 'the ID, file name or URL of an image in the export, or the http(s) URL of another image',
    },
    page_noindex: {
      field: 'meta of Yoast SEO, Rank Math, SEOPress or The SEO Framework',
      accepts: { yes: 'noindex', noindex: 'noindex', no: 'index', index: 'index' },
    },
  },
};

function writePhpList(texts: readonly string[]): string {
  const entries = texts.map(
    (text, index) => `i:${index};s:${new TextEncoder().encode(text).length}:"${text}";`,
  );
  return `a:${texts.length}:{${entries.join('')}}`;
}

/** Rank Math's other directives stay as they are. */
function writeRobots(own: string, isOn: boolean): string {
  const found = [...own.matchAll(/i:\d+;s:\d+:"([a-z]+)";/g)].map(([, word = '']) => word);
  const others = readPhpStrings(own) ? found.filter((word) => !['index', 'noindex'].includes(word)) : [];
  return writePhpList([isOn ? 'noindex' : 'index', ...others]);
}

/** Metas that set noindex, by the metas that only their plugin writes; names from the plugins’ documentation. */
const NOINDEX: readonly { metas: RegExp; key: string; write: (isOn: boolean, own: string) => string }[] = [
  { metas: /^_yoast_wpseo_/, key: '_yoast_wpseo_meta-robots-noindex', write: (isOn) => (isOn ? '1' : '2') },
  { metas: /^rank_math_/, key: 'rank_math_robots', write: (isOn, own) => writeRobots(own, isOn) },
  { metas: /^_seopress_/, key: '_seopress_robots_index', write: (isOn) => (isOn ? 'yes' : '') },
  { metas: /^_genesis_/, key: '_genesis_noindex', write: (isOn) => (isOn ? '1' : '0') },
];

/** Finds the noindex meta of the plugin that wrote the seed’s metas. */
export function findNoindex(metas: readonly SeedMeta[]): NoindexMeta | undefined {
  const found = NOINDEX.find((plugin) => metas.some(({ key }) => plugin.metas.test(key.text)));
  if (!found) return undefined;
  const own = metas.find(({ key }) => key.text === found.key)?.value.text ?? '';
  return { key: found.key, write: (isOn) => found.write(isOn, own) };
}
