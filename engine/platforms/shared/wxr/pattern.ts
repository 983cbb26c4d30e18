/**
 * Compiles the item of a WXR that serves as the pattern. Names, order, unknown fields and escape style are preserved;
 * identity is only rewritten.
 */
import { xmlEncoders } from '../../../encoding/xml/encode-xml.ts';
import { TEXT_BYTES } from '../../../limits.ts';
import { isEmptyInPhp } from '../php/is-empty-in-php.ts';
import { PAGE_URL, identityValue } from '../../../language/value.ts';
import { type GuardedText, type Piece, type TextGuard, byteLength } from '../../../encoding/piece.ts';
import type { Scan } from '../../../encoding/scan.ts';
import type { Pattern } from '../../../render/template.ts';
import { scanContent, scanShort, scanString } from '../../../encoding/scan-text.ts';
import { type WxrSeed, type SeedItem, type SeedMeta, readText } from './seed.ts';
import { type XmlElement, listTextRuns } from '../../../text/xml-outline.ts';
import { wxrLimits } from './limits.ts';
import { listAttributes, readAttribute, readRawAttribute } from '../xml/attributes.ts';
import type { SharedKind } from '../page-data.ts';
import { replaceRange } from '../pattern-builder.ts';
import { fillCategory } from './category.ts';
import { findDroppedGroup, isTranslationGroup } from './dropped-metas.ts';
import { isMeta } from './read.ts';
import { readElementText } from '../../../encoding/xml/xml-leaf.ts';
import { STEERED_FIELDS, type SteeredSettings, toPageStatus } from './steered-fields.ts';
import { belongsTo, findMetaSettings, isCanonicalKey } from './meta-settings.ts';
import { editLeaf, removeElement, replaceLeaf, toEdits } from '../xml/leaf.ts';
import { XmlPatternBuilder } from '../xml/xml-pattern-builder.ts';
import { phpEncoders } from '../php/encode-php.ts';
import { isSerialized } from '../php/is-serialized.ts';

/** Wraps a meta value that looks serialized once it is filled, as `maybe_serialize()` of WordPress does. */
const serializedGuard: TextGuard = {
  isRisky: (beginning) => /^\s*(?:[aOsbidEC]:|N;|.?$)/s.test(beginning.slice(0, 40)),
  wrap(text) {
    if (!isSerialized(text)) return undefined;
    const encoded = phpEncoders.php.encode(text);
    return typeof encoded === 'string' ? { open: `s:${byteLength(text)}:"`, close: '";' } : encoded;
  },
};

/** Fields that the importer reads of an item, with the value it takes for a missing one. */
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
const REQUIRED_IDENTITY = ['guid', 'wp:post_id', 'wp:post_name', 'wp:post_date', 'wp:post_date_gmt'];

/** Fields that the importer doesn’t show: names, numbers and settings. */
const PLAIN_FIELDS = new Set([
  'dc:creator',
  'wp:comment_status',
  'wp:ping_status',
  'wp:status',
  'wp:post_parent',
  'wp:menu_order',
  'wp:post_type',
  'wp:post_password',
  'wp:is_sticky',
  'wp:attachment_url',
]);
const PLAIN_METAS = new Set(['_thumbnail_id', '_wp_page_template', '_wp_attached_file']);
const NUMBER_FIELDS = new Set(['wp:post_parent', 'wp:menu_order', 'wp:is_sticky']);
/** Statuses of pages that visitors can’t see. */
const HIDDEN_STATUSES: ReadonlyMap<string, string> = new Map([
  ['', 'drafts'],
  ['draft', 'drafts'],
  ['pending', 'pages pending review'],
  ['private', 'private pages'],
]);
const PASSWORD: SharedKind = {
  code: 'password-shared',
  fix: ['Remove password', 'password removed'],
  describe: (_value, where) =>
    `All pages ask their visitors for the seed’s password. Remove it from ${where} if everyone should see them.`,
};

/** Checks if the meta names the featured image of the page. */
export const isThumbnail = ({ key }: SeedMeta): boolean => key.text === '_thumbnail_id';

export interface WxrPattern extends Pattern {
  item: SeedItem;
}

