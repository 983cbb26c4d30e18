/**
 * From XML to the records of a WXR, read as the importer reads them: the first of a leaf counts, only
 * text that is in the leaf itself counts, and names go by namespace.
 */
import type { SaxesTagNS } from 'saxes';
import { XML_DEPTH } from '../../../../limits.ts';
import type { Severity } from '../../../../problem.ts';
import { createDeclaredText, isLatin1 } from './declared-encoding.ts';
import { cut } from '../../../../verify/finding.ts';
import { XmlStream } from '../../../../verify/xml-stream.ts';

/** Leaves of an item that the rules read together when it ends; all are short but the title. */
export const ITEM_LEAVES = [
  'title',
  'guid',
  'dc:creator',
  'wp:post_id',
  'wp:post_date',
  'wp:post_date_gmt',
  'wp:comment_status',
  'wp:ping_status',
  'wp:post_name',
  'wp:status',
  'wp:post_parent',
  'wp:menu_order',
  'wp:post_type',
  'wp:post_password',
  'wp:is_sticky',
] as const;

export interface Leaf {
  name: string;
  text: string;
  /** Start of the element's content, from 1. */
  line: number;
  column: number;
}

export interface Meta {
  key: string;
  value: string;
  /** Start of the value's content, or of the whole meta without a value. */
  line: number;
  column: number;
}

export interface WxrHandlers {
  itemStart(line: number, column: number): void;
  itemEnd(): void;
  /** A leaf of the item, `wp:post_name` and the like; the importer takes the first of each name. */
  itemLeaf(leaf: Leaf): void;
  meta(meta: Meta): void;
  comment(): void;
  /** A term that an item names: its `domain` and `nicename`. */
  category?(taxonomy: string, slug: string, line: number): void;
  /** A leaf of the channel, its records included: `wp:wxr_version`, `wp:author_login`. */
  channelLeaf(leaf: Leaf): void;
  /** Any text of the file, leaves of comments and attributes included. */
  text(text: string, line: number, field: string): void;
  /** Something is wrong with the file as such; after a fatal one nothing more is reported. */
  problem(problem: {
    code: string;
    severity?: Severity;
    text: string;
    line: number;
    column: number;
    field?: string;
    fatal: boolean;
  }): void;
}

const CONTENT_URI = 'http://purl.org/rss/1.0/modules/content/';
const DC_URI = 'http://purl.org/dc/elements/1.1/';
const WP_URI = /^https?:\/\/wordpress\.org\/export\/\d+\.\d+\/$/u;

interface Level {
  name: string;
  line: number;
  column: number;
  hasChild: boolean;
  pieces: string[];
}

/** The names that the importer knows, whatever prefix is in the file. */
function createNames() {
  let wp = '';
  let excerpt = '';
  return {
    root(tag: SaxesTagNS): boolean {
      wp = tag.ns['wp'] ?? '';
      excerpt = tag.ns['excerpt'] ?? '';
      return WP_URI.test(wp);
    },
    of(tag: SaxesTagNS): string {
      if (tag.uri === '') return tag.local;
      if (tag.uri === wp) return tag.prefix === 'wp' ? tag.name : `wp:${tag.local}`;
      if (tag.uri === CONTENT_URI) return `content:${tag.local}`;
      if (tag.uri === excerpt) return `excerpt:${tag.local}`;
      if (tag.uri === DC_URI) return `dc:${tag.local}`;
      return `{${tag.uri}}${tag.local}`;
    },
  };
}

/** Leaves of an item whose text the importer reads. */
const READ_LEAVES = new Set<string>([
  ...ITEM_LEAVES,
  'content:encoded',
  'excerpt:encoded',
  'category',
  'wp:attachment_url',
]);
const META_LEAVES = new Set(['wp:meta_key', 'wp:meta_value']);

