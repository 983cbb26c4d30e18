/**
 * The HubL tags of a text as Jinjava's `TokenScanner` and `ExtendedScanner` read them, without what rows may
 * fill: a row that leaves a string or ends a tag changes the shape.
 */
import { readMustacheShape, undoReferences } from '../../../verify/mustache-shape.ts';

const HUBL_START = /\{[{%#]/g;
const ENDS: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}', '{#': '#}' };
const HUBL_STRING = /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'/y;
const ENTITY_STRING = /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'/g;
const RAW_TAG = /^\{%[+-]?\s*raw\s*[+-]?%\}$/;
const RAW_END = /\{%[+-]?\s*endraw\b/g;
/** Characters of a number outside of strings. */
const NUMBERS = /[\s\d.-]+/g;
const ENDLESS = ' without an end';

/** @returns the tag without what is in its strings, and where it ends; -1 where it never does */
function readHublTag(text: string, from: number): { shape: string; to: number } {
  const start = text.slice(from, from + 2);
  const end = ENDS[start] ?? '';
  if (start === '{#') {
    const at = text.indexOf(end, from + 1);
    if (at >= 0) return { shape: start, to: at + 2 };
    return { shape: `${start}${ENDLESS}`, to: -1 };
  }
  let code = '';
  for (let at = start === '{%' ? from + 1 : from + 2; at < text.length; ) {
    if (text.startsWith(end, at)) {
      const bare = undoReferences(code).replaceAll(ENTITY_STRING, '\u0003');
      return { shape: start + bare.replaceAll(NUMBERS, ' '), to: at + 2 };
    }
    const character = text.charAt(at);
    HUBL_STRING.lastIndex = at;
    const string = character === '"' || character === "'" ? HUBL_STRING.exec(text)?.[0] : undefined;
    if (string !== undefined) {
      code += character === '"' ? '\u0001' : '\u0002';
      at += string.length;
    } else if (character === '"' || character === "'") break;
    else {
      const length = character === '\\' ? 2 : 1;
      code += text.slice(at, at + length);
      at += length;
    }
  }
  return { shape: `${start}${ENDLESS}`, to: -1 };
}

interface HublTag {
  from: number;
  /** -1 where it never ends, so that it goes on to the end of the text. */
  to: number;
  shape: string;
  /** Content of a `{% raw %}` block after it; nothing is evaluated there. */
  raw?: string;
}

/** The HubL tags of a text, in order. */
function* findHublTags(text: string): Generator<HublTag> {
  HUBL_START.lastIndex = 0;
  for (let start = HUBL_START.exec(text); start; start = HUBL_START.exec(text)) {
    const from = start.index;
    const { shape, to } = readHublTag(text, from);
    let at = to;
    if (to >= 0 && RAW_TAG.test(text.slice(from, to))) {
      RAW_END.lastIndex = to;
      at = RAW_END.exec(text)?.index ?? text.length;
      yield { from, to, shape, raw: text.slice(to, at) };
    } else yield { from, to, shape };
    if (to < 0) return;
    HUBL_START.lastIndex = at;
  }
}

/** The shape of all HubL tags in a text, one per line; empty without tags. */
export function readHublShape(text: string): string {
  if (!text.includes('{')) return '';
  const shapes: string[] = [];
  let between = '';
  let last = 0;
  for (const { from, to, shape, raw } of findHublTags(text)) {
    // a space, so that texts around a tag don't form an end
    between += `${text.slice(last, from)} `;
    last = to < 0 ? text.length : to + (raw?.length ?? 0);
    shapes.push(shape);
    if (raw !== undefined) shapes.push(readMustacheShape(raw));
  }
  between += text.slice(last);
  // a comment that a row has closed leaves a second end
  if (shapes.includes('{#')) shapes.push(`${between.split('#}').length - 1} ends`);
  return shapes.join('\n');
}

function replaceHublTags(text: string, replacement: string): string {
  if (!text.includes('{')) return text;
  let replaced = '';
  let last = 0;
  for (const { from, to } of findHublTags(text)) {
    if (to < 0) break;
    replaced += text.slice(last, from) + replacement;
    last = to;
  }
  return replaced + text.slice(last);
}

/** The text with `0` for each HubL tag that has an end. */
export function maskHublTags(text: string): string {
  return replaceHublTags(text, '0');
}

/** The text without HubL tags, whose results are unknown. */
export function dropHublTags(text: string): string {
  return replaceHublTags(text, ' ');
}

/** HubL tags that are closed: an unclosed one has no effect in a cell of its own. */
export function readEntireHubl(text: string): string {
  const shape = readHublShape(text);
  return shape
    .split('\n')
    .filter((line) => !line.endsWith(ENDLESS))
    .join('\n');
}
