/**
 * Upgrades RSS, Atom and incomplete WXR to a WXR with everything that HubSpot's blog importer needs. Additions
 * have no line breaks, so line numbers don't change.
 */
import type { Piece } from '../../encoding/piece.ts';
import { readChildText, readElementText } from '../../encoding/xml/xml-leaf.ts';
import { formatMysqlDate, formatRssDate, parseRssDate } from '../../render/calendar.ts';
import { slugify } from '../../text/slugify.ts';
import { type XmlElement, findChild } from '../../text/xml-outline.ts';
import type { XmlFile } from '../platform.ts';
import { getRecordKind } from '../shared/wxr/post-types.ts';
import { readRawAttribute } from '../shared/xml/attributes.ts';
import { applyPieces } from '../shared/xml/brackets.ts';
import { writeCdata } from '../shared/xml/leaf.ts';

const NAMESPACES: readonly [string, string][] = [
  ['excerpt', 'http://wordpress.org/export/1.2/excerpt/'],
  ['content', 'http://purl.org/rss/1.0/modules/content/'],
  ['dc', 'http://purl.org/dc/elements/1.1/'],
  ['wp', 'http://wordpress.org/export/1.2/'],
];
const DECLARED = NAMESPACES.map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`).join('');
/** Author of posts that don't name one, or whose author rows choose. */
export const ADDED_AUTHOR = 'Admin';

const edit = (start: number, end: number, text: string): Piece => ({ kind: 'rewrite', start, end, text });

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The last segment of a link: a feed has no other slug. */
function lastSegment(link: string): string {
  const path = link.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').replace(/[?#].*$/s, '');
  return path.split('/').findLast((segment) => segment !== '') ?? '';
}

/** Authors of posts that the channel doesn't list; a name that rows fill doesn't count. */
export function findUnlistedAuthors({ text }: Pick<XmlFile, 'text'>, channel: XmlElement): Set<string> {
  const listed = channel.children
    .filter(({ name }) => name === 'wp:author')
    .map((author) => readChildText(text, author, 'wp:author_login'));
  const posts = channel.children.filter(
    (item) => item.name === 'item' && getRecordKind(readChildText(text, item, 'wp:post_type')) === undefined,
  );
  const named = new Set(posts.map((item) => readChildText(text, item, 'dc:creator')));
  return new Set([...named].filter((name) => name !== '' && !name.includes('[') && !listed.includes(name)));
}

/** Writes the edits of one RSS file. */
class RssUpgrade {
  readonly edits: Piece[] = [];
  readonly #text: string;
  readonly #channel: XmlElement;

  constructor({ text, root }: XmlFile, channel: XmlElement) {
    this.#text = text;
    this.#channel = channel;
    this.#declare(root);
    this.#head(root);
    for (const item of channel.children) if (item.name === 'item') this.#item(item);
  }

  #insert(at: number, text: string): void {
    this.edits.push(edit(at, at, text));
  }

  readText(element: XmlElement | undefined): string {
    return readElementText(this.#text, element).trim();
  }

  #declare(root: XmlElement): void {
    const tag = this.#text.slice(root.start, root.contentStart);
    const missing = NAMESPACES.filter(([prefix]) => !tag.includes(`xmlns:${prefix}=`));
    const version = /\sversion\s*=/.test(tag) ? '' : ' version="2.0"';
    const added = version + missing.map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`).join('');
    if (added !== '') this.#insert(root.contentStart - 1, added);
  }

  /** Login of the author of items that don't name one. */
  get author(): string {
    const known = findChild(this.#channel, 'wp:author');
    const login =
      known && (findChild(known, 'wp:author_login') ?? findChild(known, 'wp:author_display_name'));
    if (login) return this.readText(login);
    const item = this.#channel.children.find(
      (child) => child.name === 'item' && findChild(child, 'dc:creator'),
    );
    const creator = readChildText(this.#text, item, 'dc:creator');
    return creator === '' || creator.includes('[') ? ADDED_AUTHOR : creator;
  }

  #head(root: XmlElement): void {
    const channel = this.#channel;
    let head = '';
    const version = readChildText(this.#text, channel, 'wp:wxr_version');
    if (version === '') head += '<wp:wxr_version>1.2</wp:wxr_version>';
    const added = findUnlistedAuthors({ text: this.#text }, channel);
    if (!findChild(channel, 'wp:author')) added.add(this.author);
    for (const name of [...added].map(escapeText))
      head += `<wp:author><wp:author_login>${name}</wp:author_login><wp:author_display_name>${name}</wp:author_display_name></wp:author>`;
    if (head !== '' && channel.start > root.start) this.#insert(channel.contentStart, head);
  }

  #item(item: XmlElement): void {
    const type = findChild(item, 'wp:post_type');
    const kind = getRecordKind(this.readText(type));
    if (kind !== undefined) {
      if (kind === 'media') this.#attachment(item);
      return;
    }
    if (type && this.readText(type) !== 'post') this.#write(type, 'post');
    const parent = findChild(item, 'wp:post_parent');
    if (parent && !['', '0'].includes(this.readText(parent))) this.#write(parent, '0');
    const creator = findChild(item, 'dc:creator');
    if (creator && this.readText(creator) === '') this.#write(creator, escapeText(this.author));
    this.#insert(item.contentEnd, this.#writeMissing(item));
    if (findChild(item, 'content:encoded')) return;
    // the text of plain RSS
    const description = findChild(item, 'description');
    if (description) this.#rename(description, 'content:encoded');
  }

  /** HubSpot fetches images by their URLs, with a scheme and without a query. */
  #attachment(item: XmlElement): void {
    const url = findChild(item, 'wp:attachment_url');
    const written = this.readText(url);
    const plain = written.replace(/^\/\//, 'https://').replace(/[?#].*$/s, '');
    if (url && plain !== written) this.#write(url, escapeText(plain));
  }

  #writeMissing(item: XmlElement): string {
    const has = (name: string) => findChild(item, name) !== undefined;
    const summary = findChild(item, 'description');
    const isShort = has('content:encoded') && summary && !/[<&]|\]\]>/.test(this.readText(summary));
    const date = parseRssDate(this.readText(findChild(item, 'pubDate')));
    const written: [string, string][] = [
      ['link', ''],
      ['wp:post_name', escapeText(lastSegment(this.readText(findChild(item, 'link'))))],
      ['wp:post_date', date === undefined ? '' : formatMysqlDate(date)],
      ['wp:post_date_gmt', date === undefined ? '' : formatMysqlDate(date)],
      ['pubDate', ''],
      ['dc:creator', escapeText(this.author)],
      ['excerpt:encoded', isShort ? escapeText(this.readText(summary)) : ''],
      ['wp:status', 'publish'],
      ['wp:post_type', 'post'],
    ];
    return written.map(([name, text]) => (has(name) ? '' : `<${name}>${text}</${name}>`)).join('');
  }

  #write(element: XmlElement, text: string): void {
    const { start, end, name } = element;
    this.edits.push(edit(start, end, `<${name}>${text}</${name}>`));
  }

  #rename(element: XmlElement, name: string): void {
    const { start, contentStart, contentEnd, end } = element;
    this.edits.push(edit(start, contentStart, `<${name}>`));
    this.edits.push(edit(contentStart < end ? contentEnd : end, end, `</${name}>`));
  }
}

