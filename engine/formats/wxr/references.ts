/**
 * Templates, forms and other parts of pages that items of an export name: by id in attributes of blocks and
 * shortcodes, in builder data and in metas, by the hash of a form or a saved row, by the slug of a template.
 */
import { findRecordKind } from './post-types.ts';
import type { SeedItem, WxrSeed } from './seed.ts';
import { readIds } from './read-ids.ts';

const QUOTE = String.raw`(?:\\{0,7}["']|&quot;|&#0?3[49];|&#82(?:16|17|20|21|43);|[“”″’])?`;
/**
 * A number, or several, after a name: `"ref":10`, `id="77"`, `template_id\":\"5\"`, `s:2:"id";s:2:"77"`; not the
 * name of an Elementor element, which may have digits only.
 */
const NUMBER = new RegExp(
  String.raw`(?:${QUOTE}\s?[:=]\s?\[?${QUOTE}|";(?:i:|s:\d+:"))(\d{1,10}(?:,\s?\d{1,10})*)(?![\w.%]|${QUOTE},${QUOTE}elType)`,
  'g',
);
const SLUG_NAME = /slug(?:\\*"|&quot;)?\s*[:=]\s*(?:\\*["']|&quot;)?$/i;
/** Names of attributes, fields and metas that hold the id of a record. */
const ID_NAME =
  /(?:ids?|ref|module|template|layout|form|popup|modal|block|section|header|footer|menu|sidebar|slider)$/i;
const NAME_LENGTH = 40;
const HASH_METAS = new Set(['_hash', '_fl_builder_template_id']);
/** Contact Form 7 writes the first seven characters of a hash. */
const HASH_LENGTH = 7;

/** Ids that a text names next to a word for a record. */
function findReferences(text: string): Set<number> {
  const ids = new Set<number>();
  for (const match of text.matchAll(NUMBER)) {
    if (!ID_NAME.test(text.slice(Math.max(0, match.index - NAME_LENGTH), match.index))) continue;
    for (const id of readIds(match[1] ?? '')) ids.add(id);
  }
  return ids;
}

/** Ids that an item names in its texts and metas, except its own. */
export function referencesOf(seed: WxrSeed, { element, metas }: SeedItem): Set<number> {
  const ids = new Set<number>();
  for (const child of element.children)
    if (!child.name.startsWith('wp:') || child.name === 'wp:postmeta')
      for (const id of findReferences(seed.text.slice(child.contentStart, child.contentEnd))) ids.add(id);
  for (const { key, value } of metas)
    if (/^\d+$/.test(value.text) && ID_NAME.test(key.text)) for (const id of readIds(value.text)) ids.add(id);
  return ids;
}

/** A record that pages are built with. */
function isPart({ type, fields }: SeedItem): boolean {
  const kind = findRecordKind(type);
  const status = fields.get('wp:status')?.text.trim();
  return (kind === 'template' || kind === 'form') && status !== 'trash' && status !== 'auto-draft';
}

function hashOf({ metas }: SeedItem): string {
  const hash = metas.find(({ key }) => HASH_METAS.has(key.text))?.value.text.trim() ?? '';
  return hash.length < HASH_LENGTH ? '' : hash.slice(0, HASH_LENGTH);
}

function namesSlug(text: string, slug: string): boolean {
  for (let at = text.indexOf(slug); at >= 0; at = text.indexOf(slug, at + 1)) {
    const end = text.slice(at + slug.length, at + slug.length + 6);
    if (/^(?:\\*["']|&quot;)/.test(end) && SLUG_NAME.test(text.slice(Math.max(0, at - NAME_LENGTH), at)))
      return true;
  }
  return false;
}

function namesByText(item: SeedItem, text: string, part: SeedItem): boolean {
  const hash = hashOf(part);
  if (hash !== '' && text.includes(hash)) return true;
  const slug = part.fields.get('wp:post_name')?.text.trim() ?? '';
  if (slug === '' || findRecordKind(part.type) !== 'template') return false;
  const isTemplateOf = part.type === 'wp_template';
  return isTemplateOf
    ? item.metas.some(({ key, value }) => key.text === '_wp_page_template' && value.text === slug)
    : namesSlug(text, slug);
}

/** Parts that these items name, and those that these parts name themselves, in the order of the export. */
export function findNamedParts(seed: WxrSeed, items: readonly SeedItem[]): SeedItem[] {
  const starts = new Set(items.map(({ element }) => element.start));
  const parts = seed.items.filter((item) => isPart(item) && !starts.has(item.element.start));
  const named = new Set<SeedItem>();
  const queue = [...items];
  for (let item = queue.shift(); item && parts.length > named.size; item = queue.shift()) {
    const text = seed.text.slice(item.element.start, item.element.end);
    const ids = referencesOf(seed, item);
    for (const part of parts) {
      if (named.has(part) || part === item) continue;
      if (!(part.id > 0 && ids.has(part.id)) && !namesByText(item, text, part)) continue;
      named.add(part);
      queue.push(part);
    }
  }
  return parts.filter((part) => named.has(part));
}
