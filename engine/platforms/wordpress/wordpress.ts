/** WordPress: pages and posts of an export (WXR), for its own importer. */
import { findMustache } from '../../encoding/hubl/templates.ts';
import { SLUG_BYTES } from '../../limits.ts';
import type { XmlElement } from '../../text/xml-outline.ts';
import { audit } from './audit/wordpress-audit.ts';
import { guide } from './guide.ts';
import type { Platform, XmlFile } from '../platform.ts';
import { listWxrPages, wxrCandidates } from '../shared/wxr/choose.ts';
import { describeWxr } from '../shared/wxr/describe.ts';
import { type WxrDialect, compileWxr } from '../shared/wxr/project.ts';
import { isOfHubspot, isWxrOf } from '../shared/wxr/platform.ts';
import { isWxr, readWxr } from '../shared/wxr/read.ts';
import { readWxrSample } from '../shared/wxr/samples.ts';
import { findDescription, readSnippet } from '../shared/wxr/seo-plugins.ts';
import type { WxrSeed } from '../shared/wxr/seed.ts';
import { EmptyPosts } from './empty-page.ts';
import { avoidReservedSlug } from './reserved-slugs.ts';
import { RowFields } from './row-fields.ts';
import { findSiblings } from './sibling-slugs.ts';

const ADVICE = 'In WordPress open Tools → Export, choose the page and upload the .xml file it gives you.';

/** Root elements of XML files that are no export. */
const FOREIGN_ROOTS: ReadonlyMap<string, string> = new Map([
  ['urlset', 'This is a sitemap: it lists addresses, but holds no page.'],
  ['sitemapindex', 'This is an index of sitemaps: it lists addresses, but holds no page.'],
  ['feed', 'This is an Atom feed, not an export.'],
  ['html', 'This is a web page, not an export of one.'],
  ['database', 'This is a database backup, not an export of a page.'],
  ['mysqldump', 'This is a database backup, not an export of a page.'],
]);

function foreignRoot(root: XmlElement): string | undefined {
  if (root.name === 'rss') return undefined;
  const what =
    FOREIGN_ROOTS.get(root.local.toLowerCase()) ??
    `The file's outermost element is <${root.name}>, that of a WordPress export is <rss>: this comes from another program or a backup plugin.`;
  return `${what} ${ADVICE}`;
}

const dialect: WxrDialect = {
  id: 'wordpress',
  product: 'WordPress',
  hasDatedPermalinks: true,
  linksMedia: true,
  // such an engine doesn't render titles and metas
  templates: (source) => findMustache(source, false),
  takesParts: true,
  slugs: (parts) => ({
    form: 'segment',
    bytes: SLUG_BYTES,
    finish: avoidReservedSlug,
    ...findSiblings(parts),
  }),
  rules: (parts) => (filler) => {
    const fields = new RowFields(parts, filler.values);
    const emptyPosts = new EmptyPosts(parts, filler.values);
    return () => [...fields.judge(), ...emptyPosts.judge()];
  },
};

export const wordpress: Platform<XmlFile, WxrSeed, 'wordpress'> = {
  id: 'wordpress',
  name: dialect.product,
  extension: 'xml',
  offered: 'switcher',
  previewLimits:
    'Your theme’s header, menus and footer aren’t shown. Shortcodes, dynamic blocks, forms and embeds appear as labeled boxes: WordPress renders them on your site.',
  advice: ADVICE,
  recognizeText: (text) => isWxrOf('wordpress', text),
  recognize: (file) => (!isWxr(file) ? 0 : isOfHubspot(file.text) ? 0.4 : 0.9),
  read(file) {
    const text = foreignRoot(file.root);
    if (text === undefined) return readWxr(file, dialect.id);
    const line = 1 + file.skippedLines;
    return {
      problems: [{ code: 'seed-not-wordpress', severity: 'fault', file: file.file, line, column: 1, text }],
    };
  },
  compile: (options) => compileWxr(options, dialect),
  choosesPage: true,
  candidates: wxrCandidates,
  listPages: listWxrPages,
  describe: describeWxr,
  readSample: (file) => readWxrSample(file, dialect.id, { readDescription: findDescription, readSnippet }),
  audit,
  guide,
};
