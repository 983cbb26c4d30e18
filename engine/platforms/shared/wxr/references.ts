/**
 * Templates, forms and other parts of pages that items of an export name: by id in attributes of blocks and
 * shortcodes, in builder data and in metas, by the hash of a form or a saved row, by the slug of a template.
 */
import { DISCARDED_STATUSES, getRecordKind } from './post-types.ts';
import { type SeedItem, type WxrSeed, readText } from './seed.ts';
import { readIds } from './record-ids.ts';

const QUOTE = String.raw`(?:\\{0,7}["']|&quot;|&#0?3[49];|&#82(?:16|17|20|21|43);|[“”″’])?`;
/**
 * A number, or several, after a name: `"ref":10`, `id="77"`, `template_id\":\"5\"`, `s:2:"id";s:2:"77"`; not the
 * name of an Elementor element, which may have digits only.
 */
const NUMBER = new RegExp(
  String.raw`(?:${QUOTE}\s?[:=]\s?\[?${QUOTE}|";(?:i:|s:\d+:"))(\d{1,10}(?:,\s?\d{1,10})*)(?![\w.%]|${QUOTE},${QUOTE}elType)`,
  'g',
);
const SLUG =
  /slug(?:\\{0,7}"|&quot;)?\s{0,3}[:=]\s{0,3}(?:\\{0,7}["']|&quot;)?([^\s"'\\&<>]{1,200})(?=\\{0,7}["']|&quot;)/gi;
/** Names of attributes, fields and metas whose value is the ID of a record. */
const ID_NAME =
  /(?:ids?|ref|module|template|layout|form|popup|modal|block|section|header|footer|menu|sidebar|slider)$/i;
const NAME_LENGTH = 40;
const HASH_METAS = new Set(['_hash', '_fl_builder_template_id']);
/** Contact Form 7 writes the first seven characters of a hash. */
const HASH_LENGTH = 7;
const HASH = /[0-9a-z]{7,}/gi;

/** Ids that a text names next to a word for a record. */
function findReferences(text: string): Set<number> {
  const ids = new Set<number>();
  for (const match of text.matchAll(NUMBER)) {
    if (!ID_NAME.test(text.slice(Math.max(0, match.index - NAME_LENGTH), match.index))) continue;
    for (const id of readIds(match[1] ?? '')) ids.add(id);
  }
  return ids;
}

/** Finds IDs that an item names in its texts and metas. */
export function findReferencedIds(seed: WxrSeed, { element, metas }: SeedItem): Set<number> {
  const ids = new Set<number>();
  for (const child of element.children)
    if (!child.name.startsWith('wp:') || child.name === 'wp:postmeta')
      for (const id of findReferences(seed.text.slice(child.contentStart, child.contentEnd))) ids.add(id);
  for (const { key, value } of metas)
    if (/^\d+$/.test(value.text) && ID_NAME.test(key.text)) for (const id of readIds(value.text)) ids.add(id);
  return ids;
}

/** Checks if the item is a template or form that pages are built with. */
function isPart(item: SeedItem): boolean {
  const kind = getRecordKind(item.type);
  return (kind === 'template' || kind === 'form') && !DISCARDED_STATUSES.has(readText(item, 'wp:status'));
}

/** Finds the first characters of possible hashes, and everything called a slug. */
function findNames(text: string): { hashes: Set<string>; slugs: Set<string> } {
  const hashes = new Set(Array.from(text.matchAll(HASH), ([word]) => word.slice(0, HASH_LENGTH)));
  const slugs = new Set(Array.from(text.matchAll(SLUG), ([, slug = '']) => slug));
  return { hashes, slugs };
}

function readHash({ metas }: SeedItem): string {
  const hash = metas.find(({ key }) => HASH_METAS.has(key.text))?.value.text.trim() ?? '';
  return hash.length < HASH_LENGTH ? '' : hash.slice(0, HASH_LENGTH);
}

/** Groups items by a name, without those that have none. */
function groupNamed(
  items: readonly SeedItem[],
  readName: (item: SeedItem) => string,
): Map<string, SeedItem[]> {
  const groups = Map.groupBy(items, readName);
  groups.delete('');
  return groups;
}

/** Parts by their IDs, hashes and slugs. */
class PartNames {
  readonly #byId: ReadonlyMap<number, SeedItem[]>;
  readonly #byHash: ReadonlyMap<string, SeedItem[]>;
  readonly #bySlug: ReadonlyMap<string, SeedItem[]>;
  readonly #bySettings: ReadonlyMap<string, SeedItem[]>;

  constructor(parts: readonly SeedItem[]) {
    const templates = parts.filter(({ type }) => getRecordKind(type) === 'template');
    const isSetting = ({ type }: SeedItem) => type === 'wp_template';
    const readSlug = (item: SeedItem) => readText(item, 'wp:post_name');
    this.#byId = Map.groupBy(parts, ({ id }) => id);
    this.#byHash = groupNamed(parts, readHash);
    this.#bySlug = groupNamed(
      templates.filter((part) => !isSetting(part)),
      readSlug,
    );
    this.#bySettings = groupNamed(templates.filter(isSetting), readSlug);
  }

  findNamed(seed: WxrSeed, item: SeedItem): SeedItem[] {
    const { hashes, slugs } = findNames(seed.text.slice(item.element.start, item.element.end));
    const settings = item.metas
      .filter(({ key }) => key.text === '_wp_page_template')
      .map(({ value }) => value.text);
    return [
      ...[...findReferencedIds(seed, item)].flatMap((id) => this.#byId.get(id) ?? []),
      ...[...hashes].flatMap((hash) => this.#byHash.get(hash) ?? []),
      ...[...slugs].flatMap((slug) => this.#bySlug.get(slug) ?? []),
      ...settings.flatMap((slug) => this.#bySettings.get(slug) ?? []),
    ];
  }
}

/** Finds parts that these items name, and those that these parts name, in the order of the export. */
export function findReferencedParts(seed: WxrSeed, items: readonly SeedItem[]): SeedItem[] {
  const starts = new Set(items.map(({ element }) => element.start));
  const parts = seed.items.filter((item) => isPart(item) && !starts.has(item.element.start));
  const names = new PartNames(parts);
  const named = new Set<SeedItem>();
  const queue = [...items];
  // the loop also reads parts that it appends
  for (const item of queue)
    for (const part of names.findNamed(seed, item)) {
      if (named.has(part)) continue;
      named.add(part);
      queue.push(part);
    }
  return parts.filter((part) => named.has(part));
}
