/** HubSpot: posts for its blog importer, which reads WXR; RSS and Atom are converted. */
import { createHubl } from './codecs/scan-hubl.ts';
import { createMustache } from '../shared/template-tags/mustache.ts';
import { phpCodecs } from '../shared/php/php-codecs.ts';
import type { PlatformSyntax } from '../platform.ts';
import { decodeHtmlText, readVisibleText } from '../../text/html-reference.ts';
import { type VariableForm, describeContent, resolveVariables } from '../shared/snippet.ts';
import { readElementText } from '../../encoding/xml/xml-leaf.ts';
import type { RowValues } from '../../render/row-values.ts';
import { type SeedReading, reportInSeed } from '../../render/seed.ts';
import type { RowFault } from '../../render/row-fault.ts';
import type { Problem } from '../../problem.ts';
import { cutText } from '../../text/cut-text.ts';
import { findChild, outlineXml } from '../../text/xml-outline.ts';
import { findFirstValue, createSlugRules, preserveNames } from '../shared/assemble.ts';
import { audit } from './audit/hubspot-audit.ts';
import { guide } from './guide.ts';
import { steering } from './steering.ts';
import type { Platform, SnippetTexts, XmlFile } from '../platform.ts';
import { listWxrPages, listWxrCandidates } from '../shared/wxr/select-pattern.ts';
import { wxrLimits } from '../shared/wxr/limits.ts';
import { describeWxr } from '../shared/wxr/describe-wxr.ts';
import { readLogins } from '../shared/wxr/frame.ts';
import type { WxrPattern } from '../shared/wxr/pattern.ts';
import { getRecordKind } from '../shared/wxr/post-types.ts';
import { type WxrImporter, compileWxr } from '../shared/wxr/project.ts';
import { isFromHubspot, isWxrFrom } from '../shared/wxr/platform.ts';
import { isWxr, readWxr } from '../shared/wxr/read.ts';
import { type WxrPage, readWxrSample } from '../shared/wxr/sample.ts';
import type { WxrSeed } from '../shared/wxr/seed.ts';
import { createHubdbFile } from './hubdb.ts';
import { ADDED_AUTHOR, atomToRss, findUnlistedAuthors, upgradeRss } from './upgrade-feed.ts';

const ADVICE =
  'HubSpot imports blog posts from a WordPress export (WXR): in WordPress open Tools → Export, choose the post and upload the .xml file it gives you.';
type RowRule = (values: RowValues) => RowFault[];

function createTitleRule({ titleText: title }: WxrPattern): RowRule {
  const value = title && findFirstValue(title);
  return (values) => {
    if (!title || values.renderText(title).trim() !== '') return [];
    const text =
      'The title would be empty, and HubSpot doesn’t accept a post without one. Fill in the cells used there.';
    return [{ code: 'title-empty', text, value }];
  };
}

/** Rows can name any author that the export lists. */
function createAuthorRule({ texts }: WxrPattern, seed: WxrSeed): RowRule {
  const author = texts.get('dc:creator');
  const value = author && findFirstValue(author);
  const logins = readLogins(seed);
  if (!author || !value || logins.size === 0 || (logins.size === 1 && logins.has(ADDED_AUTHOR)))
    return () => [];
  return (values) => {
    const login = values.renderText(author);
    if (logins.has(login)) return [];
    const listed = [...logins].slice(0, 10).map((name) => `"${name}"`);
    const text = `The export lists no author called "${cutText(login, 60)}". Use one of ${listed.join(', ')}, or add the author to the export.`;
    return [{ code: 'author-unknown', text, value }];
  };
}

const syntax: PlatformSyntax = {
  createCodecs: () => ({
    ...phpCodecs,
    scanTemplate: createHubl(),
    encodeForPage: createMustache(),
  }),
  findPreservedNames: (_seed, keep) => preserveNames(keep),
};

const importer: WxrImporter = {
  id: 'hubspot',
  product: 'HubSpot',
  needsAuthors: true,
  steering,
  ...syntax,
  extra: ({ pattern }) => createHubdbFile(pattern),
  slugs: () => createSlugRules('segment', wxrLimits.slugBytes),
  createRowCheck({ pattern, seed }) {
    const rules = [createTitleRule(pattern), createAuthorRule(pattern, seed)];
    return (values) => rules.flatMap((check) => check(values));
  },
};

/** Converts the file to RSS; a fault if it isn't a feed. */
function toRss(file: XmlFile): XmlFile | Problem {
  const { root } = file;
  if (root.name === 'rss') return file;
  if (root.local === 'feed' && root.uri === 'http://www.w3.org/2005/Atom') {
    const text = atomToRss(file);
    const outline = outlineXml(text, file.file);
    return 'severity' in outline ? outline : { ...file, text, root: outline };
  }
  const line = 1 + file.skippedLines;
  const text = `This XML is not a WordPress/HubSpot blog export: its outermost element is <${root.name}>. ${ADVICE}`;
  return { code: 'seed-not-hubspot', severity: 'fault', file: file.file, line, column: 1, text };
}

