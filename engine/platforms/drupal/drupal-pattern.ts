/**
 * The records of an export that serve as the pattern, compiled: names, order and escape style stay, identity
 * is written anew. Several kinds are cloned together, one of each for a row.
 */
import { type GuardedText, type Piece, comparePieces, liftPieces } from '../../encoding/piece.ts';
import { scanString } from '../../encoding/scan-text.ts';
import type { Scan } from '../../encoding/scan.ts';
import type { Pattern, Selector } from '../../render/template.ts';
import { TEXT_BYTES } from '../../limits.ts';
import { PAGE_URL, type Value, identity } from '../../language/value.ts';
import { type XmlElement, listTextRuns } from '../../text/xml-outline.ts';
import { attributesOf, fillAttributes } from '../shared/xml/attributes.ts';
import { PageFacts } from '../shared/page-facts.ts';
import { fillLeaf, removeElement, replaceLeaf } from '../shared/xml/leaf.ts';
import type { ChosenRecords } from './choose-records.ts';
import type { DrupalSeed } from './drupal-seed.ts';
import { type Leaf, fieldOf, leavesOf } from './leaves.ts';
import { METATAG, clearSticky, findDropped, shareNodeFacts } from './node-facts.ts';

/** Numbers of the site that the seed came from: the importer gives new ones. */
const EMPTIED = new Set(['nid', 'vid', 'pid', 'tnid', 'revision_timestamp']);
const UUIDS = new Set(['uuid', 'vuuid', 'guid']);
const ALIASES = new Set(['alias', 'path', 'url_alias', 'path_alias', 'view_node']);
const FOREIGN_IDS = new Set(['target_id', 'user_id', 'author_id', 'term_id', 'category_id', 'type_id']);
const OWN_IDS = /^(?:id|unique_id|sourceid|source_id)$|_id$/;
/** Fields by which an importer can recognize a record, besides its ids. */
const UNIQUE = new Set(['nid', 'url', 'link', 'sku']);
const TITLE = /^(?:title|name|label)(?:\/value)?$/i;
const FILE_PATH = /^\/(?:sites|files|system|themes)\/[^\s<>"]*\.\w{2,5}$/;

/** The leaf that the addresses of pages are made of. */
export function findAlias(
  seed: DrupalSeed,
  patterns: readonly XmlElement[],
): { text: string; element: XmlElement } | undefined {
  const leaves = patterns.flatMap((pattern) => leavesOf(seed.text, pattern, ''));
  const named = leaves.filter((leaf) => ALIASES.has(fieldOf(leaf)) && !/[<>\s]/.test(leaf.text.trim()));
  return named.find((leaf) => fieldOf(leaf) === 'alias') ?? named[0];
}

/** Text of the first field that is called title, name or label. */
export function findTitle(seed: DrupalSeed, patterns: readonly XmlElement[]): string {
  const leaves = patterns.flatMap((pattern) => leavesOf(seed.text, pattern, ''));
  return leaves.find((leaf) => /^(?:title|name|label)$/i.test(fieldOf(leaf)))?.text ?? '';
}

interface Options {
  site: string;
  scan: Scan;
  alias: XmlElement | undefined;
}

class RecordCompiler {
  readonly found: { piece: Piece; leaf: string }[] = [];
  readonly limits: Pattern['limits'] = [];
  readonly texts = new Map<string, GuardedText>();
  readonly selectors: Selector[] = [];
  readonly facts: PageFacts;
  /** The record in work is not of the first kind. */
  #isBeside = false;
  /** Fields that hold a path of a file on the seed's own site. */
  relativeFiles = 0;
  readonly #seed: DrupalSeed;
  readonly #options: Options;
  /** Ids of the records, by what the seed has there. */
  readonly #ids = new Map<string, number>();

  constructor(seed: DrupalSeed, patterns: readonly XmlElement[], options: Options) {
    this.#seed = seed;
    this.#options = options;
    this.facts = new PageFacts(seed);
    for (const pattern of patterns)
      for (const leaf of leavesOf(seed.text, pattern, ''))
        if (this.#isOwnId(leaf) && !this.#ids.has(leaf.text.trim()))
          this.#ids.set(leaf.text.trim(), this.#ids.size);
    const hasKey = patterns.some((pattern) =>
      leavesOf(seed.text, pattern, '').some((leaf) => UUIDS.has(fieldOf(leaf)) || this.#isOwnId(leaf)),
    );
    this.#judgeIdentity(patterns);
    for (const pattern of patterns) {
      this.#isBeside = pattern !== patterns[0];
      this.#record(pattern, hasKey);
    }
  }

  /** Each kind of record needs a field by which importers recognize it. */
  #judgeIdentity(patterns: readonly XmlElement[]): void {
    for (const pattern of patterns) {
      const isUnique = leavesOf(this.#seed.text, pattern, '').some((leaf) => {
        const field = fieldOf(leaf);
        if (UUIDS.has(field) || UNIQUE.has(field)) return true;
        return !leaf.path.includes('/') && OWN_IDS.test(field) && !FOREIGN_IDS.has(field);
      });
      if (isUnique) continue;
      const { start: at, contentEnd } = pattern;
      const name = this.#seed.shape === 'list' || this.#seed.shape === 'rss' ? 'guid' : 'uuid';
      const inner = this.#seed.shape === 'entity' ? '<value></value>' : '';
      const edits = [{ start: contentEnd, end: contentEnd, text: `<${name}>${inner}</${name}>` }];
      this.facts.share('identity', { name: pattern.name, at, remedy: `<${name}>`, edits });
    }
  }

  #isOwnId(leaf: Leaf): boolean {
    const isDirect = !leaf.path.includes('/');
    const field = fieldOf(leaf);
    return (
      isDirect &&
      OWN_IDS.test(field) &&
      !FOREIGN_IDS.has(field) &&
      leaf.text.trim() !== '' &&
      !this.#options.scan.columns.fillsAny(leaf.text)
    );
  }

  #add(leaf: string, pieces: readonly Piece[]): void {
    for (const piece of pieces) this.found.push({ piece, leaf });
  }

  #record(record: XmlElement, hasKey: boolean): void {
    const { text } = this.#seed;
    if (this.#seed.shape === 'entity') this.#wrap(record);
    else this.#tag(record);
    const { columns } = this.#options.scan;
    const dropped = findDropped(this.#seed, record, columns);
    for (const { element, group } of dropped) {
      this.facts.drop(group, element.start, element.name);
      this.#add(element.name, [removeElement(text, element)]);
    }
    const isDropped = ({ start }: XmlElement) =>
      dropped.some(({ element }) => element.start <= start && start < element.end);
    const leaves = leavesOf(text, record, '').filter(({ element }) => !isDropped(element));
    shareNodeFacts({ seed: this.#seed, record, leaves, columns }, this.facts);
    for (const leaf of leaves) this.#leaf(leaf, hasKey);
    // tags of elements that hold others, and text next to these
    for (const run of listTextRuns(text, record)) {
      if (run.start === record.start || run.contentStart === run.start || isDropped(run)) continue;
      const isLeaf = leavesOf(text, record, '').some(({ element }) => element.start === run.start);
      if (!isLeaf) this.#add(run.name, fillAttributes(text, run, this.#options.scan));
    }
  }

  /** One entity is the root of its export; of many each is an item, as in a list of the core. */
  #wrap({ start, contentStart, contentEnd, end }: XmlElement): void {
    this.#add('item', [
      { kind: 'rewrite', start, end: contentStart, text: '<item key="' },
      {
        kind: 'hole',
        start: contentStart,
        end: contentStart,
        value: identity('index'),
        encoders: ['xml-attr'],
        text: '',
      },
      { kind: 'rewrite', start: contentStart, end: contentStart, text: '">' },
      { kind: 'rewrite', start: contentEnd, end, text: '</item>' },
    ]);
  }

  #tag(record: XmlElement): void {
    const { text } = this.#seed;
    for (const attribute of attributesOf(text, record)) {
      const { name, from, to } = attribute;
      if (name !== 'key' || !/^\d+$/.test(text.slice(from, to))) continue;
      this.#add('key', [
        { kind: 'rewrite', start: from, end: to, text: '' },
        { kind: 'hole', start: to, end: to, value: identity('index'), encoders: ['xml-attr'], text: '' },
      ]);
      return;
    }
    this.#add(record.name, fillAttributes(text, record, this.#options.scan));
  }

  #leaf(leaf: Leaf, hasKey: boolean): void {
    const { element, path, text } = leaf;
    const field = fieldOf(leaf);
    const { alias, site } = this.#options;
    const written = text.trim();
    this.#select(leaf, field);
    if (this.#seed.shape === 'atom' && this.#atomLeaf(leaf)) return;
    if (element === alias) this.#alias(leaf);
    else if (this.#options.scan.columns.fillsAny(text)) this.#fill(leaf);
    else if (UUIDS.has(field)) this.#replace(leaf, identity('uuid'));
    else if (path.split('/')[0] === 'feeds_item' || EMPTIED.has(field)) {
      if (field === 'tnid' && !['', '0'].includes(written))
        this.facts.drop('translation link', element.start, element.name);
      this.#replace(leaf, field === 'nid' && !hasKey ? identity('number') : '');
    } else if (this.#isReference(leaf)) this.#reference(leaf);
    else if (field === 'link' && ['rss', 'atom'].includes(this.#seed.shape) && written !== '')
      this.#replace(leaf, PAGE_URL);
    else if (FILE_PATH.test(written) && !['alias', 'path'].includes(field)) {
      this.relativeFiles += 1;
      if (site !== '') this.#replace(leaf, `${site}${written}`.replaceAll('&', '&amp;'));
    } else this.#fillOrClear(leaf);
  }

  #fillOrClear(leaf: Leaf): void {
    const cleared = clearSticky(leaf);
    if (cleared === undefined) return this.#fill(leaf);
    this.facts.drop('sticky flag', leaf.element.start);
    this.#replace(leaf, cleared);
  }

  /** What a person names in the importer: of the first kind of record. */
  #select(leaf: Leaf, field: string): void {
    const { path, text, element } = leaf;
    const add = (name: string) => {
      if (!this.selectors.some((each) => each.name === name)) this.selectors.push({ name, path });
    };
    if (this.#isBeside) return;
    if (element === this.#options.alias) add('Path alias');
    else if (UUIDS.has(field) || this.#isOwnId(leaf)) add('Unique key');
    else if (TITLE.test(path)) add('Title');
    // of a field with several properties the first: its value
    else if (this.#options.scan.columns.fillsAny(text)) add(path.split('/')[0] ?? path);
  }

  #isReference(leaf: Leaf): boolean {
    const written = leaf.text.trim();
    if (!this.#ids.has(written)) return false;
    return this.#isOwnId(leaf) || !/^\d+$/.test(written);
  }

  /** A number of the page, or the seed's own word with the page's slug. */
  #reference(leaf: Leaf): void {
    const written = leaf.text.trim();
    const index = this.#ids.get(written) ?? 0;
    if (/^\d+$/.test(written)) this.#replace(leaf, identity(`number-${index}`));
    else this.#replace(leaf, identity('slug'), { before: `${written}-` });
  }

  #alias(leaf: Leaf): void {
    this.#options.scan.leaf = leaf.path;
    this.#options.scan.find(leaf.text, '');
    const before = leaf.text.trim().startsWith('/') ? '/' : '';
    this.#replace(leaf, identity('slug'), { before, name: 'slug' });
  }

  /** Atom knows an entry by its id, and has its address in an attribute. */
  #atomLeaf({ element, path, ...leaf }: Leaf): boolean {
    if (path === 'id') this.#replace({ element, path, ...leaf }, identity('uuid'), { before: 'urn:uuid:' });
    else if (path === 'link') {
      const { text } = this.#seed;
      const attributes = attributesOf(text, element);
      const valueOf = (name: string) => {
        const found = attributes.find((each) => each.name === name);
        return found && text.slice(found.from, found.to);
      };
      const href = attributes.find(({ name }) => name === 'href');
      const isOwn = ['alternate', undefined].includes(valueOf('rel'));
      if (!href || !isOwn || this.#options.scan.columns.fillsAny(valueOf('href') ?? '')) return false;
      const { from: start, to: end } = href;
      this.#add(path, [
        { kind: 'rewrite', start, end, text: '' },
        { kind: 'hole', start: end, end, value: PAGE_URL, encoders: ['xml-attr'], text: '' },
      ]);
    } else return false;
    return true;
  }

  /** @param as what goes before the value, and the name of the leaf in reports */
  #replace(
    { element, path }: Leaf,
    content: Value | string,
    as: { before?: string; name?: string } = {},
  ): void {
    if (typeof content === 'string' && element.contentStart === element.end) return;
    const { before = '', name = path } = as;
    const [open, hole, close] = replaceLeaf(this.#seed.text, element, content);
    if (!open || !hole || !close) return;
    const { start } = hole;
    this.#add(name, [open, { kind: 'rewrite', start, end: start, text: before }, hole, close]);
  }

  #fill({ element, path }: Leaf): void {
    const { scan } = this.#options;
    scan.leaf = path;
    this.#add(path, fillAttributes(this.#seed.text, element, scan));
    const filled = fillLeaf(this.#seed.text, element, {
      scan: (decoded) => {
        const found = scanString(decoded, { key: '', kind: 'plain' }, scan);
        const pieces = METATAG.test(path) ? found.map(rejectTokens) : found;
        scan.refuseRest(decoded, pieces);
        if (this.#seed.shape !== 'node-export') return pieces;
        // its importer decodes once more
        return liftPieces(pieces, (start, end) => ({ start, end }), 'ampersand');
      },
    });
    this.#add(path, filled.pieces);
    if (filled.text && !this.texts.has(path)) this.texts.set(path, filled.text);
    if (filled.length) this.limits.push({ name: path, limit: TEXT_BYTES, length: filled.length });
  }
}

