/**
 * The item of a WXR that serves as the pattern, compiled: which ranges of it are written anew for
 * each page. Names, order, unknown fields and escape style stay; identity is rewritten only.
 */
import { EXCERPT_BYTES, META_KEY_BYTES, TEXT_BYTES, TITLE_BYTES } from '../../../limits.ts';
import type { Problem } from '../../../problem.ts';
import { isEmptyInPhp } from '../../../encoding/php/is-empty-in-php.ts';
import { PAGE_URL, identity } from '../../../language/value.ts';
import { type GuardedText, type Piece, comparePieces } from '../../../encoding/piece.ts';
import type { Scan } from '../../../encoding/scan.ts';
import type { LimitedLeaf, Pattern } from '../../../render/template.ts';
import { scanContent, scanShort, scanString } from '../../../encoding/scan-text.ts';
import type { WxrSeed, SeedItem, SeedMeta } from './seed.ts';
import { placeInSeed } from '../../../render/seed.ts';
import { type XmlElement, listTextRuns } from '../../../text/xml-outline.ts';
import { attributesOf, fillAttributes } from '../xml/attributes.ts';
import { isSerialized } from '../../../encoding/php/is-serialized.ts';
import { findHeadTags } from '../head-tags.ts';
import { PageFacts } from '../page-facts.ts';
import { editLeaf, toEdits } from '../xml/edits.ts';
import { fillCategory } from './category.ts';
import { findDroppedGroup, isTranslationGroup } from './one-page-metas.ts';
import { isMeta, readField } from './read.ts';
import { belongsTo, findSharedMetas, isCanonicalKey } from './shared-metas.ts';
import { type FilledLeaf, fillLeaf, removeElement, replaceLeaf } from '../xml/leaf.ts';

/** What the importer reads of an item, with what it takes where the field is missing. */
const REQUIRED_FIELDS: readonly [string, string][] = [
  ['title', ''],
  ['wp:comment_status', 'closed'],
  ['wp:ping_status', 'closed'],
  ['wp:status', 'draft'],
  ['wp:post_parent', '0'],
  ['wp:menu_order', '0'],
  ['wp:post_type', 'page'],
  ['wp:post_password', ''],
  ['wp:is_sticky', '0'],
  ['dc:creator', ''],
];
const IDENTITY_FIELDS: ReadonlyMap<string, string> = new Map([
  ['pubDate', 'date-rfc'],
  ['guid', 'guid'],
  ['wp:post_id', 'id'],
  ['wp:post_name', 'slug'],
  ['wp:post_date', 'date'],
  ['wp:post_date_gmt', 'date-gmt'],
  ['wp:post_modified', 'date'],
  ['wp:post_modified_gmt', 'date-gmt'],
]);
/** Short columns of the database: a longer value fails the page. */
const SHORT_FIELDS: ReadonlyMap<string, number> = new Map([
  ['wp:status', 20],
  ['wp:post_type', 20],
  ['wp:comment_status', 20],
  ['wp:ping_status', 20],
  ['wp:post_password', 255],
]);
const REQUIRED_IDENTITY = ['guid', 'wp:post_id', 'wp:post_name', 'wp:post_date', 'wp:post_date_gmt'];

const NUMBER_FIELDS = new Set(['wp:post_parent', 'wp:menu_order', 'wp:is_sticky']);
/** Statuses with which visitors cannot see a page. */
const HIDDEN_STATUSES: ReadonlyMap<string, string> = new Map([
  ['', 'drafts'],
  ['draft', 'drafts'],
  ['pending', 'pages pending review'],
  ['private', 'private pages'],
]);
/** Oxygen signs its shortcodes (oxygenbuilder.com/documentation/other/security). */
const OXYGEN_KEY = /^_?ct_builder_(?:json|shortcodes)$/;

/** Names the featured image of the page. */
export const isThumbnail = ({ key }: SeedMeta): boolean => key.text === '_thumbnail_id';

export interface WxrPattern extends Pattern {
  item: SeedItem;
}

/** A statically spelt status that lands as a visible page, and why it was changed. */
function fixStatus(status: string): { status: string; text: string } | undefined {
  if (status === 'future')
    return {
      status: 'publish',
      text: 'The seed is scheduled ("future"). Its pages are written as published ("publish").',
    };
  if (status === 'auto-draft')
    return {
      status: 'draft',
      text: 'The seed is an auto-draft, which the importer skips silently. Its pages are written as drafts.',
    };
  if (status === 'trash')
    return { status: 'draft', text: 'The seed is in the trash. Its pages are written as drafts.' };
  return undefined;
}

