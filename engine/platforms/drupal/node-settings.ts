/**
 * Data of the exported node: references and statistics that only it can have are dropped; a status, tags and
 * dates that all nodes would get are reported.
 */
import type { SeedEdit } from '../../render/template.ts';
import { formatMysqlDate } from '../../render/calendar.ts';
import type { Columns } from '../../language/columns.ts';
import { type XmlElement, findChild } from '../../text/xml-outline.ts';
import { readChildText, readElementText } from '../../encoding/xml/xml-leaf.ts';
import type { PageData, SharedKind } from '../shared/page-data.ts';
import { findSeoSettings } from '../shared/seo-settings.ts';
import { holdsPlaceholder } from '../shared/xml/brackets.ts';
import { editLeaf, removeElement, replaceLeaf, toEdits } from '../shared/xml/leaf.ts';
import type { DrupalSeed } from './drupal-seed.ts';
import { type Leaf, fieldName, getFieldName } from './leaves.ts';

/** Fields with a record's own history, by their names. */
const DROPPED_FIELDS: readonly [group: string, RegExp][] = [
  ['revision field', /^revision_(?:log|log_message|uid|id|user|default|translation_affected)$/],
  ['translation link', /^(?:content_translation_(?:source|outdated)|translation_source)$/],
  ['menu link', /^(?:menu_link|mlid)$/],
  ['comment figure', /^(?:comment_count|last_comment_(?:timestamp|name|uid)|cid)$/],
];
/** Names that only Node Export uses. */
const NODE_EXPORT_FIELDS: readonly [group: string, RegExp][] = [
  ['revision field', /^log$/],
  ['translation link', /^translations$/],
  ['menu link', /^(?:menu|book)$/],
];
const ID_LIST = /^\s*\d+(?:\s*[,;|]\s*\d+)*\s*$/;
/** Opposite words for yes and no in exports, by the word in lower case. */
const OPPOSITES: ReadonlyMap<string, string> = new Map([
  ['1', '0'],
  ['true', 'False'],
  ['on', 'Off'],
  ['yes', 'No'],
  ['0', '1'],
  ['false', 'True'],
  ['off', 'On'],
  ['no', 'Yes'],
  ['unpublished', 'Published'],
  ['not published', 'Published'],
]);
const ON = new Set(['1', 'true', 'on', 'yes']);
/** Fields of the Metatag module, which replaces tokens in them. */
export const METATAG = /(?:^|\/)(?:field_)?meta_?tags?(?:\/|$)|(?:^|\/)field_(?:seo|metatag)/i;
/** A tag of a link, with its attributes. */
const LINK_TAG = /<a\b(?:"[^"]*"|'[^']*'|[^'">])*>|<\/a\s*>/gi;
const ADDRESS = /^\s*(?:https?:)?\/{1,2}\S/i;

const PROMOTED: SharedKind = {
  code: 'promoted-shared',
  fix: ['Remove from front page', 'front page flag cleared'],
  describe: (_value, where) =>
    `All pages are promoted to the front page of the site. Set ${where} to 0 if they should not be listed there.`,
};
const BLOCK: SharedKind = {
  code: 'block-shared',
  fix: ['Remove layout', 'layout removed'],
  describe: (value, where) =>
    `All pages show the same inline block (revision ${value}), whose text is not filled. Remove the layout from ${where}, or move the text into a field of the page.`,
};
const TITLE_LINK: SharedKind = {
  code: 'title-link',
  fix: ['Strip the link', 'link stripped from the title'],
  describe: (_value, where) =>
    `The title of every page would show the code of a link, because ${where} contains one. Remove the link and keep its text.`,
};

/** Checks if an element refers to a revision of a paragraph, or (Drupal 7) of a field collection. */
function isParagraph(text: string, element: XmlElement): boolean {
  const readValue = (name: string) => readChildText(text, element, name);
  if (element.children.length === 0)
    return /paragraph/i.test(element.name) && ID_LIST.test(readElementText(text, element).trim());
  if (readValue('target_type') === 'paragraph' || readValue('target_revision_id') !== '') return true;
  return /^\d+$/.test(readValue('value')) && /^\d+$/.test(readValue('revision_id'));
}