/** Status in place of one with which the importer skips or hides the pages, and the reason. */
function fixStatus(status: string): { status: string; text: string } | undefined {
  const fixed = toPageStatus(status);
  if (status === 'future')
    return {
      status: fixed,
      text: 'The seed is scheduled ("future"). Its pages are written as published ("publish").',
    };
  if (status === 'auto-draft')
    return {
      status: fixed,
      text: 'The seed is an auto-draft, which the importer skips silently. Its pages are written as drafts.',
    };
  if (status === 'trash')
    return { status: fixed, text: 'The seed is in the trash. Its pages are written as drafts.' };
  return undefined;
}

interface CompileOptions {
  /** Counts the placeholders of the item. */
  scan: Scan;
  checkFilledMeta?: ((key: string) => SharedKind | undefined) | undefined;
  /** Settings that rows choose. */
  steering?: SteeredSettings | undefined;
}

class PatternCompiler {
  readonly #seed: WxrSeed;
  readonly #item: SeedItem;
  readonly #scan: Scan;
  readonly #builder: XmlPatternBuilder;
  readonly #checkFilledMeta: CompileOptions['checkFilledMeta'];
  readonly #steering: SteeredSettings | undefined;
  readonly #structuredTexts: GuardedText[] = [];

  constructor(seed: WxrSeed, item: SeedItem, { scan, checkFilledMeta, steering }: CompileOptions) {
    this.#seed = seed;
    this.#item = item;
    this.#scan = scan;
    this.#builder = new XmlPatternBuilder(seed, scan);
    this.#checkFilledMeta = checkFilledMeta;
    this.#steering = steering;
  }

