/** Reads an item as a visitor sees its page: content or builder data, and what SEO plugins store. */
import { type AuditedPage, readBuilderTexts, readFieldTexts } from '../../../verify/audited-page.ts';
import { undoDiviMarkers } from './content-rules.ts';
import { undoBuilderSigns } from './builder-signs.ts';
import { type Leaves, leafText } from './item-rules.ts';

/** Keys of metas by what they hold; names from the plugins' documentation. */
const METAS: readonly { kind: keyof SeoMetas; key: RegExp }[] = [
  {
    kind: 'title',
    key: /^(?:_yoast_wpseo_title|rank_math_title|_aioseop?_title|_seopress_titles_title|_wds_title|_genesis_title|_su_title)$/,
  },
  {
    kind: 'description',
    key: /^(?:_yoast_wpseo_metadesc|rank_math_description|_aioseop?_description|_seopress_titles_desc|_wds_metadesc|_genesis_description|_su_description)$/,
  },
  {
    kind: 'canonical',
    key: /^(?:_yoast_wpseo_canonical|rank_math_canonical_url|_aioseo_canonical_url|_seopress_robots_canonical|_wds_canonical|_genesis_canonical_uri)$/,
  },
  {
    kind: 'robots',
    key: /^(?:_yoast_wpseo_meta-robots-noindex|rank_math_robots|_aioseo_robots_noindex|_seopress_robots_index|_wds_meta-robots-noindex|_genesis_noindex)$/,
  },
];
/** Builders that leave the content empty: Bricks, Oxygen, Breakdance, Beaver Builder. */
const BUILDER = /^(?:_bricks_page_content(?:_2)?|_?ct_builder_json|_breakdance_data|_fl_builder_data)$/;
const ELEMENTOR = '_elementor_data';
/** A variable that a plugin fills, so that the site makes the text. */
const VARIABLE = /%%?[a-z_]+(?:\([^()%]*\))?%|#(?:post|site|separator|page|author|categor)/i;
const NOINDEX = /^(?:1|yes|on|true)$|noindex/i;
const SHORTCODE = /\[\/?[a-z][\w-]*(\s[^\][]*)?\/?\]/gi;
/** Attributes of shortcodes that builders show. */
const SHOWN_ATTRIBUTE = /\b(?:title|text|heading|subhead|button_text)=(?:"([^"]*)"|'([^']*)')/gi;

interface SeoMetas {
  title: string;
  description: string;
  canonical: string;
  robots: string;
}

/** The texts of an item that only its page needs. */
export interface PageTexts {
  content: string;
  link: string;
  metas: { key: string; value: string }[];
}

/** Custom fields, such as those of ACF, which a theme shows. */
function isField(key: string): boolean {
  return !/^(?:_|rank_math|seopress)/.test(key);
}

/** Checks if a visitor or a search engine reads the meta. */
export function isPageMeta(key: string): boolean {
  return key === ELEMENTOR || BUILDER.test(key) || isField(key) || METAS.some((meta) => meta.key.test(key));
}

function removeShortcodes(content: string): string {
  if (!content.includes('[')) return content;
  return content.replaceAll(SHORTCODE, (_, attributes: string | undefined) =>
    (attributes ?? '')
      .matchAll(SHOWN_ATTRIBUTE)
      .map(([, double, single]) => ` <p>${double ?? single ?? ''}</p> `)
      .toArray()
      .join(' '),
  );
}

function readTexts({ content, metas }: PageTexts): string[] {
  const elementor = metas.find(({ key, value }) => key === ELEMENTOR && value.length > 2);
  if (elementor) return readBuilderTexts(elementor.value).map(removeShortcodes);
  const plain = removeShortcodes(undoBuilderSigns(undoDiviMarkers(content)));
  if (plain.trim() !== '') return [plain];
  const built = metas.filter(({ key }) => BUILDER.test(key)).flatMap(({ value }) => readBuilderTexts(value));
  if (built.length > 0) return built;
  return metas.filter(({ key }) => isField(key)).flatMap(({ key, value }) => readFieldTexts(key, value));
}

/** Reads the page of an item. */
export function readPage(leaves: Leaves, texts: PageTexts): AuditedPage {
  const seo: Partial<SeoMetas> = {};
  for (const { key, value } of texts.metas) {
    const kind = METAS.find((meta) => meta.key.test(key))?.kind;
    if (kind !== undefined && value.trim() !== '') seo[kind] ??= value;
  }
  const slug = leafText(leaves, 'wp:post_name');
  const own = (text: string | undefined) => (text !== undefined && VARIABLE.test(text) ? undefined : text);
  return {
    slug,
    // A draft's link is a query.
    url: texts.link.includes('?') ? slug : texts.link.trim() || slug,
    title: leafText(leaves, 'title'),
    texts: readTexts(texts),
    searchTitle: own(seo.title),
    description: seo.description === undefined ? '' : own(seo.description),
    canonical: seo.canonical ?? '',
    isNoindex: NOINDEX.test(seo.robots ?? ''),
  };
}