function findGroup(seed: DrupalSeed, element: XmlElement, parent: string): string | undefined {
  if (isParagraph(seed.text, element)) return 'paragraph reference';
  const name = fieldName(element.name);
  if (parent !== '' && !parent.startsWith('comment')) return undefined;
  const groups = seed.shape === 'node-export' ? [...DROPPED_FIELDS, ...NODE_EXPORT_FIELDS] : DROPPED_FIELDS;
  return groups.find(([, pattern]) => pattern.test(name))?.[0];
}

interface DroppedElement {
  element: XmlElement;
  group: string;
}

/** Finds elements that only this record can have; one with a placeholder belongs to the row. */
export function findDropped(seed: DrupalSeed, record: XmlElement, columns: Columns): DroppedElement[] {
  const findBelow = (above: XmlElement, parent: string): DroppedElement[] =>
    above.children.flatMap((element) => {
      const group = findGroup(seed, element, parent);
      if (group !== undefined && !holdsPlaceholder(seed.text, element, columns)) return [{ element, group }];
      return findBelow(element, fieldName(element.name));
    });
  return findBelow(record, '');
}

/** The opposite in the same case. */
function findOpposite(written: string): string {
  const opposite = OPPOSITES.get(written.toLowerCase()) ?? '';
  return written === written.toLowerCase() ? opposite.toLowerCase() : opposite;
}

/** The cleared value of a sticky flag; `undefined` for another leaf. */
export function clearSticky(leaf: Leaf): string | undefined {
  const written = leaf.text.trim();
  if (!isField(leaf, 'sticky') || !ON.has(written.toLowerCase())) return undefined;
  return findOpposite(written);
}

/** Checks if it is the value of that field of the record itself. */
function isField({ path }: Leaf, name: string): boolean {
  const [field = '', property = 'value', ...rest] = path.split('/');
  return fieldName(field) === name && property === 'value' && rest.length === 0;
}

/** A record without its dropped elements. */
interface Node {
  seed: DrupalSeed;
  record: XmlElement;
  leaves: readonly Leaf[];
  columns: Columns;
}

class NodeSettings {
  readonly #node: Node;
  readonly #data: PageData;

  constructor(node: Node, data: PageData) {
    this.#node = node;
    this.#data = data;
  }

  reportAll(): void {
    for (const leaf of this.#node.leaves) {
      if (!this.#node.columns.fillsAny(leaf.text)) {
        this.#status(leaf);
        this.#flags(leaf);
        this.#metatag(leaf);
      }
      this.#titleLink(leaf);
      this.#settings(leaf);
      this.#layout(leaf);
    }
    for (const field of this.#node.record.children) this.#computedTag(field);
  }

  #report(
    kind: Parameters<PageData['report']>[0],
    { path: name, element }: Leaf,
    { value = '', edits }: { value?: string; edits?: SeedEdit[] | undefined },
  ): void {
    this.#data.report(kind, { name, at: element.start, value, ...(edits && { edits }) });
  }

  #set({ element }: Leaf, value: string): SeedEdit[] {
    return toEdits(replaceLeaf(this.#node.seed.text, element, value));
  }

  /** Removes whole fields of the record. */
  #remove(isMeant: (name: string) => boolean): SeedEdit[] {
    const fields = this.#node.record.children.filter(({ name }) => isMeant(name));
    return toEdits(fields.map((field) => removeElement(this.#node.seed.text, field)));
  }

  #hide(leaf: Leaf, value: string, live: string): void {
    const { path: name, element } = leaf;
    const remedy = `${name} to "${live}"`;
    this.#data.report('hidden', { name, at: element.start, value, remedy, edits: this.#set(leaf, live) });
  }

  #status(leaf: Leaf): void {
    const written = leaf.text.trim();
    const isFlag = isField(leaf, 'status') || isField(leaf, 'published');
    if (isFlag && OPPOSITES.has(written.toLowerCase()) && !ON.has(written.toLowerCase()))
      this.#hide(leaf, 'unpublished pages', findOpposite(written));
    const isState = isField(leaf, 'moderation_state') || isField(leaf, 'workbench_moderation');
    if (isState && written !== '' && written.toLowerCase() !== 'published')
      this.#hide(leaf, `pages in the moderation state "${written}"`, 'published');
  }

  #flags(leaf: Leaf): void {
    const written = leaf.text.trim();
    const isOn = ON.has(written.toLowerCase());
    if (isOn && (isField(leaf, 'promote') || isField(leaf, 'promoted')))
      this.#report(PROMOTED, leaf, { edits: this.#set(leaf, findOpposite(written)) });
    if (written !== '' && written !== '0' && (isField(leaf, 'publish_on') || isField(leaf, 'unpublish_on'))) {
      const value = /^\d{9,11}$/.test(written) ? `${formatMysqlDate(Number(written))} UTC` : written;
      const [field] = leaf.path.split('/');
      this.#report('scheduled', leaf, { value, edits: this.#remove((name) => name === field) });
    }
    if (isField(leaf, 'rh_action')) this.#rabbitHole(leaf, written);
  }