  compile(): WxrPattern {
    const { element, title, type, id } = this.#item;
    const seen = new Set<string>();
    this.#builder.fillTag('item', element);
    for (const child of element.children) {
      this.#child(child, seen.has(child.name));
      seen.add(child.name);
    }
    this.#addMissing(seen);
    this.#addSettings();
    const { start, end } = element;
    const titleText = this.#builder.texts.get('title');
    const structuredTexts = this.#structuredTexts;
    const record = { start, end, title, titleText, structuredTexts, type, id };
    return { item: this.#item, ...this.#builder.finish(record) };
  }

  #child(element: XmlElement, isRepeated: boolean): void {
    const scan = this.#scan;
    if (element.name === 'wp:post_password') this.#password(element);
    const field = IDENTITY_FIELDS.get(element.name);
    if (element.name === 'wp:comment') this.#builder.drop(element, 'comment');
    else if (field !== undefined && isRepeated) this.#builder.remove(element.name, element);
    else if (field !== undefined) this.#identityValue(element, field);
    else if (element.name === 'link') this.#builder.replace('link', element, PAGE_URL);
    else if (isMeta(element)) this.#meta(element);
    else if (this.#findSetting(element.name) !== undefined) this.#setting(element, isRepeated);
    else if (element.name === 'wp:status') this.#status(element);
    else if (element.name === 'wp:is_sticky') this.#sticky(element);
    else if (element.name === 'category') this.#category(element);
    else if (element.name === 'title')
      this.#builder.fill('title', element, {
        scan: (decoded) => scanShort(decoded, scan),
        rules: { limit: wxrLimits.titleBytes, label: 'The title' },
      });
    else if (element.name === 'content:encoded')
      this.#builder.fill('content', element, { scan: (decoded) => scanContent(decoded, scan) });
    else if (element.name === 'excerpt:encoded')
      this.#builder.fill('excerpt', element, {
        scan: (decoded) => scanShort(decoded, scan),
        rules: { limit: wxrLimits.excerptBytes },
      });
    else this.#other(element);
  }

  /** The field of the page's identity that a row sets in place of the element's text. */
  #findSetting(name: string): string | undefined {
    const column = STEERED_FIELDS.get(name);
    return column !== undefined && this.#steering?.sets(column) === true ? column : undefined;
  }

  #setting(element: XmlElement, isRepeated: boolean): void {
    if (isRepeated) this.#builder.remove(element.name, element);
    else this.#builder.replace(element.name, element, identityValue(this.#findSetting(element.name) ?? ''));
  }

  /** Adds metas and terms, which the rows write whole. */
  #addSettings(): void {
    const at = this.#item.element.contentEnd;
    const add = (leaf: string, field: string) =>
      this.#builder.add(leaf, [
        { kind: 'hole', start: at, end: at, value: identityValue(field), encoders: [], text: '' },
      ]);
    if (this.#steering?.setsTerms === true) add('term', 'page_terms');
    if (this.#steering?.setsMetas === true) add('meta', 'page_metas');
  }

  /** The seed's own identity belongs to no page; a slug is scanned because it may have placeholders. */
  #identityValue(element: XmlElement, field: string): void {
    this.#builder.replace(element.name, element, identityValue(field));
    if (field === 'slug') this.#scan.find(this.#item.fields.get(element.name)?.text ?? '', undefined);
  }

  #other(element: XmlElement): void {
    for (const run of listTextRuns(this.#seed.text, element)) this.#run(run);
  }

  #run(element: XmlElement): void {
    const isNumber = NUMBER_FIELDS.has(element.name);
    const isStatus = element.name === 'wp:status';
    if (PLAIN_FIELDS.has(element.name)) this.#builder.refuseConstructsIn(element.name, element);
    this.#builder.fill(element.name, element, {
      scan: (decoded) => {
        if (isNumber) return this.#scan.find(decoded, xmlEncoders.integer);
        const pieces = scanString(decoded, { key: element.local, kind: 'plain' }, this.#scan);
        return isStatus ? pieces.map(lowerStatus) : pieces;
      },
      rules: { limit: wxrLimits.fieldBytes.get(element.name) ?? TEXT_BYTES },
    });
  }

  #sticky(element: XmlElement): void {
    if (readElementText(this.#seed.text, element).trim() !== '1') return this.#other(element);
    this.#builder.data.drop('sticky flag', element.start);
    this.#builder.replace(element.name, element, '0');
  }

  #category(element: XmlElement): void {
    const { text } = this.#seed;
    const domain = readRawAttribute(text, element, 'domain');
    if (isTranslationGroup(domain)) return this.#builder.drop(element, 'translation link', domain);
    if (this.#steering?.setsTerm(element) === true) return this.#builder.remove('term', element);
    // the nicename can't follow the branches of a name
    this.#builder.refuseConstructsIn('the name of a term', element);
    for (const attribute of listAttributes(text, element))
      this.#builder.refuseConstructs(
        `the ${attribute.name} of a term`,
        readAttribute(text, attribute).text,
        attribute.from,
      );
    this.#scan.leaf = 'term';
    this.#builder.add('term', fillCategory(text, element, this.#scan));
  }

  #password(element: XmlElement): void {
    const text = readElementText(this.#seed.text, element);
    if (text === '' || this.#scan.columns.fillsAny(text)) return;
    const edits = toEdits(replaceLeaf(this.#seed.text, element, ''));
    this.#builder.data.report(PASSWORD, { name: element.name, at: element.start, edits });
  }

  #status(element: XmlElement): void {
    const status = readText(this.#item, 'wp:status');
    const fixed = fixStatus(status);
    if (!fixed) {
      this.#other(element);
      this.#checkStatus(element, status);
      return;
    }
    this.#builder.replace('wp:status', element, fixed.status);
    this.#builder.report(element.start, {
      code: 'status-changed',
      severity: 'notice',
      field: 'wp:status',
      text: fixed.text,
    });
  }

  #checkStatus(element: XmlElement, status: string): void {
    if (['publish', 'inherit'].includes(status) || this.#scan.columns.fillsAny(status)) return;
    this.#builder.data.report('hidden', {
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
      this.#builder.remove('meta', element);
      return;
    }
    if (this.#steering?.setsMeta(meta.key.text) === true) return this.#builder.remove('meta', element);
    const isFilled = this.#scan.columns.fillsAny(meta.value.text);
    const dropped = findDroppedGroup(meta.key.text, meta.value.text, isFilled);
    if (dropped !== undefined) return this.#builder.drop(element, dropped, meta.key.text);
    const leaf = `meta ${meta.key.text}`;
    this.#builder.fillTag(leaf, element);
    for (const child of element.children)
      if (child !== meta.key.element && child !== meta.value.element) this.#other(child);
    this.#builder.refuseConstructsIn(`${leaf} (key)`, meta.key.element);
    if (PLAIN_METAS.has(meta.key.text)) this.#builder.refuseConstructsIn(leaf, meta.value.element);
    this.#builder.fill(`${leaf} (key)`, meta.key.element, {
      scan: (decoded) => this.#scan.findAll(decoded, undefined, { kind: 'plain' }),
      rules: {
        limit: wxrLimits.metaKeyBytes,
        required: { code: 'meta-key-empty', reason: 'the importer drops a meta without a name' },
      },
    });
    if (isCanonicalKey(meta.key.text) && this.#isOwnAddress(meta.value.text)) {
      this.#builder.replace(leaf, meta.value.element, PAGE_URL);
      return;
    }
    this.#reportSettings(leaf, meta);
    const kind = meta.key.text === '_elementor_data' ? 'builder' : 'plain';
    const scan = (decoded: string) => scanString(decoded, { key: meta.key.text, kind }, this.#scan);
    const options = { scan, guard: serializedGuard };
    const { length, text } = this.#builder.fill(leaf, meta.value.element, options);
    if (text) this.#structuredTexts.push(text);
    const shared = length && this.#checkFilledMeta?.(meta.key.text);
    if (shared) this.#builder.data.report(shared, { name: leaf, at: meta.value.element.start });
  }

  #reportSettings(name: string, meta: SeedMeta): void {
    const { text } = this.#seed;
    const { metas } = this.#item;
    for (const { kind, value, edits } of findMetaSettings(meta, metas)) {
      const setting = { name, at: meta.value.element.start, value };
      if (edits === undefined) {
        const together = metas.filter((other) => other === meta || belongsTo(meta.key.text, other.key.text));
        const removed = together.map(({ element }) => removeElement(text, element));
        this.#builder.data.report(kind, { ...setting, edits: toEdits(removed) });
      } else if (edits.length === 0) this.#builder.data.report(kind, setting);
      else this.#builder.data.report(kind, { ...setting, edits: editLeaf(text, meta.value.element, edits) });
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
    const read = (name: string) => bare(this.#item.fields.get(name)?.text ?? '');
    if (address === read('link') || address === read('guid')) return true;
    const site = bare(this.#seed.baseUrl);
    if (site === '' || !address.startsWith(`${site}/`)) return false;
    const slug = read('wp:post_name');
    if (slug !== '' && address.endsWith(`/${slug}`)) return true;
    return new RegExp(`[?&](?:p|page_id)=${this.#item.id}$`).test(address);
  }

  /** Fields that two of the importer's parsers warn of when they are missing. */
  #addMissing(seen: ReadonlySet<string>): void {
    const at = this.#item.element.contentEnd;
    const range = { start: at, end: at };
    for (const name of REQUIRED_IDENTITY) {
      const field = IDENTITY_FIELDS.get(name);
      if (seen.has(name) || field === undefined) continue;
      this.#builder.add(
        name,
        replaceRange(range, [`<${name}>`, identityValue(field), `</${name}>`], xmlEncoders.xml),
      );
    }
    if (!seen.has('wp:status') && this.#findSetting('wp:status') === undefined)
      this.#builder.data.report('hidden', {
        name: 'wp:status',
        at: this.#item.element.start,
        value: 'drafts',
        remedy: 'wp:status to "publish"',
        edits: [{ ...range, text: '<wp:status>publish</wp:status>' }],
      });
    for (const [name, content] of REQUIRED_FIELDS)
      if (!seen.has(name)) {
        const setting = this.#findSetting(name);
        const value = setting === undefined ? content : identityValue(setting);
        this.#builder.add(name, replaceRange(range, [`<${name}>`, value, `</${name}>`], xmlEncoders.xml));
      }
  }
}

/** WordPress knows its statuses in lower case only. */
function lowerStatus(piece: Piece): Piece {
  if (piece.kind !== 'hole') return piece;
  const { value } = piece;
  return { ...piece, value: { ...value, filters: [...value.filters, { name: 'lower', arguments: [] }] } };
}

/** Compiles the item that serves as the pattern. */
export function compilePattern(seed: WxrSeed, item: SeedItem, options: CompileOptions): WxrPattern {
  return new PatternCompiler(seed, item, options).compile();
}
