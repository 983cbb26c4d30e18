/** Metas of SEO and redirect plugins that would hide, merge or redirect all pages. */
import { formatMysqlDate } from '../../../render/calendar.ts';
import { type TextEdit, findSeoSettings } from '../seo-settings.ts';
import type { SeedMeta } from './seed.ts';

export interface MetaSetting {
  kind: 'canonical' | 'noindex' | 'redirect' | 'scheduled';
  value: string;
  /** Edits within a value with other data; omitted if the whole meta is the setting, empty if no edit is safe. */
  edits?: readonly TextEdit[];
}

const SEO_KEY = /seo|robots|noindex|canonical/i;
const CANONICAL_KEY = /(?:^|[_-])canonical(?:[_-]?(?:ur[il]|link))?$/i;
const REDIRECT_KEY =
  /^(?:_links_to|_pprredirect_url|_seopress_redirections_value|_?(?:(?:yoast_wpseo|wds|genesis|rank_math|aioseo|tsf|sq|elementor)_)?redirect(?:ion)?(?:_(?:url|uri|to|link|destination|target|url_to))?)$/;
/** Metas that switch a redirect on, by the meta with its target. */
const SWITCHES: ReadonlyMap<string, string> = new Map([
  ['_pprredirect_url', '_pprredirect_active'],
  ['_seopress_redirections_value', '_seopress_redirections_enabled'],
]);
/** Time at which PublishPress Future removes the page, in seconds since 1970. */
const EXPIRY_KEY = '_expiration-date';
const ON = /^(?:1|on|yes|true)$/i;
const ADDRESS = /^\s*(?:https?:)?\/\/\S|^\s*\/\S/i;

/** Checks if the value of the meta is the page's canonical URL. */
export function isCanonicalKey(key: string): boolean {
  return CANONICAL_KEY.test(key) || key === '_aioseop_custom_link';
}

/** Checks if it is the same URL for all pages, without a placeholder. */
function isOneAddress(value: string): boolean {
  return ADDRESS.test(value) && !value.includes('[');
}

function isNoindex(key: string, value: string): boolean {
  const text = value.trim();
  if (key === '_seopress_robots_index') return /^(?:yes|1)$/i.test(text);
  if (/noindex/i.test(key)) return ON.test(text);
  return /robots/i.test(key) && /^[\w,\s-]*$/.test(text) && /\bnoindex\b/i.test(text);
}

function findRedirect({ key, value }: SeedMeta, metas: readonly SeedMeta[]): MetaSetting | undefined {
  if (!REDIRECT_KEY.test(key.text) || !isOneAddress(value.text)) return undefined;
  const switchKey = SWITCHES.get(key.text);
  const isOn =
    switchKey === undefined ||
    metas.some((meta) => meta.key.text === switchKey && ON.test(meta.value.text.trim()));
  return isOn ? { kind: 'redirect', value: value.text.trim() } : undefined;
}

/** @param metas all metas of the item */
export function findMetaSettings(meta: SeedMeta, metas: readonly SeedMeta[]): MetaSetting[] {
  const { key, value } = meta;
  const found: MetaSetting[] = [];
  const isCanonical = isCanonicalKey(key.text);
  if (isNoindex(key.text, value.text)) found.push({ kind: 'noindex', value: '' });
  else if (isCanonical && isOneAddress(value.text))
    found.push({ kind: 'canonical', value: value.text.trim() });
  else if (SEO_KEY.test(key.text)) found.push(...findSeoSettings(value.text));
  const redirect = findRedirect(meta, metas);
  if (redirect) found.push(redirect);
  const time = value.text.trim();
  if (key.text === EXPIRY_KEY && /^\d{1,11}$/.test(time))
    found.push({ kind: 'scheduled', value: `${formatMysqlDate(Number(time))} UTC` });
  return found;
}

/** Is the other meta useless without this one? They are removed together. */
export function belongsTo(key: string, other: string): boolean {
  return ['_pprredirect_', '_seopress_redirections_', '_links_to', '_expiration-date'].some(
    (prefix) => key.startsWith(prefix) && other.startsWith(prefix),
  );
}
