/**
 * The item of a WXR that serves as the pattern, compiled: which ranges of it are written anew for
 * each page. Names, order, unknown fields and escape style stay; identity is rewritten only.
 */
import { cutText } from '../../text/cut-text.ts';
import { EXCERPT_BYTES, META_KEY_BYTES, TEXT_BYTES, TITLE_BYTES } from '../../limits.ts';
import type { Problem } from '../../problem.ts';
import { isEmptyInPhp } from '../../contexts/php/is-empty-in-php.ts';
import { PAGE_URL, identity } from '../../template/value.ts';
import { type GuardedText, type Piece, comparePieces } from '../../contexts/piece.ts';
import type { Scan } from '../../contexts/scan.ts';
import type { LimitedLeaf, Pattern } from '../../fill/template.ts';
import { scanContent, scanShort, scanString } from '../../contexts/scan-text.ts';
import type { WxrSeed, SeedItem, SeedMeta } from './seed.ts';
import { placeInSeed } from '../../fill/seed.ts';
import { type XmlElement, textRunsOf } from '../../text/xml-outline.ts';
import { fillAttributes } from '../xml/attributes.ts';
import { fillCategory } from './category.ts';
import { isMeta } from './read.ts';
import { type FilledLeaf, fillLeaf, removeElement, replaceLeaf } from '../xml/leaf.ts';

/** Metas that belong to one page alone: locks, old slugs, ready-made HTML and CSS of Elementor. */
export const DROPPED_METAS: ReadonlySet<string> = new Set([
  '_edit_last',
  '_edit_lock',
  '_wp_old_slug',
  '_wp_old_date',
  '_elementor_css',
  '_elementor_element_cache',
  '_elementor_page_assets',
]);
/** Metas that hold the page's own address where they hold one at all. */
const CANONICAL_METAS = new Set([
  '_yoast_wpseo_canonical',
  'rank_math_canonical_url',
  '_aioseo_canonical_url',
  '_seopress_robots_canonical',
]);
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

  constructor(seed: WxrSeed, item: SeedItem, scan: Scan) {
    this.#seed = seed;
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
      problems: this.#problems,
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
  ): void {
    this.#scan.leaf = leaf;
    const { scan, guarded = false, limit = TEXT_BYTES, isRequired = false } = options;
    this.#add(leaf, fillAttributes(this.#seed.text, element, this.#scan));
    const filled = fillLeaf(this.#seed.text, element, {
      scan: (decoded) => {
        const pieces = scan(decoded);
        this.#scan.refuseRest(decoded, pieces);
        return pieces;
      },
      guarded,
    });
    this.#addLeaf(leaf, filled, { limit, isRequired });
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
    const field = IDENTITY_FIELDS.get(element.name);
    if (element.name === 'wp:comment' || (field !== undefined && isRepeated))
      this.#add(element.name, [removeElement(text, element)]);
    else if (field !== undefined) this.#identity(element, field);
    else if (element.name === 'link') this.#replace('link', element, PAGE_URL);
    else if (isMeta(element)) this.#meta(element);
    else if (element.name === 'wp:status') this.#status(element);
    else if (element.name === 'category') {
      scan.leaf = 'term';
      this.#add('term', fillCategory(text, element, scan));
    } else if (element.name === 'title')
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
    for (const run of textRunsOf(this.#seed.text, element)) this.#run(run);
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

  #status(element: XmlElement): void {
    const fixed = fixStatus(this.#item.fields.get('wp:status')?.text.trim() ?? '');
    if (!fixed) {
      this.#other(element);
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

  #meta(element: XmlElement): void {
    const meta = this.#item.metas.find((candidate) => candidate.element === element);
    // the importer drops a meta without a name
    if (!meta || isEmptyInPhp(meta.key.text.trim()) || DROPPED_METAS.has(meta.key.text)) {
      this.#add('meta', [removeElement(this.#seed.text, element)]);
      return;
    }
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
    if (CANONICAL_METAS.has(meta.key.text)) {
      if (this.#isOwnAddress(meta.value.text)) {
        this.#replace(leaf, meta.value.element, PAGE_URL);
        return;
      }
      this.#judgeCanonical(meta);
    }
    const kind = meta.key.text === '_elementor_data' ? 'builder' : 'plain';
    const scan = (decoded: string) => scanString(decoded, { key: meta.key.text, kind }, this.#scan);
    this.#fill(leaf, meta.value.element, { scan, guarded: true });
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

  #judgeCanonical({ key, value }: SeedMeta): void {
    if (value.text.trim() === '' || value.text.includes('[')) return;
    this.#problems.push({
      code: 'canonical-elsewhere',
      severity: 'notice',
      file: this.#seed.file,
      ...placeInSeed(this.#seed, value.element.start),
      field: `meta ${key.text}`,
      text: `All pages name "${cutText(value.text.trim(), 100)}" as their canonical address, so search engines show that page instead of them. Write [page_url] for the page’s own address.`,
    });
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
