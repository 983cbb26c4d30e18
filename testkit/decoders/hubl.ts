/**
 * HubL as read by Jinjava, HubSpot's open implementation: a port of `TokenScanner` (finds tags) and of
 * `ExtendedScanner.nextString()` (reads string literals). It uses no code of the engine.
 */
type Kind = 'text' | '{{' | '{%' | '{#' | 'unclosed';

export interface HublToken {
  kind: Kind;
  image: string;
}

const ENDS: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}', '{#': '#}' };

function findEnd(text: string, from: number, isLegacy: boolean): number {
  const start = text.slice(from, from + 2);
  const end = ENDS[start] ?? '';
  let quote = '';
  for (let at = from + (start === '{{' ? 2 : 1); at < text.length; at += 1) {
    const character = text.charAt(at);
    if (start !== '{#') {
      if (character === '\\' && (isLegacy || quote !== '')) {
        at += 1;
        continue;
      }
      if (quote !== '') {
        if (character === quote) quote = '';
        continue;
      }
      if (character === '"' || character === "'") {
        quote = character;
        continue;
      }
    }
    if (text.startsWith(end, at)) return at + 2;
  }
  return -1;
}

/** @param isLegacy skips the next character after a backslash outside of quotes, too */
export function readHubl(text: string, isLegacy = true): HublToken[] {
  const tokens: HublToken[] = [];
  const start = /\{[{%#]/g;
  let at = 0;
  const add = (kind: Kind, to: number) => {
    if (to > at) tokens.push({ kind, image: text.slice(at, to) });
    at = to;
  };
  for (;;) {
    start.lastIndex = at;
    const match = start.exec(text);
    if (!match) break;
    add('text', match.index);
    const end = findEnd(text, at, isLegacy);
    if (end < 0) {
      add('unclosed', text.length);
      return tokens;
    }
    add(match[0] as Kind, end);
    if (!/^\{%-?\s*raw\s*-?%\}$/.test(tokens.at(-1)?.image ?? '')) continue;
    const closing = /\{%-?\s*endraw/.exec(text.slice(at));
    add('text', closing ? at + closing.index : text.length);
  }
  add('text', text.length);
  return tokens;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  n: '\n',
  t: '\t',
  b: '\b',
  f: '\f',
  r: '\r',
};

/** Returns a tag's code with `§` for each string, and the strings; throws on an unknown escape. */
export function readStrings(image: string): { code: string; strings: string[] } {
  const strings: string[] = [];
  let code = '';
  for (let at = 0; at < image.length; at += 1) {
    const quote = image.charAt(at);
    if (quote !== '"' && quote !== "'") {
      code += quote;
      continue;
    }
    let string = '';
    for (at += 1; image.charAt(at) !== quote; at += 1) {
      if (at >= image.length) throw new Error(`a string without an end: ${image}`);
      if (image.charAt(at) !== '\\') {
        string += image.charAt(at);
        continue;
      }
      at += 1;
      const escaped = ESCAPES[image.charAt(at)];
      if (escaped === undefined) throw new Error(`an escape that HubL doesn't have: ${image}`);
      string += escaped;
    }
    code += '§';
    strings.push(string);
  }
  return { code, strings };
}

const FILTERS: Readonly<Record<string, (text: string) => string>> = {
  trim: (text) => text,
  tojson: (text) => JSON.stringify(text),
  // it doesn't escape `'` and `<`
  escapejs: (text) => text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`),
  escape: (text) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
};

function renderTag({ kind, image }: HublToken): string {
  if (kind === 'text') return image;
  if (kind !== '{{') return '';
  const { code, strings } = readStrings(image);
  const [, filters] = /^\{\{-?\s*§\s*((?:\|\s*\w+\s*)*)-?\}\}$/.exec(code) ?? [];
  if (filters === undefined) return '';
  let text = strings[0] ?? '';
  for (const filter of filters.split('|').slice(1)) text = FILTERS[filter.trim()]?.(text) ?? text;
  // Jinjava renders the output of a tag again
  if (/\{[{%]/.test(text)) throw new Error(`it would be rendered again: ${text}`);
  return text;
}

/** Renders a text as HubSpot does: strings are printed, other tags print nothing. */
export function renderHubl(text: string): string {
  return readHubl(text).map(renderTag).join('');
}
