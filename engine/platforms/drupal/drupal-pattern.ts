/**
 * Compiles the records of an export that serve as the pattern. Names, order and escape style are preserved; identity is
 * written anew. Several kinds are cloned together, one of each per row.
 */
import { xmlEncoders } from '../../encoding/xml/encode-xml.ts';
import { defineEncoders } from '../../text/encoder.ts';
import { type Piece, liftPieces } from '../../encoding/piece.ts';
import { scanString } from '../../encoding/scan-text.ts';
import type { Scan } from '../../encoding/scan.ts';
import type { Pattern, Selector } from '../../render/template.ts';
import { PAGE_URL, type Value, identityValue } from '../../language/value.ts';
import { type XmlElement, listTextRuns } from '../../text/xml-outline.ts';
import { findAttribute, listAttributes, readRawAttribute } from '../shared/xml/attributes.ts';
import type { SharedKind } from '../shared/page-data.ts';
import { replaceRange } from '../shared/pattern-builder.ts';
import { XmlPatternBuilder } from '../shared/xml/xml-pattern-builder.ts';
import type { SelectedRecords } from './select-records.ts';
import type { DrupalSeed } from './drupal-seed.ts';
import { type Leaf, getFieldName, listLeaves } from './leaves.ts';
import { METATAG, clearSticky, findDropped, reportNodeSettings } from './node-settings.ts';

/** Numbers of the seed's own site: the importer assigns new ones. */
const EMPTIED = new Set(['nid', 'vid', 'pid', 'tnid', 'revision_timestamp']);
const UUIDS = new Set(['uuid', 'vuuid', 'guid']);
const ALIASES = new Set(['alias', 'path', 'url_alias', 'path_alias', 'view_node']);
const FOREIGN_IDS = new Set(['target_id', 'user_id', 'author_id', 'term_id', 'category_id', 'type_id']);
const OWN_IDS = /^(?:id|unique_id|sourceid|source_id)$|_id$/;
/** Settings of a record, and the format of a text. */
const SETTINGS =
  /(?:^|\/)(?:status|promote|sticky|created|changed|timestamp|type|bundle|langcode|language|default_langcode|uid|moderation_state|format|delta)(?:\/value)?$/i;