/** A token of a value would be replaced as one of the seed, and there is no escape for it. */
function rejectTokens(piece: Piece): Piece {
  return piece.kind === 'hole' ? { ...piece, encoders: ['no-token', ...piece.encoders] } : piece;
}

/** Compiles the chosen records; `scan` keeps the tally of their placeholders. */
export function compileRecords(
  seed: DrupalSeed,
  { patterns, container }: ChosenRecords,
  options: Options,
): Pattern & { relativeFiles: number; selectors: Selector[] } {
  const compiler = new RecordCompiler(seed, patterns, options);
  const { found, limits, texts, relativeFiles, selectors, facts } = compiler;
  const [first] = patterns;
  const start = first?.start ?? container.start;
  for (const [index, pattern] of patterns.entries()) {
    const next = patterns[index + 1];
    if (!next) break;
    // what stands between two kinds is left out or stands once, before the pages
    const gap = /\s*$/.exec(seed.text.slice(pattern.end, next.start))?.[0] ?? '';
    found.push({ piece: { kind: 'rewrite', start: pattern.end, end: next.start, text: gap }, leaf: '' });
  }
  const sorted = found.sort((a, b) => comparePieces(a.piece, b.piece));
  const titlePath = [...texts.keys()].find((path) => TITLE.test(path));
  const title = titlePath === undefined ? undefined : texts.get(titlePath);
  if (title) texts.set('title', title);
  return {
    start,
    end: patterns.at(-1)?.end ?? container.end,
    title: findTitle(seed, patterns),
    type: first?.name ?? '',
    id: 0,
    pieces: sorted.map(({ piece }) => piece),
    leaves: sorted.map(({ leaf }) => leaf),
    limits,
    texts,
    ...facts.finish(),
    relativeFiles,
    selectors,
  };
}
