/**
 * From XML to the records of a WXR, read as the importer reads them: the first of a leaf counts, only
 * text that stands in the leaf itself counts, and names go by namespace.
 */
import type { SaxesTagNS } from 'saxes';
import { XML_DEPTH } from '../limits.ts';
import { createXmlStream, type XmlStream } from './xml-stream.ts';

export interface Leaf {
  name: string;
  text: string;
  /** Where the element begins, from 1. */
  line: number;
  column: number;
}

export interface Meta {
  key: string;
  value: string;
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
  /** A leaf of the channel, its records included: `wp:wxr_version`, `wp:author_login`. */
  channelLeaf(leaf: Leaf): void;
  /** Any text of the file, leaves of comments and attributes included. */
  text(text: string, line: number, field: string): void;
  /** Something is wrong with the file as such; after a fatal one nothing more is told. */
  problem(problem: {
    code: string;
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

/** The names that the importer knows, whatever prefix stands in the file. */
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

export interface WxrReader extends Pick<XmlStream, 'write' | 'line' | 'column'> {
  /** Ends the file; true when it was read to its end. */
  end(): boolean;
}

const CONTAINERS = new Set(['wp:postmeta', 'wp:comment', 'wp:commentmeta']);

export function createWxrReader(handlers: WxrHandlers): WxrReader {
  const names = createNames();
  const levels: Level[] = [];
  let stopped = false;
  let meta: Partial<Meta> = {};
  let isItem = false;

  function stop(code: string, text: string): void {
    if (stopped) return;
    handlers.problem({ code, text, line: xml.line(), column: xml.column(), fatal: true });
    stopped = true;
  }

  function openRoot(tag: SaxesTagNS): void {
    if (tag.name !== 'rss') {
      stop(
        'not-wxr',
        `This is no WordPress export: it begins with <${tag.name.slice(0, 40)}> instead of <rss>; choose the file that Tools → Export made.`,
      );
    } else if (!names.root(tag)) {
      stop(
        'wxr-prefix',
        'This is no WordPress export: the prefix "wp:" is not declared for http://wordpress.org/export/…; the importer refuses it.',
      );
    }
  }

  function openInItem(name: string, parent: Level): void {
    if (levels.length === 3 || CONTAINERS.has(parent.name)) return;
    handlers.problem({
      code: 'markup-in-leaf',
      text: `<${name}> stands unescaped in ${parent.name}: the importer drops it; put the text into CDATA.`,
      line: xml.line(),
      column: xml.column(),
      field: parent.name,
      fatal: false,
    });
  }

  function open(tag: SaxesTagNS): void {
    if (stopped) return;
    if (levels.length === 0) openRoot(tag);
    if (levels.length >= XML_DEPTH)
      stop('xml-deep', `Elements are nested more than ${XML_DEPTH} deep; the importer's parser stops there.`);
    const name = names.of(tag);
    const parent = levels.at(-1);
    if (parent !== undefined) parent.hasChild = true;
    for (const key in tag.attributes) handlers.text(tag.attributes[key]?.value ?? '', xml.line(), name);
    if (levels.length === 2 && name === 'item' && parent?.name === 'channel') {
      isItem = true;
      handlers.itemStart(xml.line(), xml.column());
    } else if (isItem && parent !== undefined) {
      openInItem(name, parent);
      if (levels.length === 3 && name === 'wp:postmeta') meta = { line: xml.line(), column: xml.column() };
    }
    levels.push({ name, line: xml.line(), column: xml.column(), hasChild: false, pieces: [] });
  }

  function closeInItem(level: Level, text: string): void {
    if (levels.length === 2) {
      isItem = false;
      handlers.itemEnd();
    } else if (levels.length === 3) {
      if (level.name === 'wp:postmeta') {
        handlers.meta({
          key: meta.key ?? '',
          value: meta.value ?? '',
          line: meta.line ?? level.line,
          column: meta.column ?? level.column,
        });
      } else if (level.name === 'wp:comment') handlers.comment();
      else handlers.itemLeaf({ name: level.name, text, line: level.line, column: level.column });
    } else if (levels.length === 4 && levels[3]?.name === 'wp:postmeta') {
      if (level.name === 'wp:meta_key') meta.key ??= text;
      if (level.name === 'wp:meta_value') meta.value ??= text;
    }
  }

  function close(): void {
    const level = levels.pop();
    if (stopped || level === undefined) return;
    const text = level.pieces.length === 1 ? (level.pieces[0] ?? '') : level.pieces.join('');
    if (!level.hasChild && text !== '') {
      handlers.text(text, level.line, level.name === 'wp:meta_value' ? `meta ${meta.key ?? ''}` : level.name);
    }
    if (isItem) closeInItem(level, text);
    else if (levels.length >= 2 && levels[1]?.name === 'channel') {
      handlers.channelLeaf({ name: level.name, text, line: level.line, column: level.column });
    }
  }

  const xml = createXmlStream({
    open,
    close,
    text(text) {
      levels.at(-1)?.pieces.push(text);
    },
    error: (message) =>
      stop(
        'xml-broken',
        `The file is no well-formed XML here: ${message}. The importer would read only a part of it, or damage it.`,
      ),
    doctype: () => stop('xml-doctype', 'The file has a DOCTYPE, which the importer refuses; take it out.'),
    declaration(version, encoding) {
      if (version !== '1.0')
        stop('xml-version', `The file says it is XML ${version}; the importer reads XML 1.0 only.`);
      if (encoding !== '' && encoding.toLowerCase() !== 'utf-8')
        stop('xml-encoding', `The file says it is ${encoding}; save it as UTF-8.`);
    },
  });

  return {
    write: (text) => {
      if (!stopped) xml.write(text);
    },
    end() {
      if (!stopped) xml.end();
      return !stopped;
    },
    line: xml.line,
    column: xml.column,
  };
}
