/** WordPress: pages and posts of an export (WXR), for its own importer. */
import { findPreservedNames } from './codecs/shortcodes.ts';
import type { XmlElement } from '../../text/xml-outline.ts';
import { audit } from './audit/wordpress-audit.ts';
import { guide } from './guide.ts';
import { wxrLimits } from '../shared/wxr/limits.ts';
import type { Platform, XmlFile } from '../platform.ts';
import type { SharedKind } from '../shared/page-data.ts';
import { listWxrPages, listWxrCandidates } from '../shared/wxr/select-pattern.ts';
import { describeWxr } from '../shared/wxr/describe-wxr.ts';
import { type WxrImporter, compileWxr } from '../shared/wxr/project.ts';
import { isFromHubspot, isWxrFrom } from '../shared/wxr/platform.ts';
import { isWxr, readWxr } from '../shared/wxr/read.ts';
import { readWxrSample } from '../shared/wxr/sample.ts';
import { findSeoDescription, readWordpressSnippet } from './seo-plugins.ts';
import type { WxrSeed } from '../shared/wxr/seed.ts';
import { checkTargetSite } from './target-site.ts';
import { avoidReservedSlug, findSiblingSlugs } from './slugs.ts';
import { createEmptyCheck, createFieldCheck } from './row-fields.ts';
import { findNoindex, steering } from './steering.ts';
import type { Codecs, EncodedRange } from '../../encoding/codecs.ts';
import { jsonEncoders } from '../../encoding/json/encode-json.ts';
import { phpCodecs } from '../shared/php/php-codecs.ts';
import { createMustache, findMustache } from '../shared/template-tags/mustache.ts';
import { BUILDER_LAYERS } from './codecs/builder-layers.ts';
import { findEncodedModules, isStyleSheet, scanWithoutMarkers } from './codecs/divi.ts';
import { findWordpressTags } from './codecs/find-tags.ts';
import { protectShortcodes } from './codecs/scan-shortcode.ts';

const BLOCK_OPENING = /^\s+wp:[a-z][a-z0-9_/-]*\s+(?=\{)/;
const SHORTCODE = /\[[a-z][\w-]*\s+[\w:-]+\s*=/i;

/** Attributes of a block; after them it has only the mark that it closes itself. */
function findBlockAttributes(comment: string): EncodedRange | undefined {
  const to = comment.lastIndexOf('}') + 1;
  if (!['', '/'].includes(comment.slice(to).trim())) return undefined;
  const from = BLOCK_OPENING.exec(comment)?.[0].length;
  return from === undefined ? undefined : { from, to, encoder: jsonEncoders['json-block'] };
}

const SITE: Codecs = {
  ...phpCodecs,
  isStyleSheet,
  isMarkup: (text) => SHORTCODE.test(text),
  layers: BUILDER_LAYERS,
  encodeAround: protectShortcodes,
  findCommentJson: findBlockAttributes,
  findTags: findWordpressTags,
  findEncodedHtml: findEncodedModules,
  scanCode: scanWithoutMarkers,
  encodeForPage: createMustache(),
};

/** @param source - of the record; it shows whether an engine of mustache tags renders the page, but not titles and metas */
function createWordpressCodecs(source: string): Codecs {
  return { ...SITE, encodeForPage: createMustache(findMustache(source, false)), outside: SITE };
}

const ADVICE = 'In WordPress, open Tools → Export, choose the page and upload the .xml file it gives you.';

/** Root elements of other XML files. */
const FOREIGN_ROOTS: ReadonlyMap<string, string> = new Map([
  ['urlset', 'This is a sitemap: it lists URLs, but has no page.'],
  ['sitemapindex', 'This is an index of sitemaps: it lists URLs, but has no page.'],
  ['feed', 'This is an Atom feed, not an export.'],
  ['html', 'This is a web page, not an export of one.'],
  ['database', 'This is a database backup, not an export of a page.'],
  ['mysqldump', 'This is a database backup, not an export of a page.'],
]);

function describeForeignRoot(root: XmlElement): string | undefined {
  if (root.name === 'rss') return undefined;
  const reason =
    FOREIGN_ROOTS.get(root.local.toLowerCase()) ??
    `The file's outermost element is <${root.name}>, that of a WordPress export is <rss>: this comes from another program or a backup plugin.`;
  return `${reason} ${ADVICE}`;
}

/** Oxygen signs its shortcodes (oxygenbuilder.com/documentation/other/security). */
const OXYGEN_KEY = /^_?ct_builder_(?:json|shortcodes)$/;
const SIGNATURE: SharedKind = {
  code: 'signature-invalid',
  describe: (_value, where) =>
    `Oxygen signs what is in ${where}, and the signature doesn’t match once a placeholder is filled. After the import, sign all shortcodes again under Oxygen → Settings → Security.`,
};

const importer: WxrImporter = {
  id: 'wordpress',
  product: 'WordPress',
  linksMedia: true,
  createCodecs: createWordpressCodecs,
  findPreservedNames,
  takesParts: true,
  steering,
  findNoindex,
  checkTarget: checkTargetSite,
  checkFilledMeta: (key) => (OXYGEN_KEY.test(key) ? SIGNATURE : undefined),
  slugs: (parts) => ({
    form: 'segment',
    bytes: wxrLimits.slugBytes,
    finish: avoidReservedSlug,
    ...findSiblingSlugs(parts),
  }),
  createRowCheck(parts) {
    const checks = [createFieldCheck(parts), createEmptyCheck(parts)];
    return (values) => checks.flatMap((check) => check(values));
  },
};

export const wordpress: Platform<XmlFile, WxrSeed, 'wordpress'> = {
  id: 'wordpress',
  name: importer.product,
  extension: 'xml',
  offered: 'switcher',
  previewLimits:
    'Your theme’s header, menus and footer aren’t shown. Shortcodes, dynamic blocks, forms and embeds appear as labeled boxes: WordPress renders them on your site.',
  advice: ADVICE,
  recognizeText: (text) => isWxrFrom('wordpress', text),
  recognize: (file) => (!isWxr(file) ? 0 : isFromHubspot(file.text) ? 0.4 : 0.9),
  read(file) {
    const text = describeForeignRoot(file.root);
    if (text === undefined) return readWxr(file, importer.id);
    const line = 1 + file.skippedLines;
    return {
      problems: [{ code: 'seed-not-wordpress', severity: 'fault', file: file.file, line, column: 1, text }],
    };
  },
  compile: (options) => compileWxr(options, importer),
  choosesPage: true,
  candidates: listWxrCandidates,
  listPages: listWxrPages,
  describe: describeWxr,
  readSample: (file) =>
    readWxrSample(file, importer.id, {
      readDescription: findSeoDescription,
      readSnippet: readWordpressSnippet,
    }),
  createCodecs: createWordpressCodecs,
  findPreservedNames,
  audit,
  guide,
  steering,
};