  /** Rabbit Hole: the response that a visitor gets instead of the page. */
  #rabbitHole(leaf: Leaf, action: string): void {
    const edits = this.#remove((name) => name.startsWith('rh_'));
    if (action === 'page_redirect') {
      const target = this.#node.leaves.find((other) => isField(other, 'rh_redirect'))?.text.trim();
      this.#report('redirect', leaf, { value: target || 'another page', edits });
    } else if (action === 'access_denied' || action === 'page_not_found') {
      const { path: name, element } = leaf;
      const remedy = `${name} to "display_page"`;
      const value = `pages that answer "${action.replaceAll('_', ' ')}"`;
      this.#data.report('hidden', { name, at: element.start, value, remedy, edits });
    }
  }

  /** Tags of Metatag in one text. */
  #settings(leaf: Leaf): void {
    if (!METATAG.test(leaf.path)) return;
    for (const { kind, value, edits } of findSeoSettings(leaf.text)) {
      const inSeed = edits.length > 0 ? editLeaf(this.#node.seed.text, leaf.element, edits) : undefined;
      this.#report(kind, leaf, { value, edits: inSeed });
    }
  }

  /** One tag in a leaf of its own. */
  #metatag(leaf: Leaf): void {
    const field = getFieldName(leaf);
    if (['robots', 'noindex'].includes(field) && /^[\w,\s-]*\bnoindex\b/i.test(leaf.text))
      this.#report('noindex', leaf, { edits: this.#set(leaf, '') });
    const isAddress = ADDRESS.test(leaf.text) && !leaf.text.includes('[');
    if (['canonical_url', 'canonical'].includes(field) && isAddress)
      this.#report('canonical', leaf, { value: leaf.text.trim(), edits: this.#set(leaf, '') });
  }

  /** The tags of a page as Metatag computes them: one field a tag, with its attributes. */
  #computedTag(field: XmlElement): void {
    const attributes = findChild(field, 'attributes');
    if (!attributes || !METATAG.test(field.name)) return;
    const { text } = this.#node.seed;
    const readValue = (name: string) => readChildText(text, attributes, name);
    const fact = { name: field.name, at: field.start, edits: toEdits([removeElement(text, field)]) };
    const href = readValue('href');
    if (readValue('rel') === 'canonical' && href !== '' && !href.includes('['))
      this.#data.report('canonical', { ...fact, value: href });
    if (readValue('name') === 'robots' && /\bnoindex\b/.test(readValue('content')))
      this.#data.report('noindex', fact);
  }

  /** Views writes titles as links by default, and Drupal shows a title unchanged. */
  #titleLink(leaf: Leaf): void {
    if (!['title', 'name', 'label'].some((name) => isField(leaf, name))) return;
    const tags = [...leaf.text.matchAll(LINK_TAG)].map(({ index, 0: tag }) => ({
      from: index,
      to: index + tag.length,
    }));
    if (tags.length > 0)
      this.#report(TITLE_LINK, leaf, { edits: editLeaf(this.#node.seed.text, leaf.element, tags) });
  }

  #layout(leaf: Leaf): void {
    if (!/inline_block/.test(leaf.text)) return;
    const found = /block_revision_id\\*"[;:]\s*(?:s:\d+:)?(?:i:)?\\*"?(\d+)/.exec(leaf.text);
    const [field] = leaf.path.split('/');
    if (!found) return;
    const [, value = ''] = found;
    this.#report(BLOCK, leaf, { value, edits: this.#remove((name) => name === field) });
  }
}

/** Reports data that all nodes would get. */
export function reportNodeSettings(node: Node, data: PageData): void {
  new NodeSettings(node, data).reportAll();
}
