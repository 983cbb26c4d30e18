/** SEO plugins for WordPress: the metas with a page's title and description, and their variables. */
import type { SnippetTexts } from '../platform.ts';
import { decodeHtmlText } from '../../text/html-reference.ts';
import {
  type VariableForm,
  type Variables,
  describeContent,
  joinTitle,
  resolveVariables,
} from '../shared/snippet.ts';
import type { WxrPage } from '../shared/wxr/sample.ts';

interface SeoPlugin {
  /** Metas that only this plugin writes. */
  metas: RegExp;
  title: readonly string[];
  description: readonly string[];
  keyword: string;
  /** Title of a page without its own. */
  defaultTitle: string;
  form: Pick<VariableForm, 'pattern' | 'keepsUnknown'>;
}

const DOUBLE = /%%([\w-]+)%%/g;
const SINGLE = /%([a-z_]+(?:\([^()%]*\))?)%/gi;
const HASH = /#([a-z_]+(?:-[\w-]+)?)/gi;

/** Meta names from the plugins' documentation. */
const PLUGINS: readonly SeoPlugin[] = [
  {
    metas: /^_yoast_wpseo_/,
    title: ['_yoast_wpseo_title'],
    description: ['_yoast_wpseo_metadesc'],
    keyword: '_yoast_wpseo_focuskw',
    defaultTitle: '%%title%% %%page%% %%sep%% %%sitename%%',
    form: { pattern: DOUBLE },
  },
  {
    metas: /^rank_math_/,
    title: ['rank_math_title'],
    description: ['rank_math_description'],
    keyword: 'rank_math_focus_keyword',
    defaultTitle: '%title% %sep% %sitename%',
    form: { pattern: SINGLE },
  },
  {
    metas: /^_aioseop?_/,
    title: ['_aioseo_title', '_aioseop_title'],
    description: ['_aioseo_description', '_aioseop_description'],
    keyword: '_aioseo_keywords',
    defaultTitle: '#post_title #separator_sa #site_title',
    form: { pattern: new RegExp(`${HASH.source}|${SINGLE.source}`, 'gi'), keepsUnknown: true },
  },
  {
    metas: /^_seopress_/,
    title: ['_seopress_titles_title'],
    description: ['_seopress_titles_desc'],
    keyword: '_seopress_analysis_target_kw',
    defaultTitle: '%%post_title%% %%sep%% %%sitetitle%%',
    form: { pattern: DOUBLE },
  },
  {
    metas: /^_wds_/,
    title: ['_wds_title'],
    description: ['_wds_metadesc'],
    keyword: '_wds_focus-keywords',
    defaultTitle: '%%title%% %%sep%% %%sitename%%',
    form: { pattern: DOUBLE },
  },
  {
    metas: /^_genesis_|^_su_/,
    title: ['_genesis_title', '_su_title'],
    description: ['_genesis_description', '_su_description'],
    keyword: '',
    defaultTitle: '',
    form: { pattern: DOUBLE },
  },
];

/** Default separators between a title and the site name: of plugins, and of WordPress itself. */
const PLUGIN_SEPARATOR = '-';
const CORE_SEPARATOR = '–';

/** Meta description with its variables; empty without one. */
export function findSeoDescription(page: Pick<WxrPage, 'metas'>): string {
  return findMeta(
    page,
    PLUGINS.flatMap(({ description }) => description),
  );
}

function findMeta({ metas }: Pick<WxrPage, 'metas'>, keys: readonly string[]): string {
  return metas.find(({ key, value }) => keys.includes(key) && value.trim() !== '')?.value ?? '';
}

/** Values by the names that plugins use; those that only the site knows are empty. */
function readVariables(page: WxrPage, plugin: SeoPlugin): Variables {
  const excerpt = page.excerpt.trim() === '' ? describeContent(page.content) : page.excerpt;
  const year = /^\d{4}-\d{2}-\d{2}/.exec(page.date)?.[0] ?? '';
  const names: [string, readonly string[]][] = [
    [page.title, ['title', 'post_title', 'page_title', 'seo_title', 'pt_title']],
    [page.siteName, ['sitename', 'sitetitle', 'site_title', 'blog_title', 'org_name']],
    [page.tagline, ['tagline', 'sitedesc', 'site_description', 'blog_description']],
    [excerpt, ['excerpt', 'post_excerpt', 'seo_description', 'page_description']],
    [page.excerpt, ['excerpt_only', 'post_excerpt_only']],
    [describeContent(page.content), ['post_content', 'content']],
    [
      page.category,
      [
        'category',
        'categories',
        'primary_category',
        'primary_taxonomy',
        'post_category',
        'category_title',
        'term_title',
      ],
    ],
    [page.tag, ['tag', 'tags', 'post_tag', 'tag_title']],
    [page.author, ['name', 'post_author', 'author', 'author_name', 'author_first_name']],
    [year, ['date', 'post_date', 'modified', 'post_modified_date']],
    [findMeta(page, [plugin.keyword]), ['focuskw', 'focuskeyword', 'keyword', 'keywords', 'target_keyword']],
    [
      '',
      ['page', 'pagenumber', 'pagetotal', 'page_number', 'current_pagination', 'parent_title', 'separator'],
    ],
    [
      '',
      [
        'currentyear',
        'currentmonth',
        'currentday',
        'currentdate',
        'currenttime',
        'current_year',
        'current_month',
        'current_day',
        'current_date',
      ],
    ],
  ];
  return Object.fromEntries(names.flatMap(([value, keys]) => keys.map((key) => [key, value])));
}

/** `%%cf_phone%%`, `%customfield(phone)%`, `#custom_field-phone`: a meta of the page. */
function findCustomField({ metas }: WxrPage, name: string): string | undefined {
  const key = /^(?:_?cf_|custom_field-)(.+)$/.exec(name)?.[1] ?? /^customfield\((.*)\)$/.exec(name)?.[1];
  return key === undefined ? undefined : (metas.find((meta) => meta.key.toLowerCase() === key)?.value ?? '');
}

/** Title and description as the page's plugin produces them, or as WordPress does without one. */
export function readWordpressSnippet(page: WxrPage): SnippetTexts {
  const plugin = PLUGINS.find(({ metas }) => page.metas.some(({ key }) => metas.test(key)));
  if (!plugin) {
    return {
      title: joinTitle(page.title, CORE_SEPARATOR, page.siteName),
      description: describeContent(page.content),
    };
  }
  const variables = readVariables(page, plugin);
  const resolve = (text: string) =>
    decodeHtmlText(
      resolveVariables(text, variables, {
        ...plugin.form,
        separator: PLUGIN_SEPARATOR,
        find: (name) => findCustomField(page, name),
      }),
    ).text;
  const title = resolve(findMeta(page, plugin.title) || plugin.defaultTitle);
  const description = resolve(findMeta(page, plugin.description));
  return {
    title: title === '' ? joinTitle(page.title, CORE_SEPARATOR, page.siteName) : title,
    description: description === '' ? describeContent(page.content) : description,
  };
}