/** True if the importer reads the text of the innermost level; unknown elements may contain anything. */
function isReadLeaf(levels: readonly Level[]): boolean {
  const name = levels.at(-1)?.name ?? '';
  const outer = levels[3]?.name;
  if (levels.length === 4) return READ_LEAVES.has(name);
  if (levels.length === 5 && outer === 'wp:postmeta') return META_LEAVES.has(name);
  if (outer !== 'wp:comment') return false;
  if (levels.length === 5) return name.startsWith('wp:comment_');
  return levels.length === 6 && levels[4]?.name === 'wp:commentmeta' && META_LEAVES.has(name);
}

/** Reads a WXR as its bytes come and calls the handlers with what the importer would read. */
export class WxrReader {
  readonly #handlers: WxrHandlers;
  readonly #names = createNames();
  readonly #levels: Level[] = [];
  readonly #decoder = createDeclaredText();
  readonly #xml: XmlStream;
  #stopped = false;
  /** Size of the file, as far as it has come. */
  bytes = 0;
  /** The first character other than a space. */
  #start = '';
  #isItem = false;
  #channels = 0;
  #meta: Partial<Meta> = {};

  constructor(handlers: WxrHandlers) {
    this.#handlers = handlers;
    this.#xml = new XmlStream({
      open: (tag) => this.#open(tag),
      close: () => this.#close(),
      text: (text) => this.#levels.at(-1)?.pieces.push(text),
      error: (message) => {
        const harm = 'so the importer would read only part of the file or damage it; fix it and try again.';
        this.#stop('malformed-xml', `The XML is malformed here: ${message}, ${harm}`);
      },
      doctype: () =>
        this.#stop('xml-doctype', 'The file has a DOCTYPE, which the importer rejects; remove it.'),
      declaration: (version, encoding) => this.#checkDeclaration(version, encoding),
    });
  }

  get line(): number {
    return this.#xml.line;
  }

  get column(): number {
    return this.#xml.column;
  }

  /** Reads the next bytes, cut anywhere. */
  push(chunk: Uint8Array): void {
    this.bytes += chunk.length;
    if (this.#stopped) return;
    const { text, invalid } = this.#decoder.push(chunk);
    this.#start ||= /^[\ufeff\s]*(\S)/u.exec(text)?.[1] ?? '';
    if (this.#start !== '' && this.#start !== '<') {
      this.#stop(
        'not-wxr',
        'This file isn’t XML, so it isn’t a WordPress export; choose a file from Tools → Export.',
      );
    }
    if (!this.#stopped) this.#xml.write(text);
    if (invalid) this.#stopAtEncoding();
  }

  /** Ends the file; true when it was read to its end. */
  end(): boolean {
    if (this.#decoder.end()) this.#stopAtEncoding();
    if (!this.#stopped) this.#xml.end();
    return !this.#stopped;
  }

  #stopAtEncoding(): void {
    this.#stop(
      'xml-encoding',
      'The file is not UTF-8 here, so the importer fails or damages the page; save it as UTF-8.',
    );
  }

  #stop(code: string, text: string): void {
    if (this.#stopped) return;
    this.#stopped = true;
    const { line, column } = this.#start === '<' ? this : { line: 1, column: 1 };
    this.#handlers.problem({ code, text, line, column, fatal: true });
  }

  #checkDeclaration(version: string, encoding: string): void {
    if (version !== '1.0') {
      this.#stop(
        'xml-version',
        `The file declares XML ${version}, but the importer reads only XML 1.0; save it as XML 1.0.`,
      );
    } else if (isLatin1(encoding)) {
      const text = `The file declares the encoding ${encoding}, which the importer can read; still, save it as UTF-8.`;
      this.#handlers.problem({
        code: 'encoding-other',
        severity: 'notice',
        text,
        line: 1,
        column: 1,
        fatal: false,
      });
    } else if (encoding !== '' && encoding.toLowerCase() !== 'utf-8') {
      this.#stop('xml-encoding', `The file declares the encoding ${encoding}; save it as UTF-8.`);
    }
  }

  #openRoot(tag: SaxesTagNS): void {
    if (tag.name !== 'rss') {
      const root = `<${cut(tag.name, 40)}>`;
      const text = `This file isn’t a WordPress export because it starts with ${root} instead of <rss>; choose a file from Tools → Export.`;
      this.#stop('not-wxr', text);
    } else if (!this.#names.root(tag)) {
      const text =
        'The prefix "wp:" isn’t declared for http://wordpress.org/export/…, so the importer rejects the file; export it again.';
      this.#stop('wxr-prefix', text);
    }
  }

  #open(tag: SaxesTagNS): void {
    if (this.#levels.length === 0) this.#openRoot(tag);
    if (this.#levels.length >= XML_DEPTH) {
      this.#stop(
        'xml-deep',
        `Elements are nested more than ${XML_DEPTH} levels deep, so the importer's parser stops there; remove levels.`,
      );
    }
    if (this.#stopped) return;
    const { line, column } = this;
    const name = this.#names.of(tag);
    const parent = this.#levels.at(-1);
    if (parent !== undefined) parent.hasChild = true;
    for (const key in tag.attributes) this.#handlers.text(tag.attributes[key]?.value ?? '', line, name);
    if (this.#levels.length === 1 && name === 'channel') this.#channels += 1;
    if (name === 'item' && this.#levels.length < 3) this.#openItem(parent);
    else if (this.#isItem && parent !== undefined) this.#openInItem(name, parent, tag);
    this.#levels.push({ name, line, column, hasChild: false, pieces: [] });
  }

  #openItem(parent: Level | undefined): void {
    const { line, column } = this;
    if (parent?.name === 'channel' && this.#channels === 1) {
      this.#isItem = true;
      this.#handlers.itemStart(line, column);
      return;
    }
    const text =
      'An item is outside the first channel, so the importer ignores it; move it into that channel.';
    this.#handlers.problem({ code: 'item-outside-channel', text, line, column, fatal: false });
  }

  #openInItem(name: string, parent: Level, { attributes }: SaxesTagNS): void {
    if (this.#levels.length === 3) {
      if (name === 'wp:postmeta') this.#meta = {};
      const { domain, nicename } = attributes;
      if (name === 'category' && domain && nicename)
        this.#handlers.category?.(domain.value, nicename.value, this.line);
      return;
    }
    if (!isReadLeaf(this.#levels)) return;
    const { line, column } = this;
    const text = `The element <${name}> isn’t escaped in ${parent.name}, so the importer drops it; wrap the text in CDATA.`;
    this.#handlers.problem({ code: 'markup-in-leaf', text, line, column, field: parent.name, fatal: false });
  }

  #close(): void {
    const level = this.#levels.pop();
    if (this.#stopped || level === undefined) return;
    const { name, pieces, line, column } = level;
    const text = pieces.length === 1 ? (pieces[0] ?? '') : pieces.join('');
    if (text !== '' && (!level.hasChild || text.includes('['))) {
      this.#handlers.text(text, line, name === 'wp:meta_value' ? `meta ${this.#meta.key ?? ''}` : name);
    }
    const leaf = { name, text, line, column };
    if (this.#isItem) this.#closeInItem(leaf);
    else if (this.#levels.length >= 2 && this.#levels[1]?.name === 'channel')
      this.#handlers.channelLeaf(leaf);
  }

  #closeInItem(leaf: Leaf): void {
    const depth = this.#levels.length;
    const { line, column } = leaf;
    if (depth === 2) {
      this.#isItem = false;
      this.#handlers.itemEnd();
    } else if (depth === 3 && leaf.name === 'wp:postmeta') {
      this.#handlers.meta({ key: '', value: '', line, column, ...this.#meta });
    } else if (depth === 3 && leaf.name === 'wp:comment') {
      this.#handlers.comment();
    } else if (depth === 3) {
      this.#handlers.itemLeaf(leaf);
    } else if (depth === 4 && this.#levels[3]?.name === 'wp:postmeta') {
      if (leaf.name === 'wp:meta_key') this.#meta.key ??= leaf.text;
      if (leaf.name === 'wp:meta_value' && this.#meta.value === undefined)
        this.#meta = { ...this.#meta, value: leaf.text, line, column };
    }
  }
}