class PatternCompiler {
  readonly #seed: WxrSeed;
  readonly #item: SeedItem;
  readonly #scan: Scan;
  readonly #found: { piece: Piece; leaf: string }[] = [];
  readonly #limits: LimitedLeaf[] = [];
  readonly #problems: Problem[] = [];
  readonly #texts = new Map<string, GuardedText>();
  readonly #facts: PageFacts;

  constructor(seed: WxrSeed, item: SeedItem, scan: Scan) {
    this.#seed = seed;
    this.#facts = new PageFacts(seed);
    this.#item = item;
    this.#scan = scan;
  }

  compile(): WxrPattern {
    const seen = new Set<string>();
    this.#scan.leaf = 'item';
    this.#add('item', fillAttributes(this.#seed.text, this.#item.element, this.#scan));
    for (const child of this.#item.element.children) {
      this.#child(child, seen.has(child.name));
      seen.add(child.name);
    }
    this.#addMissing(seen);
    const sorted = this.#found.sort((a, b) => comparePieces(a.piece, b.piece));
    const { element, title, type, id } = this.#item;
    const { problems, fixes } = this.#facts.finish();
    return {
      item: this.#item,
      start: element.start,
      end: element.end,
      title,
      type,
      id,
      pieces: sorted.map(({ piece }) => piece),
      leaves: sorted.map(({ leaf }) => leaf),
      limits: this.#limits,
      texts: this.#texts,
      problems: [...this.#problems, ...problems],
      fixes,
    };
  }

  #add(leaf: string, pieces: readonly Piece[]): void {
    for (const piece of pieces) this.#found.push({ piece, leaf });
  }

  #addLeaf(leaf: string, filled: FilledLeaf, limit: { limit: number; isRequired?: boolean }): void {
    this.#add(leaf, filled.pieces);
    if (filled.text && !this.#texts.has(leaf)) this.#texts.set(leaf, filled.text);
    if (filled.length) this.#limits.push({ name: leaf, ...limit, length: filled.length });
  }

