/**
 * Compares a filled document with the unfilled one, using other parsers than the engine: parse5, `JSON`, `URL`,
 * acorn and two CSS readers. Structure and texts must match, and each value must be exactly where its
 * placeholder was.
 */
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { normalizeUrl, decodePercent, getDigits, hasForbiddenScheme, readOctets, resolveUrl } from './url.ts';
import { findCssMismatch } from './css-runs.ts';
import { decodeReferences } from './html.ts';
import { MARK, MARKED, RUN, type Reading, BODY, findTokenMismatch, readTokens } from './script-tokens.ts';

export { MARK } from './script-tokens.ts';

/** Language of a script's strings; guessed from the text by default. */
export type Language = 'address' | 'css' | 'html' | 'json' | 'script' | 'text';

/** The same text with a mark for each placeholder and with the value. */
export interface Pair {
  base: string;
  filled: string;
  value: string;
  /** Language of a script's strings; by default guessed from the text. */
  strings?: Language;
}

type Mismatch = string | undefined;
type Node = DefaultTreeAdapterTypes.Node;

const fillMarks = (text: string, value: string): string => text.replaceAll(MARKED, () => value);
const describeMismatch = (what: string, base: string, filled: string): string =>
  `${what}: ${JSON.stringify(filled.slice(0, 300))} instead of ${JSON.stringify(base.slice(0, 300))}`;

function compareText({ base, filled, value }: Pair): Mismatch {
  return filled === fillMarks(base, value) ? undefined : describeMismatch('text', base, filled);
}

/** Compares texts, with or without references: builders show their strings as HTML. */
function compareWords(pair: Pair): Mismatch {
  return compareText({ ...pair, filled: decodeReferences(pair.filled) }) && compareText(pair);
}

const BASE64_URL = /^data:[^,]*;base64,/i;

function compareUrl(pair: Pair): Mismatch {
  const { base, filled, value } = pair;
  const mismatch = describeMismatch('address', base, filled);
  if (/^javascript:/i.test(base))
    return compareScript({ ...pair, base: decodePercent(base), filled: decodePercent(filled) }, [BODY]);
  const data = BASE64_URL.exec(base)?.[0];
  if (data !== undefined && filled.startsWith(data)) {
    const read = (address: string) => Buffer.from(address.slice(data.length), 'base64').toString();
    return compareHtml({ ...pair, base: read(base), filled: read(filled) });
  }
  if (base.startsWith('tel:')) return filled === `tel:${getDigits(value)}` ? undefined : mismatch;
  const at = base.indexOf(MARK);
  if (at === 0) {
    const expected = readOctets(normalizeUrl(value) + base.slice(MARK.length));
    return readOctets(filled) === expected && !hasForbiddenScheme(filled) ? undefined : mismatch;
  }
  if (at < 0) return base === filled ? undefined : mismatch;
  const end = base.length - at - MARK.length;
  const isSame = filled.startsWith(base.slice(0, at)) && filled.endsWith(base.slice(base.length - end));
  const [was, is] = [resolveUrl(base), resolveUrl(filled)];
  const isOpened =
    was.origin === is.origin &&
    was.protocol === is.protocol &&
    [...was.searchParams.keys()].join() === [...is.searchParams.keys()].join() &&
    was.pathname.split('/').length === is.pathname.split('/').length;
  const part = decodeURIComponent(filled.slice(at, filled.length - end));
  // the pair may already be part of a URL
  const isDoubleEncoded = /%3D$/i.test(base.slice(0, at));
  const read = isDoubleEncoded ? decodeURIComponent(part) : part;
  return isSame && isOpened && read === value ? undefined : mismatch;
}

/** URLs with a width each (`srcset`). */
function compareCandidates(pair: Pair): Mismatch {
  const candidates = (text: string) => text.split(/,\s+/).map((candidate) => candidate.trim().split(/\s+/));
  const filled = candidates(pair.filled);
  for (const [index, [address = '', width]] of candidates(pair.base).entries()) {
    const [other = '', otherWidth] = filled[index] ?? [];
    if (width !== otherWidth) return describeMismatch('srcset', pair.base, pair.filled);
    const mismatch = compareUrl({ ...pair, base: address, filled: other });
    if (mismatch !== undefined) return mismatch;
  }
  return undefined;
}

