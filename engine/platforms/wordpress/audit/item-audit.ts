/** Checks one item after the other: its texts as they end, and a row of facts for each. */
import { TEXT_BYTES } from '../../../limits.ts';
import { wxrLimits } from '../../shared/wxr/limits.ts';
import { hashCode, readDataHtml } from '../../../verify/code-shape.ts';
import { checkContent, undoDiviMarkers } from './content-rules.ts';
import { addSubject, cut, type Finding, nameItem } from '../../../verify/finding.ts';
import { createItemColumns } from './item-columns.ts';
import type { OnPage } from '../../../verify/audited-page.ts';
import { detach, hashText } from '../../../verify/compact-text.ts';
import { ITEM_LEAVES, type Leaf, type Meta } from '../../shared/wxr/audit/wxr-reader.ts';
import {
  isDraft,
  checkItem,
  type LeafFinding,
  type Leaves,
  leafText,
  readInteger,
  REFUSING,
  NON_PAGE_TYPES,
} from './item-rules.ts';
import { HARMLESS_METAS, checkMeta, OWN_METAS } from './meta-rules.ts';
import type { PartProblem } from '../../../verify/platform-audit.ts';
import { ITEM_FLAG, type PartAudit } from './part-audit.ts';
import type { ProblemList } from '../../../verify/problem-list.ts';
import type { SeedComparison } from '../../../verify/seed-flaws.ts';
import { isPageMeta, type PageTexts, readPage } from './page-text.ts';
import { readMustacheShape } from '../../../verify/mustache-shape.ts';
import { exceedsBytes } from './text.ts';
import { foldTitle, toSearchTitle } from './title-key.ts';

const JOINT_LEAVES = new Set<string>(ITEM_LEAVES);
/** Texts that the page shows as HTML. */
const SHOWN = new Set(['title', 'content:encoded', 'excerpt:encoded']);

/** Line and column of a place within a leaf's text. */
function placeIn(leaf: Leaf, at: number): { line: number; column: number } {
  const before = leaf.text.slice(0, at);
  const last = before.lastIndexOf('\n');
  if (last === -1) return { line: leaf.line, column: leaf.column };
  return { line: leaf.line + before.split('\n').length - 1, column: at - last };
}

interface OpenItem {
  line: number;
  column: number;
  leaves: Map<string, Leaf>;
  pending: PartProblem[];
  flags: number;
  thumbnail: number;
  /** Names of its leaves. */
  names: string;
  metas: number;
  content: string;
  /** Collected for `onPage`. */
  link: string;
  pageMetas: PageTexts['metas'];
  url: string;
  /** The content isn't empty; PHP treats "0" as empty. */
  hasContent: boolean;
  hasExcerpt: boolean;
  /** Hash of the shape of the scripts and styles in its content. */
  code: number;
  dataCode: number;
}

const EMPTY_POST: LeafFinding = {
  code: 'post-empty',
  severity: 'fault',
  text: 'it has no title, content or excerpt, so WordPress rejects it; add at least one.',
  field: 'content:encoded',
};

/** PHP treats "0" as empty. */
function isUntitled(leaves: Leaves): boolean {
  return ['', '0'].includes(leafText(leaves, 'title'));
}

function getFlags(leaves: Leaves): number {
  const status = leafText(leaves, 'wp:status');
  return (
    (status === 'auto-draft' ? ITEM_FLAG.autoDraft : 0) |
    (isDraft(status) ? ITEM_FLAG.draft : 0) |
    (isUntitled(leaves) ? ITEM_FLAG.untitled : 0)
  );
}

function getRefusal(findings: readonly { code: string }[]): number {
  return findings.some((finding) => REFUSING.has(finding.code)) ? ITEM_FLAG.refused : 0;
}

