/**
 * Reads a post as WordPress does: attributes of shortcodes (`shortcode_parse_atts()`), attributes of blocks in
 * their comments, and metas (`maybe_unserialize()`).
 */
import { decodeReferences } from './html.ts';
import { unserialize } from './php.ts';

const SHORT: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  v: '\u000b',
  f: '\f',
  b: '\b',
};

/** PHP's `stripcslashes()`. */
function stripSlashes(text: string): string {
  return text.replaceAll(/\\(x[0-9a-f]{1,2}|[0-7]{1,3}|[\s\S]|$)/gi, (_match, escape: string) => {
    if (/^x[0-9a-f]/i.test(escape)) return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    if (/^[0-7]/.test(escape)) return String.fromCharCode(Number.parseInt(escape, 8));
    return SHORT[escape] ?? escape;
  });
}

const ATTRIBUTE =
  /([\w-]+)[ \t\n\r\f]*=[ \t\n\r\f]*"([^"]*)"(?=\s|$)|([\w-]+)[ \t\n\r\f]*=[ \t\n\r\f]*'([^']*)'(?=\s|$)|([\w-]+)[ \t\n\r\f]*=[ \t\n\r\f]*([^ \t\n\r\f'"]+)(?=\s|$)|"([^"]*)"(?=\s|$)|'([^']*)'(?=\s|$)|([^ \t\n\r\f]+)(?=\s|$)/g;

/** Reads the attributes of a shortcode, with the references decoded as in a browser. */
export function readShortcodeAttributes(content: string, tag: string): Record<string, string> {
  const shortcode = new RegExp(`\\[${tag}(?![\\w-])([^\\]/]*(?:/(?!\\])[^\\]/]*)*)/?\\]`).exec(content);
  if (!shortcode) throw new Error(`no shortcode ${tag} in ${content}`);
  const attributes: Record<string, string> = {};
  let position = 0;
  for (const match of (shortcode[1] ?? '').replaceAll(/[\u00a0\u200b]+/g, ' ').matchAll(ATTRIBUTE)) {
    const name = match[1] ?? match[3] ?? match[5] ?? String(position++);
    const value = match[2] ?? match[4] ?? match[6] ?? match[7] ?? match[8] ?? match[9] ?? '';
    attributes[name] = decodeReferences(stripSlashes(value));
  }
  return attributes;
}

/** Reads the attributes of the first block of that name; the comment ends at the first `-->`. */
export function readBlockAttributes(content: string, name: string): unknown {
  const from = content.indexOf(`<!-- wp:${name} `);
  if (from < 0) throw new Error(`no block ${name} in ${content}`);
  const comment = content.slice(from + 4, content.indexOf('-->', from));
  const json = /^\s*wp:[^\s{]+\s+(\{[\s\S]*\})\s+\/?$/.exec(comment)?.[1];
  if (json === undefined) throw new Error(`the block ${name} has no attributes: ${comment}`);
  return JSON.parse(json);
}

/** Returns true if WordPress unserializes the exported meta value on import. */
function looksSerialized(value: string): boolean {
  const data = value.replaceAll(/^[ \t\n\r\0\u000b]+|[ \t\n\r\0\u000b]+$/g, '');
  if (data === 'N;') return true;
  if (new TextEncoder().encode(data).length < 4 || data[1] !== ':' || !/[;}]$/.test(data)) return false;
  if (data[0] === 's') return data.at(-2) === '"' && /^s:[0-9]+:/.test(data);
  return /^[aOE]:[0-9]+:/.test(data) || /^[bid]:[0-9.E+-]+;$/.test(data);
}

/** Returns the text that a theme gets from `get_post_meta()`; throws if there is none. */
export function readMeta(value: string): unknown {
  return looksSerialized(value) ? unserialize(value.trim()) : value;
}