  #fill(
    leaf: string,
    element: XmlElement,
    options: { scan: (text: string) => Piece[]; limit?: number; isRequired?: boolean; guarded?: boolean },
  ): FilledLeaf {
    this.#scan.leaf = leaf;
    const { scan, guarded = false, limit = TEXT_BYTES, isRequired = false } = options;
    this.#add(leaf, fillAttributes(this.#seed.text, element, this.#scan));
    const filled = fillLeaf(this.#seed.text, element, {
      scan: (decoded) => {
        const pieces = scan(decoded);
        this.#scan.refuseRest(decoded, pieces);
        this.#findTags(leaf, element, decoded);
        return pieces;
      },
      guarded,
    });
    this.#addLeaf(leaf, filled, { limit, isRequired });
    return filled;
  }

  /** Tags that the HTML of one page has; in serialized text the lengths around them would change. */
  #findTags(leaf: string, element: XmlElement, decoded: string): void {
    for (const tag of findHeadTags(decoded))
      this.#facts.share(tag.kind, {
        name: leaf,
        at: element.contentStart,
        value: tag.value,
        ...(!isSerialized(decoded) && { edits: editLeaf(this.#seed.text, element, [tag]) }),
      });
  }

  /** The leaf with another text; a tag that closes itself is written anew as a whole. */
  #replace(leaf: string, element: XmlElement, content: Parameters<typeof replaceLeaf>[2]): void {
    const { text } = this.#seed;
    this.#scan.leaf = leaf;
    if (element.contentStart < element.end) this.#add(leaf, fillAttributes(text, element, this.#scan));
    this.#add(leaf, replaceLeaf(text, element, content));
  }

  #child(element: XmlElement, isRepeated: boolean): void {
    const { text } = this.#seed;
    const scan = this.#scan;
    if (element.name === 'wp:post_password') this.#password(element);
    const field = IDENTITY_FIELDS.get(element.name);
    if (element.name === 'wp:comment') this.#drop(element, 'comment');
    else if (field !== undefined && isRepeated) this.#add(element.name, [removeElement(text, element)]);
    else if (field !== undefined) this.#identity(element, field);
    else if (element.name === 'link') this.#replace('link', element, PAGE_URL);
    else if (isMeta(element)) this.#meta(element);
    else if (element.name === 'wp:status') this.#status(element);
    else if (element.name === 'wp:is_sticky') this.#sticky(element);
    else if (element.name === 'category') this.#category(element);
    else if (element.name === 'title')
      this.#fill('title', element, { scan: (decoded) => scanShort(decoded, scan), limit: TITLE_BYTES });
    else if (element.name === 'content:encoded')
      this.#fill('content', element, { scan: (decoded) => scanContent(decoded, scan) });
    else if (element.name === 'excerpt:encoded')
      this.#fill('excerpt', element, {
        scan: (decoded) => scanShort(decoded, scan),
        limit: EXCERPT_BYTES,
      });
    else this.#other(element);
  }

  /** What the seed has there is of no page; only a slug reports what the person meant. */
  #identity(element: XmlElement, field: string): void {
    this.#replace(element.name, element, identity(field));
    if (field === 'slug') this.#scan.find(this.#item.fields.get(element.name)?.text ?? '', '');
  }

  #other(element: XmlElement): void {
    for (const run of listTextRuns(this.#seed.text, element)) this.#run(run);
  }

  #run(element: XmlElement): void {
    const isNumber = NUMBER_FIELDS.has(element.name);
    const isStatus = element.name === 'wp:status';
    this.#fill(element.name, element, {
      scan: (decoded) => {
        if (isNumber) return this.#scan.find(decoded, 'integer');
        const pieces = scanString(decoded, { key: element.local, kind: 'plain' }, this.#scan);
        return isStatus ? pieces.map(lowerStatus) : pieces;
      },
      limit: SHORT_FIELDS.get(element.name) ?? TEXT_BYTES,
    });
  }

  #drop(element: XmlElement, group: string, name?: string): void {
    this.#facts.drop(group, element.start, name);
    this.#add(element.name, [removeElement(this.#seed.text, element)]);
  }

  #sticky(element: XmlElement): void {
    if (readField(this.#seed.text, element).text.trim() !== '1') return this.#other(element);
    this.#facts.drop('sticky flag', element.start);
    this.#replace(element.name, element, '0');
  }

  #category(element: XmlElement): void {
    const { text } = this.#seed;
    const domain = attributesOf(text, element).find(({ name }) => name === 'domain');
    if (domain && isTranslationGroup(text.slice(domain.from, domain.to)))
      return this.#drop(element, 'translation link', text.slice(domain.from, domain.to));
    this.#scan.leaf = 'term';
    this.#add('term', fillCategory(text, element, this.#scan));
  }

  #password(element: XmlElement): void {
    const { text } = readField(this.#seed.text, element);
    if (text === '' || this.#scan.columns.fillsAny(text)) return;
    const edits = toEdits(replaceLeaf(this.#seed.text, element, ''));
    this.#facts.share('password', { name: element.name, at: element.start, edits });
  }

  #status(element: XmlElement): void {
    const status = this.#item.fields.get('wp:status')?.text.trim() ?? '';
    const fixed = fixStatus(status);
    if (!fixed) {
      this.#other(element);
      this.#judgeStatus(element, status);
      return;
    }
    this.#replace('wp:status', element, fixed.status);
    this.#problems.push({
      code: 'status-changed',
      severity: 'notice',
      file: this.#seed.file,
      ...placeInSeed(this.#seed, element.start),
      field: 'wp:status',
      text: fixed.text,
    });
  }

  #judgeStatus(element: XmlElement, status: string): void {
    if (['publish', 'inherit'].includes(status) || this.#scan.columns.fillsAny(status)) return;
    this.#facts.share('hidden', {
      name: element.name,
      at: element.start,
      value: HIDDEN_STATUSES.get(status) ?? `pages with the status "${status}"`,
      remedy: 'wp:status to "publish"',
      edits: toEdits(replaceLeaf(this.#seed.text, element, 'publish')),
    });
  }

  #meta(element: XmlElement): void {
    const meta = this.#item.metas.find((candidate) => candidate.element === element);
    // the importer drops a meta without a name
    if (!meta || isEmptyInPhp(meta.key.text.trim())) {
      this.#add('meta', [removeElement(this.#seed.text, element)]);
      return;
    }
    const isFilled = this.#scan.columns.fillsAny(meta.value.text);
    const dropped = findDroppedGroup(meta.key.text, meta.value.text, isFilled);
    if (dropped !== undefined) return this.#drop(element, dropped, meta.key.text);
    const leaf = `meta ${meta.key.text}`;
    this.#scan.leaf = leaf;
    this.#add(leaf, fillAttributes(this.#seed.text, element, this.#scan));
    for (const child of element.children)
      if (child !== meta.key.element && child !== meta.value.element) this.#other(child);
    this.#fill(`${leaf} (key)`, meta.key.element, {
      scan: (decoded) => this.#scan.findAll(decoded, '', { kind: 'plain' }),
      limit: META_KEY_BYTES,
      isRequired: true,
    });
    if (isCanonicalKey(meta.key.text) && this.#isOwnAddress(meta.value.text)) {
      this.#replace(leaf, meta.value.element, PAGE_URL);
      return;
    }
    this.#shareMeta(leaf, meta);
    const kind = meta.key.text === '_elementor_data' ? 'builder' : 'plain';
    const scan = (decoded: string) => scanString(decoded, { key: meta.key.text, kind }, this.#scan);
    const { length } = this.#fill(leaf, meta.value.element, { scan, guarded: true });
    if (length && OXYGEN_KEY.test(meta.key.text))
      this.#facts.share('signature', { name: leaf, at: meta.value.element.start });
  }

  #shareMeta(name: string, meta: SeedMeta): void {
    const { text } = this.#seed;
    const { metas } = this.#item;
    for (const { kind, value, edits } of findSharedMetas(meta, metas)) {
      const fact = { name, at: meta.value.element.start, value };
      if (edits === undefined) {
        const together = metas.filter((other) => other === meta || belongsTo(meta.key.text, other.key.text));
        const removed = together.map(({ element }) => removeElement(text, element));
        this.#facts.share(kind, { ...fact, edits: toEdits(removed) });
      } else if (edits.length === 0) this.#facts.share(kind, fact);
      else this.#facts.share(kind, { ...fact, edits: editLeaf(text, meta.value.element, edits) });
    }
  }

  /** The seed's own address in one of the forms that WordPress gives it: by its link, its slug or its id. */
  #isOwnAddress(text: string): boolean {
    const bare = (address: string) =>
      address
        .trim()
        .replace(/^https?:/i, '')
        .replace(/\/$/, '');
    const address = bare(text);
    if (address === '') return false;
    const fieldOf = (name: string) => bare(this.#item.fields.get(name)?.text ?? '');
    if (address === fieldOf('link') || address === fieldOf('guid')) return true;
    const site = bare(this.#seed.baseUrl);
    if (site === '' || !address.startsWith(`${site}/`)) return false;
    const slug = fieldOf('wp:post_name');
    if (slug !== '' && address.endsWith(`/${slug}`)) return true;
    return new RegExp(`[?&](?:p|page_id)=${this.#item.id}$`).test(address);
  }

  /** Fields that two of the importer's parsers warn of when they are missing. */
  #addMissing(seen: ReadonlySet<string>): void {
    const at = this.#item.element.contentEnd;
    const insert = (text: string): Piece => ({ kind: 'rewrite', start: at, end: at, text });
    for (const name of REQUIRED_IDENTITY) {
      const field = IDENTITY_FIELDS.get(name);
      if (seen.has(name) || field === undefined) continue;
      const hole: Piece = {
        kind: 'hole',
        start: at,
        end: at,
        value: identity(field),
        encoders: ['xml'],
        text: '',
      };
      this.#add(name, [insert(`<${name}>`), hole, insert(`</${name}>`)]);
    }
    if (!seen.has('wp:status'))
      this.#facts.share('hidden', {
        name: 'wp:status',
        at: this.#item.element.start,
        value: 'drafts',
        remedy: 'wp:status to "publish"',
        edits: [{ start: at, end: at, text: '<wp:status>publish</wp:status>' }],
      });
    for (const [name, content] of REQUIRED_FIELDS)
      if (!seen.has(name)) this.#add(name, [insert(`<${name}>${content}</${name}>`)]);
  }
}

/** WordPress knows its statuses in lower case only. */
function lowerStatus(piece: Piece): Piece {
  if (piece.kind !== 'hole') return piece;
  const { value } = piece;
  return { ...piece, value: { ...value, filters: [...value.filters, { name: 'lower', argument: '' }] } };
}

/** Compiles the item that serves as the pattern; `scan` keeps the tally of its placeholders. */
export function compilePattern(seed: WxrSeed, item: SeedItem, scan: Scan): WxrPattern {
  return new PatternCompiler(seed, item, scan).compile();
}