/** Reports changes that users may not expect. */
function reportChanges({ text, root }: XmlFile, seed: WxrSeed): Problem[] {
  const channel = findChild(root, 'channel');
  const items = channel?.children.filter((child) => child.name === 'item') ?? [];
  const problems: Problem[] = [];
  const report = (code: string, at: number, message: string) =>
    problems.push(reportInSeed({ ...seed, text }, at, { code, text: message }));
  const changed = items.flatMap((item) => {
    const type = findChild(item, 'wp:post_type');
    const written = type ? readElementText(text, type).trim() : 'post';
    const isUnchanged = ['post', ''].includes(written) || getRecordKind(written) !== undefined;
    return isUnchanged ? [] : [{ written, at: type?.start ?? item.start }];
  });
  const [first] = changed;
  if (first) {
    const more = changed.length - 1;
    const rest = more === 0 ? '' : ` The same for ${more} more ${more === 1 ? 'record' : 'records'}.`;
    report(
      'type-changed',
      first.at,
      `The record is a ${first.written}. HubSpot’s blog importer takes only posts, so its pages are written as posts.${rest}`,
    );
  }
  const unlisted = channel && findChild(channel, 'wp:author') ? findUnlistedAuthors({ text }, channel) : [];
  for (const name of unlisted)
    report(
      'author-unknown',
      channel?.start ?? root.start,
      `The channel lists no author called "${cutText(name, 60)}", whom posts name: the author was added. Assign these posts to an author of your blog after the import.`,
    );
  if (channel && !findChild(channel, 'wp:author') && !items.some((item) => findChild(item, 'dc:creator')))
    report(
      'author-added',
      channel.start,
      'The export names no author, which HubSpot asks for: one was added. Assign the posts to an author after the import.',
    );
  return problems;
}

function read(file: XmlFile): SeedReading<WxrSeed> {
  const rss = toRss(file);
  if ('severity' in rss) return { problems: [rss] };
  const channel = findChild(rss.root, 'channel');
  if (!channel) return readWxr(rss, 'hubspot');
  const text = upgradeRss(rss, channel);
  const root = outlineXml(text, file.file);
  if ('severity' in root) return { problems: [root] };
  const { seed, problems } = readWxr({ ...file, text, root }, 'hubspot');
  if (!seed) return { problems };
  const kind = isWxr(file) ? seed.format : file.root.name === 'rss' ? 'RSS' : 'Atom';
  return { seed: { ...seed, format: kind }, problems: [...problems, ...reportChanges(rss, seed)] };
}

/** `{{ content.name }}`, `{{ content.blog.name | title }}` */
const SNIPPET_FORM: VariableForm = { pattern: /\{\{-?\s*([\w.]+)[^{}]*\}\}|\{%[^{}]*%\}/g, separator: '|' };

function findField({ metas }: WxrPage, name: string): string {
  return metas.find(({ key, value }) => key.toLowerCase() === name && value.trim() !== '')?.value ?? '';
}

/** The importer takes the excerpt for the meta description. */
function readHubspotSnippet(page: WxrPage): SnippetTexts {
  const summary = readVisibleText(page.excerpt);
  const variables = {
    'content.name': page.title,
    'content.title': page.title,
    'content.html_title': page.title,
    page_title: page.title,
    'content.meta_description': summary,
    'content.post_summary': summary,
    'content.blog.name': page.siteName,
    'group.public_title': page.siteName,
    'blog.name': page.siteName,
    company_name: page.siteName,
    'site_settings.company_name': page.siteName,
    'content.blog_post_author.display_name': page.author,
  };
  const resolve = (text: string) => resolveVariables(decodeHtmlText(text).text, variables, SNIPPET_FORM);
  return {
    title: resolve(findField(page, 'html_title') || page.title),
    description:
      resolve(findField(page, 'meta_description') || page.excerpt) || describeContent(page.content),
  };
}

export const hubspot: Platform<XmlFile, WxrSeed, 'hubspot'> = {
  id: 'hubspot',
  name: importer.product,
  extension: 'xml',
  offered: 'switcher',
  hasTemplateTags: true,
  previewLimits:
    'Your blog template’s header, sidebar and footer aren’t shown. HubL modules, forms and embeds appear as labeled boxes: HubSpot renders them on your site.',
  advice: ADVICE,
  recognizeText: (text) => isWxrFrom('hubspot', text),
  recognize(file) {
    if (isWxr(file)) return isFromHubspot(file.text) ? 0.9 : 0.5;
    return ['rss', 'feed'].includes(file.root.local) ? 0.4 : 0;
  },
  read,
  compile: (options) => compileWxr(options, importer),
  choosesPage: true,
  candidates: listWxrCandidates,
  listPages: listWxrPages,
  describe: describeWxr,
  readSample: (file) =>
    readWxrSample(file, importer.id, {
      readDescription: ({ excerpt }) => excerpt,
      readSnippet: readHubspotSnippet,
    }),
  ...syntax,
  audit,
  guide,
  steering,
};
