/**
 * Parses a page like its consumers do: a browser's HTML, the block editor's JSON, a search engine's JSON-LD, a script
 * engine, a style sheet. The result is a flat list of all elements and texts in order, so that a cell that escapes
 * its context changes the list.
 */
import { runInNewContext } from 'node:vm';
import { Parser } from 'htmlparser2';
import type { Shortcode } from './expectation.ts';

/** A page as the site stores it. */
export interface StoredPage {
  slug: string;
  title: string;
  excerpt: string;
  content: string;
  guid: string;
  shortcodes: Shortcode[];
  /** Title of the featured image; empty without one. */
  thumbnail: string;
  /** SHA-256 of the image file if the site has one; `alt` is its alternative text. */
  image: string;
  alt: string;
  elementor: string;
  css: string;
}

type Texts = Omit<StoredPage, 'slug' | 'guid' | 'image' | 'alt'>;

/** Lists everything that the parsers find in a page, one entry each. */
export function readPage(page: Texts): string[] {
  return [
    ...readHtml(page.title).map((found) => `title ${found}`),
    ...readHtml(page.excerpt).map((found) => `excerpt ${found}`),
    ...readHtml(page.content),
    ...(page.elementor === '' ? [] : readJson(page.elementor, 'elementor')),
    ...(page.css === '' ? [] : [`css ${readCss(page.css)}`]),
    ...page.shortcodes.flatMap(readShortcode),
    `thumbnail ${page.thumbnail}`,
  ];
}

/** Parses the attributes as HTML, because plugins insert them into theirs. */
function readShortcode({ tag, attributes }: Shortcode): string[] {
  const found = Object.entries(attributes).map(
    ([key, value]) => `${tag}.${key}: ${readHtml(value).join(' ')}`,
  );
  return [`[${tag}]`, ...found];
}

function readHtml(html: string): string[] {
  const found: string[] = [];
  let text = '';
  let script: string | undefined;
  let isStyle = false;
  const flush = (): void => {
    if (text !== '') found.push(isStyle ? `css ${readCss(text)}` : `text ${text}`);
    text = '';
  };
  const parser = new Parser({
    onopentag(name, attributes) {
      flush();
      found.push(`<${name}>`);
      for (const [key, value] of Object.entries(attributes)) found.push(...readAttribute(key, value));
      if (name === 'script') script = attributes['type'] ?? '';
      isStyle = name === 'style';
    },
    ontext(data) {
      text += data;
    },
    onclosetag(name) {
      if (name === 'script' && script !== undefined) {
        found.push(...readScript(text, script));
        text = '';
        script = undefined;
      }
      flush();
      isStyle = false;
      found.push(`</${name}>`);
    },
    oncomment(data) {
      flush();
      found.push(...readComment(data));
    },
  });
  parser.end(html);
  flush();
  return found;
}

function readAttribute(key: string, value: string): string[] {
  if (key.startsWith('on')) return readScript(value, '').map((shown) => `${key} ${shown}`);
  if (key === 'style') return [`${key}=${readCss(value)}`];
  if (key === 'data-settings') return walkStrings(parseJson(value), key, (text) => text);
  return [`${key}=${key === 'href' || key === 'src' ? decodeURIComponent(value) : value}`];
}

function readComment(comment: string): string[] {
  const block = /^\s+(\/?wp:[a-z][a-z0-9_/-]*)\s+(?:(\{[^]*\})\s+)?(\/?)$/.exec(comment);
  const [, name = '', json, end = ''] = block ?? [];
  // An HTML comment can't contain `-->`, so the source has a character reference there.
  if (block === null) return [`comment ${readHtml(comment).join(' ')}`];
  return [`block ${name}${end}`, ...(json === undefined ? [] : readJson(json, name))];
}

function readScript(source: string, type: string): string[] {
  if (type.includes('json')) return walkStrings(parseJson(source), 'script', (text) => text);
  const shown: string[] = [];
  try {
    runInNewContext(source, { ids: [0], rooms: [2], show: (text: unknown) => shown.push(String(text)) });
  } catch (error) {
    shown.push(`fails: ${String(error)}`);
  }
  return shown.map((text) => `script shows ${text}`);
}

/** Parses the strings of blocks and builders as HTML, because they are inserted into pages as such. */
function readJson(json: string, name: string): string[] {
  return walkStrings(parseJson(json), name, (text) => readHtml(text).join(' '));
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    return `no JSON: ${String(error)}`;
  }
}

function walkStrings(value: unknown, path: string, read: (text: string) => string): string[] {
  if (typeof value === 'string') return [`${path}: ${read(value)}`];
  if (typeof value !== 'object' || value === null) return [`${path}: ${String(value)}`];
  return Object.entries(value).flatMap(([key, inner]) => walkStrings(inner, `${path}.${key}`, read));
}

/** Decodes CSS escapes: up to six hex digits and one white space, or a single character. */
function readCss(css: string): string {
  return css.replace(/\\(?:([0-9a-f]{1,6})\s?|([^]))/gi, (_all, hex: string | undefined, letter: string) =>
    hex === undefined ? letter : String.fromCodePoint(Number.parseInt(hex, 16)),
  );
}