/** Upgrades the text of an RSS file to a complete WXR. */
export function upgradeRss(file: XmlFile, channel: XmlElement): string {
  return applyPieces(file.text, { start: 0, end: file.text.length }, new RssUpgrade(file, channel).edits);
}

/** A link of the entry or the feed itself; others lead to files, comments or services. */
function ownLink(text: string, link: XmlElement): string {
  if (!['', 'alternate'].includes(readRawAttribute(text, link, 'rel'))) return '';
  return `<link>${readRawAttribute(text, link, 'href')}</link>`;
}

/** Renames the elements of an Atom entry as in RSS. */
function entryToItem(text: string, entry: XmlElement): Piece[] {
  const edits: Piece[] = [];
  const put = ({ start, end }: XmlElement, written: string) => edits.push(edit(start, end, written));
  const readRaw = (element: XmlElement) => {
    const raw = text.slice(element.contentStart, element.contentEnd);
    // XHTML content has elements
    return element.children.length > 0 ? writeCdata(raw) : raw;
  };
  const seen = new Set<string>();
  for (const child of entry.children) {
    const { local } = child;
    const isFirst = !seen.has(local);
    seen.add(local);
    if (local === 'title') put(child, `<title>${readRaw(child)}</title>`);
    else if (local === 'link') put(child, ownLink(text, child));
    else if (local === 'id') put(child, `<guid isPermaLink="false">${readRaw(child)}</guid>`);
    else if (local === 'published' || (local === 'updated' && !findChild(entry, 'published')))
      put(child, `<pubDate>${toRssDate(readRaw(child).trim())}</pubDate>`);
    else if (local === 'author') {
      const name = child.children.find((each) => each.local === 'name');
      put(child, isFirst && name ? `<dc:creator>${readRaw(name)}</dc:creator>` : '');
    } else if (local === 'content') put(child, `<content:encoded>${readRaw(child)}</content:encoded>`);
    else if (local === 'summary') put(child, `<excerpt:encoded>${readRaw(child)}</excerpt:encoded>`);
    else if (local === 'category') {
      const term = readRawAttribute(text, child, 'term');
      const label = readRawAttribute(text, child, 'label') || term;
      put(child, `<category domain="category" nicename="${slugify(term, 'segment')}">${label}</category>`);
    } else put(child, '');
  }
  edits.push(edit(entry.start, entry.contentStart, '<item>'), edit(entry.contentEnd, entry.end, '</item>'));
  return edits;
}

function toRssDate(date: string): string {
  const [, year, month, day, hour = '0', minute = '0', second = '0'] =
    /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?)?/.exec(date) ?? [];
  if (year === undefined) return '';
  const [months, days] = [Number(month) - 1, Number(day)];
  return formatRssDate(Date.UTC(Number(year), months, days, +hour, +minute, +second) / 1000);
}

/** Converts an Atom feed to RSS; of the feed's own elements, only title and link are included. */
export function atomToRss({ text, root }: XmlFile): string {
  const edits = root.children.flatMap((child): Piece[] => {
    if (child.local === 'entry') return entryToItem(text, child);
    const { local, start, end, contentStart, contentEnd } = child;
    if (local === 'link') return [edit(start, end, ownLink(text, child))];
    const title = `<title>${text.slice(contentStart, contentEnd)}</title>`;
    return [edit(start, end, local === 'title' ? title : '')];
  });
  edits.push(edit(root.start, root.contentStart, `<rss version="2.0"${DECLARED}><channel>`));
  edits.push(edit(root.contentEnd, root.end, '</channel></rss>'));
  return applyPieces(text, { start: 0, end: text.length }, edits);
}
