/**
 * Placeholders in the spelling of other tools, `{geo_city}`, `%geo_city%`: found in the raw text of a seed, with
 * any escapes of their signs, and rewritten in brackets. Only names of columns count.
 */
import { encodeBase64 } from '../../text/base64.ts';
import { decodeHtmlText } from '../../text/html-reference.ts';
import type { Columns } from '../../language/columns.ts';
import { findBase64 } from '../layers.ts';
import { byteLength } from '../piece.ts';
import { ProgramRanges } from './program-ranges.ts';

export interface OtherSpelling {
  /** The form in general: `{name}`. */
  form: string;
  /** As written, with the signs of the form: `{geo_city}`. */
  text: string;
  name: string;
  from: number;
  to: number;
  /** The placeholder in brackets; left out if it can't be rewritten. */
  rewritten?: string | undefined;
}

interface Form {
  open: string;
  close: string;
  /** Template languages in programs use the form too. */
  isProgram?: boolean;
}

/** All forms, the longer ones first. */
const FORMS: readonly Form[] = [
  { open: '{{{', close: '}}}', isProgram: true },
  { open: '{{', close: '}}', isProgram: true },
  { open: '${', close: '}', isProgram: true },
  { open: '{', close: '}', isProgram: true },
  { open: '%%', close: '%%' },
  { open: '%', close: '%' },
  { open: '<<', close: '>>' },
  { open: '«', close: '»' },
  { open: '［', close: '］' },
  { open: '【', close: '】' },
];

/** Variables of Yoast SEO, Rank Math and SEOPress between percent signs. */
const SEO_VARIABLES = new Set(
  `archive_title author author_first_name author_last_name caption category category_title count currentdate
  currentday currentmonth currenttime currentyear date description excerpt excerpt_only filename focuskw id
  keywords modified name org_logo org_name org_url page pagenumber pagetotal parent_title permalink post_content
  post_day post_month post_title post_year primary_category pt_plural pt_single searchphrase sep sitedesc
  sitename sitetitle tag tag_description tagline term404 term_description term_title title url user_description
  userid`.split(/\s+/),
);

const NAMED: Record<string, string> = {
  '{': 'l(?:cub|brace);',
  '}': 'r(?:cub|brace);',
  '<': 'lt;',
  '>': 'gt;',
  '%': 'percnt;',
  '«': 'laquo;',
  '»': 'raquo;',
};

/** Returns a pattern for a sign, plain or in the escapes of URLs, HTML and JSON. */
function toEscapePattern(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  const percent = [...new TextEncoder().encode(sign)].map((byte) => `%${byte.toString(16)}`).join('');
  const named = NAMED[sign];
  const reference = `&(?:amp;)*(?:#0*${code};|#x0*${hex};${named === undefined ? '' : `|${named}`})`;
  return `(?:${sign.replace(/[$|{}]/, '\\$&')}|${percent}|${reference}|\\\\+u${hex.padStart(4, '0')})`;
}

const NAME = String.raw`\p{L}(?:[\p{L}\p{N} .-]|_(?!_)|&nbsp;|\u00a0){0,60}?(?<!\s)`;
const FILTER = String.raw`(?:\s*\|[^{}<>[\]%#"'&\\]{1,80}?)?`;

function toPattern({ open, close }: Form): string {
  const [before = '', after = ''] = [open, close].map((signs) => [...signs].map(toEscapePattern).join(''));
  const [sign = ''] = open;
  const isSeparate = sign === '{' || sign === '%';
  const end = isSeparate ? `(?!${toEscapePattern(close.at(-1) ?? '')})` : '';
  const blanks = sign === '%' ? '' : '\\s{0,3}';
  return `(${before})${blanks}(${NAME})(${FILTER})${blanks}(${after})${end}`;
}