function compareCss({ base, filled, value }: Pair): Mismatch {
  const mismatch = findCssMismatch(base, filled, (text) => fillMarks(text, value));
  return mismatch === undefined ? undefined : `${describeMismatch('CSS', base, filled)} (${mismatch})`;
}

function compareScript(pair: Pair, readings: readonly Reading[]): Mismatch {
  const { base, filled, value } = pair;
  const reading = readings.find((each) => readTokens(base, each));
  const [was, is] = reading ? [readTokens(base, reading), readTokens(filled, reading)] : [];
  if (!was) return /^[\p{L}\p{M}\p{N} .,_-]*$/u.test(value) ? undefined : 'an unreadable script was filled';
  if (!is) return describeMismatch('script that does not parse', base, filled);
  const { strings, ...rest } = pair;
  const compareString = (text: string, other: string) =>
    compare(strings ?? guessLanguage(text, 'text'), { ...rest, base: text, filled: other });
  const mismatch = findTokenMismatch(was, is, { value, compareString });
  return mismatch === undefined ? undefined : `${describeMismatch('script', base, filled)} (${mismatch})`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Guesses the language of a string from its text. */
function guessLanguage(text: string, otherwise: Language): Language {
  if (isContainer(parseJson(text))) return 'json';
  if (/<[a-z][^<>]*>/i.test(text)) return 'html';
  return /^(?:https?:\/|javascript:|tel:|data:|\/\w)/i.test(text) ? 'address' : otherwise;
}

function compareJson(pair: Pair, isShown: boolean): Mismatch {
  const read = parseJson(pair.filled);
  return read === undefined
    ? describeMismatch('JSON that does not parse', pair.base, pair.filled)
    : compareMember(parseJson(pair.base), read, { pair, isShown });
}

function compareMember(base: unknown, filled: unknown, to: { pair: Pair; isShown: boolean }): Mismatch {
  const { value } = to.pair;
  if (typeof base === 'string' && typeof filled === 'string') {
    const pair = { ...to.pair, base, filled };
    const language = guessLanguage(base, 'text');
    return language === 'text' && to.isShown ? compareWords(pair) : compare(language, pair);
  }
  const mismatch = describeMismatch('member of JSON', JSON.stringify(base), JSON.stringify(filled));
  if (base === Number(MARK)) return filled === parseJson(value.trim()) ? undefined : mismatch;
  if (!isContainer(base) || !isContainer(filled)) return base === filled ? undefined : mismatch;
  const [was, is] = [Object.entries(base), Object.entries(filled)];
  if (was.length !== is.length || was.some(([key], at) => fillMarks(key, value) !== is[at]?.[0]))
    return mismatch;
  return findFirst(was, ([, member], at) => compareMember(member, is[at]?.[1], to));
}

function findFirst<Item>(
  items: readonly Item[],
  compareItem: (item: Item, at: number) => Mismatch,
): Mismatch {
  for (const [at, item] of items.entries()) {
    const mismatch = compareItem(item, at);
    if (mismatch !== undefined) return mismatch;
  }
  return undefined;
}

const URL_ATTRIBUTES = /^(?:href|src|action|formaction|poster|cite|ping|data|background|xlink:href)$/;
const RUN_ATTRIBUTE = /^(?:x-|@|:|v-|hx-on|ng-(?:click|init)|wire:)/;

/** Prefixes of a URL or script in an attribute that holds other text, too. */
const LEADS: Readonly<Record<string, RegExp>> = { content: /^\d+; ?url=/, 'hx-vals': /^js:/ };

function compareAttribute(tag: string, name: string, pair: Pair): Mismatch {
  const lead = LEADS[name]?.exec(pair.base)?.[0];
  if (lead !== undefined && pair.filled.startsWith(lead)) {
    const rest = { ...pair, base: pair.base.slice(lead.length), filled: pair.filled.slice(lead.length) };
    return name === 'content' ? compareUrl(rest) : compareScript(rest, RUN);
  }
  if (name.startsWith('on')) return compareScript(pair, [BODY]);
  if (RUN_ATTRIBUTE.test(name)) return compareScript(pair, RUN);
  if (name === 'style') return compareCss(pair);
  if (name === 'srcdoc') return compareHtml(pair);
  if (name === 'srcset') return compareCandidates(pair);
  if (URL_ATTRIBUTES.test(name)) return compareUrl(pair);
  if (/^(?:animate|set)$/.test(tag) && hasForbiddenScheme(pair.filled)) return `${tag} runs ${pair.filled}`;
  return isContainer(parseJson(pair.base)) ? compareJson(pair, false) : compareText(pair);
}

const BLOCK = /^ wp:[\w/-]+ (\{[^]*\}) \/?$/;

/** Compares comments: only those of blocks are read, as JSON. */
function compareComment(pair: Pair): Mismatch {
  const [base, filled] = [BLOCK.exec(pair.base)?.[1], BLOCK.exec(pair.filled)?.[1]];
  if (base === undefined) return undefined;
  return filled === undefined
    ? describeMismatch('block', pair.base, pair.filled)
    : compareJson({ ...pair, base, filled }, true);
}

/** Compares script elements by type; a script of another type holds HTML. */
function compareScriptElement(type: string, pair: Pair): Mismatch {
  if (/json/.test(type)) return compareJson(pair, false);
  if (type === 'module') return compareScript(pair, [{ ...BODY, options: { sourceType: 'module' } }]);
  if (type !== '' && !/javascript/.test(type)) return compareHtml(pair);
  return compareScript(pair, [{ ...BODY, options: {} }]);
}

/** Elements with raw text, where a value can't be encoded; they aren't shown. */
const RAW = new Set(['iframe', 'noembed', 'noframes', 'xmp', 'plaintext']);

/** Describes a node without its children and texts. */
function describeNode(node: Node): string {
  if (!('attrs' in node)) return node.nodeName;
  return `${node.namespaceURI} ${node.tagName} ${node.attrs.map(({ prefix, name }) => `${prefix ?? ''}:${name}`).join(' ')}`;
}

function getChildren(node: Node): readonly Node[] {
  if ('content' in node) return node.content.childNodes;
  return 'childNodes' in node ? node.childNodes : [];
}

function compareNode(base: Node, filled: Node | undefined, to: Pair & { parent: Node }): Mismatch {
  if (!filled || describeNode(base) !== describeNode(filled))
    return `${filled ? describeNode(filled) : 'nothing'} instead of ${describeNode(base)}`;
  if ('data' in base && 'data' in filled)
    return compareComment({ ...to, base: base.data, filled: filled.data });
  if ('value' in base && 'value' in filled) {
    const pair = { ...to, base: base.value, filled: filled.value };
    const { parent } = to;
    const tag = 'tagName' in parent ? parent.tagName : '';
    const type = 'attrs' in parent ? parent.attrs.find(({ name }) => name === 'type')?.value : undefined;
    if (tag === 'script') return compareScriptElement(type ?? '', pair);
    if (RAW.has(tag)) return undefined;
    return tag === 'style' ? compareCss(pair) : compareText(pair);
  }
  if ('attrs' in base && 'attrs' in filled) {
    const mismatch = findFirst(base.attrs, ({ prefix, name, value }, at) => {
      const pair = { ...to, base: value, filled: filled.attrs[at]?.value ?? '' };
      return compareAttribute(base.tagName, prefix === undefined ? name : `${prefix}:${name}`, pair);
    });
    if (mismatch !== undefined) return mismatch;
  }
  const is = getChildren(filled);
  // an empty text isn't a node
  const was = getChildren(base).filter(
    (child) => !('value' in child) || fillMarks(child.value, to.value) !== '',
  );
  if (was.length !== is.length)
    return `${is.length} nodes in ${describeNode(filled)} instead of ${was.length}: ${is.map(describeNode).join(', ')}`;
  return findFirst(was, (child, at) => compareNode(child, is[at], { ...to, parent: base }));
}

function compareHtml(pair: Pair): Mismatch {
  const options = { scriptingEnabled: false };
  const base = parseFragment(pair.base, options);
  return compareNode(base, parseFragment(pair.filled, options), { ...pair, parent: base });
}

function compare(language: Language, pair: Pair): Mismatch {
  if (language === 'html') return compareHtml(pair);
  if (language === 'css') return compareCss(pair);
  if (language === 'json') return compareJson(pair, false);
  if (language === 'address') return compareUrl(pair);
  return language === 'script' ? compareScript(pair, [BODY]) : compareText(pair);
}

/**
 * Returns the problem of a filled document, or `undefined`.
 * @param language of the whole
 */
export function findMismatch(language: Language, pair: Pair): string | undefined {
  return compare(language, pair);
}