/** Addresses in a content, each once. */
function listUrls(content: string): string[] {
  return [...new Set(content.match(/https?:\/\/[^\s"'<>()\\]+/gu))].map(detach);
}

interface ItemAuditOptions {
  /** Seconds since 1970; without it, no date is in the future. */
  now: number | undefined;
  seed: SeedComparison;
  onPage?: OnPage | undefined;
}

/** Stores only values of past items; of the current one also the short leaves that are checked together. */
export class ItemAudit {
  readonly #problems: ProblemList;
  readonly #now: number | undefined;
  readonly #seed: SeedComparison;
  readonly #onPage: OnPage | undefined;
  readonly #columns = createItemColumns();
  readonly #types: string[] = [];
  /** Login of each `dc:creator` and the line where it was first seen. */
  readonly #creators = new Map<string, number>();
  readonly #media: PartAudit['media'] = [];
  #pages = 0;
  /** Its content is read when the file ends. */
  #lastPage = { index: -1, content: '' };
  #item: OpenItem | undefined;

  constructor(problems: ProblemList, { now, seed, onPage }: ItemAuditOptions) {
    this.#problems = problems;
    this.#now = now;
    this.#seed = seed;
    this.#onPage = onPage;
  }

  /** Index of the item that is being read, -1 between items. */
  get current(): number {
    return this.#item === undefined ? -1 : this.#columns.count();
  }

  start(line: number, column: number): void {
    const facts = {
      flags: 0,
      thumbnail: 0,
      names: '',
      metas: 0,
      hasContent: false,
      hasExcerpt: false,
      code: 0,
      dataCode: 0,
    };
    this.#item = {
      line,
      column,
      leaves: new Map(),
      pending: [],
      content: '',
      url: '',
      link: '',
      pageMetas: [],
      ...facts,
    };
  }

  leaf(leaf: Leaf): void {
    if (this.#item === undefined) return;
    this.#checkLength(leaf, TEXT_BYTES, 'text-long');
    this.#item.names += `${leaf.name} `;
    const hasText = leaf.text !== '' && leaf.text !== '0';
    if (SHOWN.has(leaf.name)) this.#checkTags(leaf);
    if (leaf.name === 'content:encoded') {
      this.#item.hasContent ||= hasText;
      this.#item.code ||= hashCode(undoDiviMarkers(leaf.text));
      this.#item.content ||= leaf.text;
      this.#note(leaf, checkContent(leaf.text));
    } else if (leaf.name === 'excerpt:encoded') {
      this.#item.hasExcerpt ||= hasText;
      this.#checkLength(leaf, wxrLimits.excerptBytes, 'excerpt-long');
    } else if (leaf.name === 'link') {
      this.#item.link ||= leaf.text;
    } else if (leaf.name === 'wp:attachment_url') {
      this.#item.url ||= leaf.text.trim();
    } else if (JOINT_LEAVES.has(leaf.name) && !this.#item.leaves.has(leaf.name))
      this.#item.leaves.set(leaf.name, leaf);
  }

  meta({ key, value, line, column }: Meta): void {
    if (this.#item === undefined) return;
    this.#item.metas += 1;
    const leaf = { name: `meta ${cut(key, 80)}`, text: value, line, column };
    this.#checkLength(leaf, TEXT_BYTES, 'text-long');
    this.#note(leaf, checkMeta(key, value));
    if (this.#onPage && isPageMeta(key)) this.#item.pageMetas.push({ key, value });
    if (OWN_METAS.has(key)) this.#item.flags |= ITEM_FLAG.ownMetas;
    if (!HARMLESS_METAS.has(key)) this.#item.flags |= ITEM_FLAG.metas;
    if (key === '_elementor_data') this.#item.dataCode ||= hashCode(undoDiviMarkers(readDataHtml(value)));
    if (key === '_thumbnail_id') this.#item.thumbnail = readInteger(value);
  }

  comment(): void {
    if (this.#item !== undefined) this.#item.flags |= ITEM_FLAG.comments;
  }

  end(): void {
    const item = this.#item;
    if (item === undefined) return;
    const { leaves } = item;
    const type = leafText(leaves, 'wp:post_type');
    const { findings, date } = checkItem(leaves, this.#now);
    const hasText = item.hasContent || item.hasExcerpt;
    const folded = foldTitle(leafText(leaves, 'title'));
    if (type === 'post' && !hasText && isUntitled(leaves)) findings.push(EMPTY_POST);
    this.#reportProblems(item, findings);
    this.#noteCreator(leafText(leaves, 'dc:creator'), item.line);
    this.#columns.add({
      line: item.line,
      id: readInteger(leafText(leaves, 'wp:post_id')),
      type: this.#typeIndex(type),
      parent: readInteger(leafText(leaves, 'wp:post_parent')),
      status: hashText(leafText(leaves, 'wp:status')),
      shape: hashText(item.names),
      code: item.code,
      dataCode: item.dataCode,
      metas: item.metas,
      thumbnail: item.thumbnail,
      title: hashText(folded),
      searchTitle: hashText(foldTitle(toSearchTitle(leafText(leaves, 'title')))),
      date: date.seconds,
      guid: leaves.has('guid') ? hashText(leafText(leaves, 'guid')) : 0,
      flags:
        item.flags |
        getFlags(leaves) |
        getRefusal([...item.pending, ...findings]) |
        (hasText ? 0 : ITEM_FLAG.textless) |
        (item.hasContent ? 0 : ITEM_FLAG.contentless),
      slug: detach(leafText(leaves, 'wp:post_name')),
    });
    const index = this.#columns.count() - 1;
    if (type === 'attachment') this.#media.push({ item: index, url: detach(item.url) });
    if (!NON_PAGE_TYPES.has(type)) {
      this.#pages += 1;
      this.#lastPage = { index, content: item.content };
      const { content, link, pageMetas: metas } = item;
      this.#onPage?.(readPage(leaves, { content, link, metas }));
    }
    this.#item = undefined;
  }

  /** @param isRefused the importer rejects the whole file */
  finish(isRefused: boolean) {
    return {
      items: (isRefused ? createItemColumns() : this.#columns).finish(),
      types: this.#types,
      pages: isRefused ? 0 : this.#pages,
      media: isRefused ? [] : this.#media,
      pictures: isRefused ? [] : listUrls(this.#lastPage.content),
      picturesItem: isRefused ? -1 : this.#lastPage.index,
      creators: this.#creators,
    };
  }

  #note(leaf: Leaf, findings: readonly Finding[]): void {
    for (const { at, ...finding } of findings) {
      this.#item?.pending.push({ ...finding, ...placeIn(leaf, at ?? 0), field: detach(leaf.name) });
    }
  }

  /** Vue, Angular and the like render the tags of a page. */
  #checkTags(leaf: Leaf): void {
    const findings = this.#seed.checkTags(leaf.text, leaf.name, readMustacheShape);
    for (const finding of findings)
      this.#note(leaf, [{ ...finding, text: finding.text.replace(/^The/, 'the') }]);
  }

  #checkLength(leaf: Leaf, limit: number, code: string): void {
    if (!exceedsBytes(leaf.text, limit)) return;
    const harm = code === 'text-long' ? "the importer's parser stops there" : 'the page fails to import';
    const text = `${leaf.name} has more than ${limit} bytes, so ${harm}; shorten it.`;
    this.#note(leaf, [{ code, severity: 'fault', text }]);
  }

  #typeIndex(type: string): number {
    const found = this.#types.indexOf(type);
    return found === -1 ? this.#types.push(detach(type)) - 1 : found;
  }

  #noteCreator(creator: string, line: number): void {
    if (!this.#creators.has(creator)) this.#creators.set(detach(creator), line);
  }

  #reportProblems(item: OpenItem, findings: readonly LeafFinding[]): void {
    if (item.pending.length === 0 && findings.length === 0) return;
    const { leaves } = item;
    const id = readInteger(leafText(leaves, 'wp:post_id'));
    const type = leafText(leaves, 'wp:post_type');
    const name = nameItem({ type, slug: leafText(leaves, 'wp:post_name'), id });
    const index = this.#columns.count();
    for (const problem of this.#seed.filter(item.pending)) {
      this.#problems.add({ ...problem, ...addSubject(name, problem.text), item: index });
    }
    for (const { at: _, ...finding } of findings) {
      const { line, column } = leaves.get(finding.field) ?? item;
      this.#problems.add({ ...finding, ...addSubject(name, finding.text), line, column, item: index });
    }
  }
}
