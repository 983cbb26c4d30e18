/**
 * Checks a WXR as HubSpot's blog importer reads it: it imports only posts, derives their URLs from their
 * links, requires authors, reads the meta description from the excerpt, and evaluates HubL everywhere.
 */
import type {
  PlatformAudit,
  Expectation,
  PartAuditOptions,
  PartAuditor,
  Verdict,
} from '../../../verify/platform-audit.ts';
import { type OnPage, toPageSlug } from '../../../verify/audited-page.ts';
import { type Finding, cut, fault, notice } from '../../../verify/finding.ts';
import { RecordAudit, type RecordPart, checkRecords } from '../../../verify/record-audit.ts';
import { dropHublTags, maskHublTags, readHublShape } from './hubl-shape.ts';
import { hubdbAudit, isTable } from './hubdb-audit.ts';
import { type Leaf, WxrReader } from '../../shared/wxr/audit/wxr-reader.ts';

/** Types of records that never become posts. */
const NON_PAGE_TYPES = new Set(['attachment', 'nav_menu_item', 'revision', 'custom_css', 'wp_global_styles']);
const RFC_DATE =
  /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d(?::\d\d)? (?:[+-]\d{4}|GMT|UTC?|Z)$/;
const HUBL = /\{[{%#]/;
const EVALUATED = ['title', 'content:encoded', 'excerpt:encoded'];
/** Characters of a description that search engines show. */
const DESCRIPTION_CHARACTERS = 155;
const STATUSES = new Set(['publish', 'draft', 'pending', 'private']);

/** Text of an address without its scheme and host. */
function getPath(link: string): string {
  return link.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').replaceAll(/^\/+|\/+$/g, '');
}

class HubspotAudit implements PartAuditor<RecordPart> {
  readonly #records: RecordAudit;
  readonly #reader: WxrReader;
  readonly #onPage: OnPage | undefined;
  readonly #authors = new Set<string>();
  /** The first record and line of each. */
  readonly #creators = new Map<string, { item: number; line: number }>();
  #leaves = new Map<string, Leaf>();
  #line = 1;

  constructor(options: PartAuditOptions) {
    this.#records = new RecordAudit('hubspot', options);
    this.#onPage = options.onPage;
    this.#reader = new WxrReader({
      itemStart: (line) => {
        this.#records.start(line);
        this.#line = line;
        this.#leaves = new Map();
      },
      itemEnd: () => this.#finishItem(),
      itemLeaf: (leaf) => {
        if (!this.#leaves.has(leaf.name)) this.#leaves.set(leaf.name, leaf);
      },
      meta: () => {},
      comment: () => {},
      channelLeaf: ({ name, text }) => {
        if (name === 'wp:author_login' || name === 'wp:author_display_name') this.#authors.add(text);
      },
      text: (text, line, field) => this.#records.text(text, line, field),
      problem: ({ fatal: _fatal, ...problem }) => this.#records.problem({ severity: 'fault', ...problem }),
    });
  }

  push(chunk: Uint8Array): void {
    this.#reader.push(chunk);
  }

  end(): RecordPart {
    this.#reader.end();
    this.#records.current = -1;
    this.#checkAuthors();
    return this.#records.end(this.#reader.bytes);
  }

  #getText(name: string): string {
    return this.#leaves.get(name)?.text ?? '';
  }

  #report(field: string, ...findings: Finding[]): void {
    const line = this.#leaves.get(field)?.line ?? this.#line;
    this.#records.findings(findings, line, field);
  }

  #finishItem(): void {
    const type = this.#getText('wp:post_type').trim();
    const isPage = !NON_PAGE_TYPES.has(type);
    if (isPage) this.#checkPost(type);
    else if (type === 'attachment') this.#checkPicture();
    const link = this.#getText('link').trim();
    const id = this.#getText('wp:post_id').trim();
    this.#records.code(maskHublTags(this.#getText('content:encoded')), 'content:encoded');
    if (isPage) this.#emitPage(link);
    this.#records.finish({
      id: /^\d+$/.test(id) ? Number(id) : 0,
      slug: this.#getText('wp:post_name').trim() || getPath(link),
      isPage,
      type,
      keys: { id, guid: this.#getText('guid').trim(), link },
    });
  }

  #emitPage(link: string): void {
    const slug = this.#getText('wp:post_name').trim() || getPath(link);
    this.#onPage?.({
      slug: toPageSlug(slug),
      url: link || slug,
      title: dropHublTags(this.#getText('title')),
      texts: [dropHublTags(this.#getText('content:encoded'))],
      searchTitle: undefined,
      description: dropHublTags(this.#getText('excerpt:encoded')),
      canonical: '',
      isNoindex: false,
    });
  }

  #checkPost(type: string): void {
    if (type !== 'post')
      this.#report(
        'wp:post_type',
        fault(
          'type-not-post',
          `The record has the type "${cut(type, 40)}", but the blog importer accepts only posts; use the type post.`,
        ),
      );
    if (this.#getText('title').trim() === '')
      this.#report('title', fault('title-empty', 'The post has no title, which HubSpot requires; add one.'));
    const link = this.#getText('link').trim();
    if (getPath(link) === '')
      this.#report(
        'link',
        fault('link-missing', 'The post has no link, which HubSpot builds its URL from; add one.'),
      );
    else if (!/^https?:\/\/[^/]/i.test(link))
      this.#report('link', notice('link-relative', 'The link has no domain; write the full URL.'));
    if (!/^[1-9]\d*$/.test(this.#getText('wp:post_id').trim()))
      this.#report('wp:post_id', notice('malformed-id', 'The post’s ID isn’t a positive number; write one.'));
    if (!STATUSES.has(this.#getText('wp:status').trim()))
      this.#report(
        'wp:status',
        notice(
          'unknown-status',
          'HubSpot doesn’t import posts with this status; use publish, draft, pending or private.',
        ),
      );
    this.#checkTexts();
    const creator = this.#leaves.get('dc:creator');
    const name = creator?.text.trim() ?? '';
    if (!this.#creators.has(name))
      this.#creators.set(name, { item: this.#records.current, line: creator?.line ?? this.#line });
  }

  #checkTexts(): void {
    const date = this.#getText('pubDate').trim();
    if (!RFC_DATE.test(date))
      this.#report(
        'pubDate',
        notice(
          'malformed-date',
          `The date "${cut(date, 60)}" isn’t in the RSS format; write it like Mon, 02 Nov 2026 09:00:00 +0000.`,
        ),
      );
    if (this.#getText('content:encoded').trim() === '')
      this.#report('content:encoded', notice('content-empty', 'The post has no content.'));
    const excerpt = this.#leaves.get('excerpt:encoded');
    if (!excerpt)
      this.#report(
        'excerpt:encoded',
        notice(
          'excerpt-missing',
          'The post has no excerpt, which HubSpot uses as its meta description; add one.',
        ),
      );
    else if ([...excerpt.text].length > DESCRIPTION_CHARACTERS)
      this.#report(
        'excerpt:encoded',
        notice(
          'excerpt-long',
          `The meta description has more than ${DESCRIPTION_CHARACTERS} characters; shorten it.`,
        ),
      );
    for (const field of EVALUATED) {
      const text = 'The text contains HubL ("{{", "{%" or "{#"), which HubSpot runs.';
      // where the seed has tags, each page must have the same
      if (HUBL.test(this.#getText(field)))
        this.#report(field, { ...fault('hubl-in-text', text), isExcusable: true });
      this.#report(field, ...this.#records.seed.checkTags(this.#getText(field), field, readHublShape));
    }
  }

  #checkPicture(): void {
    const url = this.#getText('wp:attachment_url').trim();
    if (/^https?:\/\/[^/?#]+\/[^?#]+$/i.test(url)) return;
    const text = `HubSpot can’t fetch the image "${cut(url, 100)}"; use an absolute URL without a query.`;
    this.#report('wp:attachment_url', notice('image-url-invalid', text));
  }

  #checkAuthors(): void {
    const [first] = this.#creators.values();
    if (this.#authors.size === 0 && first)
      this.#records.problem({
        code: 'author-missing',
        severity: 'notice',
        line: first.line,
        text: 'The channel lists no author, which HubSpot requires; add one.',
      });
    for (const [creator, { line }] of this.#creators) {
      if (this.#authors.has(creator)) continue;
      const text = `The channel lists no author named "${cut(creator, 60)}"; add one.`;
      this.#records.problem({ code: 'author-unknown', severity: 'notice', line, field: 'dc:creator', text });
    }
  }
}

const RULES = {
  hasIds: true,
  unique: {
    id: 'the second replaces the first',
    guid: 'the importer treats both as one record',
    link: 'only one post can have it',
  },
  // a string of a tag isn't a string of the script around it
  readHtml: ({ content = [''] }) => ({ 'content:encoded': content.map((text) => maskHublTags(text)) }),
  strict: new Set([
    'author-missing',
    'author-unknown',
    'malformed-date',
    'excerpt-missing',
    'malformed-id',
    'image-url-invalid',
    'unknown-status',
  ]),
  refusing: new Set(['type-not-post', 'title-empty', 'link-missing']),
};

/** The channel need not list the authors that rows choose. */
function findRules(expectation: Expectation | undefined): typeof RULES {
  if (expectation?.choosesAuthor !== true) return RULES;
  return { ...RULES, strict: RULES.strict.difference(new Set(['author-unknown'])) };
}

/** Checks posts and their table. */
function check(parts: readonly RecordPart[], expectation?: Expectation): Verdict {
  const posts = parts.filter((part) => !isTable(part));
  const tables = parts.filter(isTable);
  const tableVerdict = hubdbAudit.check(tables, posts, expectation);
  if (posts.length === 0 && tables.length > 0) return tableVerdict;
  const verdict = checkRecords(posts, findRules(expectation), expectation);
  if (tables.length === 0) return verdict;
  return {
    ...verdict,
    ok: verdict.ok && tableVerdict.ok,
    problems: [...verdict.problems, ...tableVerdict.problems],
  };
}

export const audit: PlatformAudit<RecordPart> = {
  create: (options) =>
    options.file.endsWith('.csv') ? hubdbAudit.create(options) : new HubspotAudit(options),
  check,
};