/** Fields by which an importer can recognize a record, in addition to its IDs. */
const UNIQUE = new Set(['nid', 'url', 'link', 'sku']);
const TITLE = /^(?:title|name|label)(?:\/value)?$/i;
const FILE_PATH = /^\/(?:sites|files|system|themes)\/[^\s<>"]*\.\w{2,5}$/;

const NO_UNIQUE_FIELD: SharedKind = {
  code: 'id-missing',
  fix: ['Add unique field', 'unique field added'],
  describe: (_value, where) =>
    `The records have no unique field, such as guid, uuid or nid, so a second import creates duplicates. Add an empty ${where}: each page gets its own.`,
};

/** Finds the leaf that the URLs of pages are made from. */
export function findAlias(
  seed: DrupalSeed,
  patterns: readonly XmlElement[],
): { text: string; element: XmlElement } | undefined {
  const leaves = patterns.flatMap((pattern) => listLeaves(seed.text, pattern, ''));
  const named = leaves.filter((leaf) => ALIASES.has(getFieldName(leaf)) && !/[<>\s]/.test(leaf.text.trim()));
  return named.find((leaf) => getFieldName(leaf) === 'alias') ?? named[0];
}

/** Text of the first field that is called title, name or label. */
export function findTitle(seed: DrupalSeed, patterns: readonly XmlElement[]): string {
  const leaves = patterns.flatMap((pattern) => listLeaves(seed.text, pattern, ''));
  return leaves.find((leaf) => /^(?:title|name|label)$/i.test(getFieldName(leaf)))?.text ?? '';
}

/** Checks if Drupal reads the field as an identity, a path, a number or a setting. */
function isPlainField({ path }: Leaf, field: string): boolean {
  return (
    UUIDS.has(field) ||
    ALIASES.has(field) ||
    EMPTIED.has(field) ||
    FOREIGN_IDS.has(field) ||
    OWN_IDS.test(field) ||
    SETTINGS.test(path)
  );
}

interface Options {
  site: string;
  scan: Scan;
  alias: XmlElement | undefined;
  /** Elements whose text rows set, with the field of the page’s identity. */
  settings?: ReadonlyMap<XmlElement, string>;
}

class RecordCompiler {
  readonly selectors: Selector[] = [];
  /** Fields with the path of a file on the seed's own site. */
  relativeFiles = 0;
  readonly #seed: DrupalSeed;
  readonly #options: Options;
  readonly #scan: Scan;
  readonly #builder: XmlPatternBuilder;
  /** The current record isn't of the first kind. */
  #isFurtherKind = false;
  /** Indexes of the records' ids. */
  readonly #ids = new Map<string, number>();

  constructor(seed: DrupalSeed, options: Options) {
    this.#seed = seed;
    this.#options = options;
    this.#scan = options.scan;
    this.#builder = new XmlPatternBuilder(seed, options.scan);
  }

  compile({ patterns, container }: SelectedRecords): Pattern {
    const { text } = this.#seed;
    const leaves = patterns.flatMap((pattern) => listLeaves(text, pattern, ''));
    for (const leaf of leaves)
      if (this.#isOwnId(leaf) && !this.#ids.has(leaf.text.trim()))
        this.#ids.set(leaf.text.trim(), this.#ids.size);
    const hasKey = leaves.some((leaf) => UUIDS.has(getFieldName(leaf)) || this.#isOwnId(leaf));
    this.#checkIdentity(patterns);
    for (const [index, pattern] of patterns.entries()) {
      this.#isFurtherKind = index > 0;
      // a construct may begin in one value of a field and end in another
      const record = text.slice(pattern.start, pattern.end);
      this.#scan.constructs.scanWithin(record, () => this.#record(pattern, hasKey));
      const next = patterns[index + 1];
      if (!next) break;
      // static records between two kinds are dropped here: they are written once, before the pages
      const gap = /\s*$/.exec(text.slice(pattern.end, next.start))?.[0] ?? '';
      this.#builder.add('', [{ kind: 'rewrite', start: pattern.end, end: next.start, text: gap }]);
    }
    const { texts } = this.#builder;
    const titlePath = [...texts.keys()].find((path) => TITLE.test(path));
    const [first] = patterns;
    return this.#builder.finish({
      start: first?.start ?? container.start,
      end: patterns.at(-1)?.end ?? container.end,
      title: findTitle(this.#seed, patterns),
      titleText: titlePath === undefined ? undefined : texts.get(titlePath),
      type: first?.name ?? '',
      id: 0,
    });
  }

  /** Each kind of record needs a field by which importers recognize it. */
  #checkIdentity(patterns: readonly XmlElement[]): void {
    for (const pattern of patterns) {
      const isUnique = listLeaves(this.#seed.text, pattern, '').some((leaf) => {
        const field = getFieldName(leaf);
        if (UUIDS.has(field) || UNIQUE.has(field)) return true;
        return !leaf.path.includes('/') && OWN_IDS.test(field) && !FOREIGN_IDS.has(field);
      });
      if (isUnique) continue;
      const { start: at, contentEnd } = pattern;
      const name = this.#seed.shape === 'list' || this.#seed.shape === 'rss' ? 'guid' : 'uuid';
      const inner = this.#seed.shape === 'entity' ? '<value></value>' : '';
      const edits = [{ start: contentEnd, end: contentEnd, text: `<${name}>${inner}</${name}>` }];
      this.#builder.data.report(NO_UNIQUE_FIELD, { name: pattern.name, at, remedy: `<${name}>`, edits });
    }
  }

  #isOwnId(leaf: Leaf): boolean {
    const isDirect = !leaf.path.includes('/');
    const field = getFieldName(leaf);
    return (
      isDirect &&
      OWN_IDS.test(field) &&
      !FOREIGN_IDS.has(field) &&
      leaf.text.trim() !== '' &&
      !this.#scan.columns.fillsAny(leaf.text)
    );
  }

  #record(record: XmlElement, hasKey: boolean): void {
    const { text } = this.#seed;
    if (this.#seed.shape === 'entity') this.#wrap(record);
    else this.#tag(record);
    const { columns } = this.#scan;
    const dropped = findDropped(this.#seed, record, columns);
    for (const { element, group } of dropped) this.#builder.drop(element, group, element.name);
    const isDropped = ({ start }: XmlElement) =>
      dropped.some(({ element }) => element.start <= start && start < element.end);
    const all = listLeaves(text, record, '');
    const leaves = all.filter(({ element }) => !isDropped(element));
    reportNodeSettings({ seed: this.#seed, record, leaves, columns }, this.#builder.data);
    for (const leaf of leaves) this.#leaf(leaf, hasKey);
    // tags of elements that contain others, and text next to these
    const starts = new Set(all.map(({ element }) => element.start));
    for (const run of listTextRuns(text, record)) {
      if (run.start === record.start || run.contentStart === run.start || isDropped(run)) continue;
      if (!starts.has(run.start)) this.#builder.fillTag(run.name, run);
    }
    this.#builder.placeItemMarkers(record);
  }

  /** The one entity that is the root of its export becomes an item, as in the core's lists. */
  #wrap({ start, contentStart, contentEnd, end }: XmlElement): void {
    const open = ['<item key="', identityValue('index'), '">'];
    this.#builder.add('item', [
      ...replaceRange({ start, end: contentStart }, open, xmlEncoders['xml-attr']),
      ...replaceRange({ start: contentEnd, end }, ['</item>'], xmlEncoders.xml),
    ]);
  }

  #tag(record: XmlElement): void {
    const { text } = this.#seed;
    const key = listAttributes(text, record).find(
      ({ name, from, to }) => name === 'key' && /^\d+$/.test(text.slice(from, to)),
    );
    if (!key) return this.#builder.fillTag(record.name, record);
    const { from: start, to: end } = key;
    this.#builder.add('key', replaceRange({ start, end }, [identityValue('index')], xmlEncoders['xml-attr']));
  }

  #leaf(leaf: Leaf, hasKey: boolean): void {
    const { element, path, text } = leaf;
    const field = getFieldName(leaf);
    const { alias, site } = this.#options;
    const written = text.trim();
    this.#select(leaf, field);
    if (isPlainField(leaf, field)) this.#builder.refuseConstructsIn(path, element);
    if (this.#seed.shape === 'atom' && this.#atomLeaf(leaf)) return;
    const setting = this.#options.settings?.get(element);
    if (setting !== undefined) this.#replace(leaf, identityValue(setting));
    else if (element === alias) this.#alias(leaf);
    else if (this.#scan.columns.fillsAny(text)) this.#fill(leaf);
    else if (UUIDS.has(field)) this.#replace(leaf, identityValue('uuid'));
    else if (path.split('/')[0] === 'feeds_item' || EMPTIED.has(field)) {
      if (field === 'tnid' && !['', '0'].includes(written))
        this.#builder.data.drop('translation link', element.start, element.name);
      if (field === 'nid' && !hasKey) this.#replace(leaf, identityValue('number'));
      else this.#clear(leaf);
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
    this.#builder.data.drop('sticky flag', leaf.element.start);
    this.#replace(leaf, cleared);
  }

  /** Adds what users select in the importer, for the first kind of record. */
  #select(leaf: Leaf, field: string): void {
    const { path, text, element } = leaf;
    const add = (name: string) => {
      if (!this.selectors.some((each) => each.name === name)) this.selectors.push({ name, path });
    };
    if (this.#isFurtherKind) return;
    if (element === this.#options.alias) add('Path alias');
    else if (UUIDS.has(field) || this.#isOwnId(leaf)) add('Unique key');
    else if (TITLE.test(path)) add('Title');
    // the first property of a field is its value
    else if (this.#scan.columns.fillsAny(text)) add(path.split('/')[0] ?? path);
  }

  #isReference(leaf: Leaf): boolean {
    const written = leaf.text.trim();
    if (!this.#ids.has(written)) return false;
    return this.#isOwnId(leaf) || !/^\d+$/.test(written);
  }

  /** Writes a number of the page, or the seed's own word with the page's slug. */
  #reference(leaf: Leaf): void {
    const written = leaf.text.trim();
    const index = this.#ids.get(written) ?? 0;
    if (/^\d+$/.test(written)) this.#replace(leaf, identityValue(`number-${index}`));
    else this.#replace(leaf, `${written}-`, identityValue('slug'));
  }

  #alias(leaf: Leaf): void {
    this.#scan.leaf = leaf.path;
    this.#scan.find(leaf.text, undefined);
    const before = leaf.text.trim().startsWith('/') ? '/' : '';
    this.#builder.replace('slug', leaf.element, before, identityValue('slug'));
  }

  /** Atom identifies an entry by its id, and has its URL in an attribute. */
  #atomLeaf(leaf: Leaf): boolean {
    const { element, path } = leaf;
    if (path === 'id') {
      this.#replace(leaf, 'urn:uuid:', identityValue('uuid'));
      return true;
    }
    if (path !== 'link') return false;
    const { text } = this.#seed;
    const href = findAttribute(text, element, 'href');
    const isOwn = ['', 'alternate'].includes(readRawAttribute(text, element, 'rel'));
    if (!href || !isOwn || this.#scan.columns.fillsAny(text.slice(href.from, href.to))) return false;
    this.#builder.add(
      path,
      replaceRange({ start: href.from, end: href.to }, [PAGE_URL], xmlEncoders['xml-attr']),
    );
    return true;
  }

  #replace({ element, path }: Leaf, ...content: (Value | string)[]): void {
    this.#builder.replace(path, element, ...content);
  }

  /** Leaves a tag that closes itself as it is. */
  #clear(leaf: Leaf): void {
    if (leaf.element.contentStart < leaf.element.end) this.#replace(leaf, '');
  }

  #fill({ element, path }: Leaf): void {
    this.#builder.fill(path, element, {
      scan: (decoded) => {
        const found = scanString(decoded, { key: '', kind: 'plain' }, this.#scan);
        return METATAG.test(path) ? found.map(rejectTokens) : found;
      },
      // Node Export decodes once more
      ...(this.#seed.shape === 'node-export' && {
        encode: (pieces) => liftPieces(pieces, (start, end) => ({ start, end }), xmlEncoders.ampersand),
      }),
    });
  }
}

/** Drupal, `Token::scan()`: a type, a colon and a name in brackets. */
const drupalEncoders = defineEncoders({
  'no-token': {
    label: 'text with tokens',
    encode: (value) =>
      /\[[^\s[\]:]+:[^[\]]+\]/.test(value)
        ? {
            code: 'value-not-harmless',
            reason: 'has a token such as [site:name] in a field where Drupal would replace it',
          }
        : value,
  },
});

/** Drupal replaces tokens in values too, and they can't be escaped. */
function rejectTokens(piece: Piece): Piece {
  return piece.kind === 'hole'
    ? { ...piece, encoders: [drupalEncoders['no-token'], ...piece.encoders] }
    : piece;
}

/** Compiles the selected records. */
export function compileRecords(
  seed: DrupalSeed,
  selected: SelectedRecords,
  options: Options,
): { pattern: Pattern; relativeFiles: number; selectors: Selector[] } {
  const compiler = new RecordCompiler(seed, options);
  const pattern = compiler.compile(selected);
  return { pattern, relativeFiles: compiler.relativeFiles, selectors: compiler.selectors };
}