const GROUPS_PER_FORM = 4;
const SPELLING = new RegExp(FORMS.map(toPattern).join('|'), 'iuy');
const SIGN = /[{$%<«［【&\\]/gu;
/** Before a percent sign with another meaning: encoded text `%D0%city%D1`, a template tag `{%city%}`. */
const NO_PERCENT_SIGN = /%[\da-f]{2}$|\{$/i;
const CDATA = '<![CDATA[';
const SERIALIZED = /(?:^|[;{])s:\d+:\\*(?:"|&quot;)/;

interface Search {
  columns: Columns;
  /** `{{ }}` is the template language of the platform or of the page. */
  hasMustache: boolean;
}

interface Leaf {
  from: number;
  to: number;
  isCdata: boolean;
  /** The leaf contains the length of each text. */
  isSerialized: boolean;
}

/** Finds the leaf of XML around a position; positions come in ascending order. */
class Leaves {
  readonly #text: string;
  #leaf: Leaf | undefined;
  /** Index of the last section that begins before the position. */
  #cdata = { from: -1, to: -1 };
  #nextCdata: number;

  constructor(text: string) {
    this.#text = text;
    this.#nextCdata = text.indexOf(CDATA);
  }

  find(position: number): Leaf {
    if (this.#leaf && position < this.#leaf.to) return this.#leaf;
    while (this.#nextCdata >= 0 && this.#nextCdata <= position) {
      const from = this.#nextCdata + CDATA.length;
      this.#cdata = { from, to: this.#findEnd(']]>', from) };
      this.#nextCdata = this.#text.indexOf(CDATA, this.#cdata.to);
    }
    const isCdata = position < this.#cdata.to;
    const from = isCdata ? this.#cdata.from : this.#text.lastIndexOf('>', position) + 1;
    const to = isCdata ? this.#cdata.to : this.#findEnd('<', position);
    const isSerialized = SERIALIZED.test(this.#text.slice(from, to));
    this.#leaf = { from, to, isCdata, isSerialized };
    return this.#leaf;
  }

  #findEnd(mark: string, from: number): number {
    const end = this.#text.indexOf(mark, from);
    return end < 0 ? this.#text.length : end;
  }
}

/** Writes the placeholder in brackets, padded with spaces if the leaf contains lengths. */
function writeBrackets(match: { whole: string; open: string; inner: string }, leaf: Leaf): string {
  const { whole, open, inner } = match;
  const isPercent = /^%[\da-f]{2}/i.test(open);
  const [before, after, blank] = isPercent ? ['%5B', '%5D', '%20'] : ['[', ']', ' '];
  if (!leaf.isSerialized) return before + inner + after;
  const length = byteLength(leaf.isCdata ? whole : decodeHtmlText(whole).text);
  const blanks = Math.max(0, Math.floor((length - byteLength(before + inner + after)) / blank.length));
  const lead = Math.floor(blanks / 2);
  return before + blank.repeat(lead) + inner + blank.repeat(blanks - lead) + after;
}

function isCounted(form: Form, name: string, { columns, hasMustache }: Search): boolean {
  if (form.open.startsWith('{{') && hasMustache) return false;
  if (form.open.startsWith('%') && SEO_VARIABLES.has(name.toLowerCase())) return false;
  return name.length > 1 && columns.resolve(name) !== undefined;
}

/** Recognizes `[{geo_city}]`, which is refused anyway; the brackets of `<![CDATA[{geo_city}]]>` belong to XML. */
function isBracketed(text: string, from: number, to: number): boolean {
  return text[from - 1] === '[' && text[to] === ']' && !text.endsWith(CDATA, from);
}

function findWritten(text: string, search: Search, leafAt: (position: number) => Leaf): OtherSpelling[] {
  const found: OtherSpelling[] = [];
  const programs = new ProgramRanges(text);
  SIGN.lastIndex = 0;
  for (let sign = SIGN.exec(text); sign; sign = SIGN.exec(text)) {
    const from = sign.index;
    // a run of backslashes is matched once, not at each of them
    if (text[from] === '\\' && text[from - 1] === '\\') continue;
    SPELLING.lastIndex = from;
    const match = SPELLING.exec(text);
    if (!match) continue;
    const index = match.findIndex((group, at) => at > 0 && group !== undefined) - 1;
    const form = FORMS[index / GROUPS_PER_FORM];
    const [whole] = match;
    const [open = '', written = '', filter = ''] = match.slice(index + 1, index + 1 + GROUPS_PER_FORM);
    const name = written.replaceAll('&nbsp;', ' ').trim();
    const to = from + whole.length;
    // a longer run of the same signs isn't a form
    const isRun = text[from - 1] === text[from] && form?.open !== '{';
    const isEncoded = open.startsWith('%') && NO_PERCENT_SIGN.test(text.slice(Math.max(0, from - 3), from));
    if (!form || isRun || isEncoded || !isCounted(form, name, search)) continue;
    SIGN.lastIndex = to;
    if (isBracketed(text, from, to) || programs.contains(from, form.isProgram === true, form.open)) continue;
    const inner = `${written.trim()}${filter}`;
    found.push({
      form: `${form.open}name${form.close}`,
      text: `${form.open}${name}${filter}${form.close}`,
      name,
      from,
      to,
      rewritten: writeBrackets({ whole, open, inner }, leafAt(from)),
    });
  }
  return found;
}

/** Finds spellings in base64 texts, which are rewritten as a whole and keep their length. */
function findInBase64(text: string, search: Search): OtherSpelling[] {
  return findBase64(text).flatMap(({ from, to, text: decoded, isPadded, isExact }) => {
    const leaf = { from: 0, to: decoded.length, isCdata: true, isSerialized: true };
    const inner = findWritten(decoded, search, () => leaf);
    const digits = isExact ? encodeBase64(applyRewrites(decoded, inner), isPadded) : undefined;
    // the first one carries the whole text
    return inner.map((spelling, index) => ({
      ...spelling,
      from,
      to,
      rewritten: index === 0 ? digits : undefined,
    }));
  });
}

/** Rewrites all other spellings of a text in brackets. */
export function applyRewrites(text: string, spellings: readonly OtherSpelling[]): string {
  let result = '';
  let last = 0;
  for (const { from, to, rewritten } of spellings) {
    if (rewritten === undefined) continue;
    result += text.slice(last, from) + rewritten;
    last = to;
  }
  return result + text.slice(last);
}

/** Frameworks that render `{{ }}` of a page in the browser. */
const BROWSER_TEMPLATES =
  /\bv-(?:bind|cloak|else|for|html|if|model|on|show|text)\b|\bng-(?:app|bind|controller|repeat)\b|\bnew Vue\(|\bcreateApp\(|petite-vue/;

/** Finds all spellings of a raw text, in order. */
export function findOtherSpellings(
  text: string,
  { columns, hasTemplateTags }: { columns: Columns; hasTemplateTags: boolean },
): OtherSpelling[] {
  const search = { columns, hasMustache: hasTemplateTags || BROWSER_TEMPLATES.test(text) };
  const leaves = new Leaves(text);
  const written = findWritten(text, search, (position) => leaves.find(position));
  return [...written, ...findInBase64(text, search)].sort((a, b) => a.from - b.from);
}
