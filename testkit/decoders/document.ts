/**
 * A filled document beside the unfilled one, read by parsers that the engine does not have: parse5, `JSON`,
 * `URL`, acorn and two readers of CSS. Both have the same structure and the same texts, and each value is
 * exactly where its placeholder was.
 */
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { normalizeUrl, decodePercent, getDigits, hasForbiddenScheme, readOctets, resolveUrl } from './url.ts';
import { findStrayCss } from './css-runs.ts';
import { decodeReferences } from './html.ts';
import { MARK, MARKED, RUN, type Reading, BODY, findStrayToken, readTokens } from './script-tokens.ts';

export { MARK } from './script-tokens.ts';

/** `address` and `script` as well where a program opens or runs a string. */
export type Language = 'address' | 'css' | 'html' | 'json' | 'script' | 'text';

/** A text with the mark for each placeholder, and the same one filled with the value. */
export interface Pair {
  base: string;
  filled: string;
  value: string;
  /** What the strings of a script are for; left out, it is guessed from the text. */
  strings?: Language;
}

type Stray = string | undefined;
type Node = DefaultTreeAdapterTypes.Node;

const fillMarks = (text: string, value: string): string => text.replaceAll(MARKED, () => value);
const differ = (what: string, base: string, filled: string): string =>
  `${what}: ${JSON.stringify(filled.slice(0, 300))} where the seed has ${JSON.stringify(base.slice(0, 300))}`;

function strayInText({ base, filled, value }: Pair): Stray {
  return filled === fillMarks(base, value) ? undefined : differ('text', base, filled);
}

/** Builders show their strings as HTML, so a text may be one with references. */
function strayInWords(pair: Pair): Stray {
  return strayInText({ ...pair, filled: decodeReferences(pair.filled) }) && strayInText(pair);
}

const BASE64_ADDRESS = /^data:[^,]*;base64,/i;

function strayInAddress(pair: Pair): Stray {
  const { base, filled, value } = pair;
  const stray = differ('address', base, filled);
  if (/^javascript:/i.test(base))
    return strayInScript({ ...pair, base: decodePercent(base), filled: decodePercent(filled) }, [BODY]);
  const data = BASE64_ADDRESS.exec(base)?.[0];
  if (data !== undefined && filled.startsWith(data)) {
    const read = (address: string) => Buffer.from(address.slice(data.length), 'base64').toString();
    return strayInHtml({ ...pair, base: read(base), filled: read(filled) });
  }
  if (base.startsWith('tel:')) return filled === `tel:${getDigits(value)}` ? undefined : stray;
  const at = base.indexOf(MARK);
  if (at === 0) {
    const expected = readOctets(normalizeUrl(value) + base.slice(MARK.length));
    return readOctets(filled) === expected && !hasForbiddenScheme(filled) ? undefined : stray;
  }
  if (at < 0) return base === filled ? undefined : stray;
  const end = base.length - at - MARK.length;
  const isSame = filled.startsWith(base.slice(0, at)) && filled.endsWith(base.slice(base.length - end));
  const [was, is] = [resolveUrl(base), resolveUrl(filled)];
  const isOpened =
    was.origin === is.origin &&
    was.protocol === is.protocol &&
    [...was.searchParams.keys()].join() === [...is.searchParams.keys()].join() &&
    was.pathname.split('/').length === is.pathname.split('/').length;
  const part = decodeURIComponent(filled.slice(at, filled.length - end));
  // a part of an address that is itself a part of one
  const isEncodedOnceMore = /%3D$/i.test(base.slice(0, at));
  const read = isEncodedOnceMore ? decodeURIComponent(part) : part;
  return isSame && isOpened && read === value ? undefined : stray;
}

/** Addresses with a width each. */
function strayInCandidates(pair: Pair): Stray {
  const candidates = (text: string) => text.split(/,\s+/).map((candidate) => candidate.trim().split(/\s+/));
  const filled = candidates(pair.filled);
  for (const [index, [address = '', width]] of candidates(pair.base).entries()) {
    const [other = '', otherWidth] = filled[index] ?? [];
    if (width !== otherWidth) return differ('srcset', pair.base, pair.filled);
    const stray = strayInAddress({ ...pair, base: address, filled: other });
    if (stray !== undefined) return stray;
  }
  return undefined;
}

function strayInCss({ base, filled, value }: Pair): Stray {
  const stray = findStrayCss(base, filled, (text) => fillMarks(text, value));
  return stray === undefined ? undefined : `${differ('CSS', base, filled)} (${stray})`;
}

function strayInScript(pair: Pair, readings: readonly Reading[]): Stray {
  const { base, filled, value } = pair;
  const reading = readings.find((each) => readTokens(base, each));
  const [was, is] = reading ? [readTokens(base, reading), readTokens(filled, reading)] : [];
  if (!was)
    return /^[\p{L}\p{M}\p{N} .,_-]*$/u.test(value) ? undefined : 'a script that nobody can read was filled';
  if (!is) return differ('script that does not parse', base, filled);
  const { strings, ...rest } = pair;
  const judgeString = (text: string, other: string) =>
    strayIn(strings ?? guessLanguage(text, 'text'), { ...rest, base: text, filled: other });
  const stray = findStrayToken(was, is, { value, judgeString });
  return stray === undefined ? undefined : `${differ('script', base, filled)} (${stray})`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What a string is written in, as far as its own text says so. */
function guessLanguage(text: string, otherwise: Language): Language {
  if (isContainer(parseJson(text))) return 'json';
  if (/<[a-z][^<>]*>/i.test(text)) return 'html';
  return /^(?:https?:\/|javascript:|tel:|data:|\/\w)/i.test(text) ? 'address' : otherwise;
}

function strayInJson(pair: Pair, isShown: boolean): Stray {
  const read = parseJson(pair.filled);
  return read === undefined
    ? differ('JSON that does not parse', pair.base, pair.filled)
    : strayInMember(parseJson(pair.base), read, { pair, isShown });
}

function strayInMember(base: unknown, filled: unknown, to: { pair: Pair; isShown: boolean }): Stray {
  const { value } = to.pair;
  if (typeof base === 'string' && typeof filled === 'string') {
    const pair = { ...to.pair, base, filled };
    const language = guessLanguage(base, 'text');
    return language === 'text' && to.isShown ? strayInWords(pair) : strayIn(language, pair);
  }
  const stray = differ('member of JSON', JSON.stringify(base), JSON.stringify(filled));
  if (base === Number(MARK)) return filled === parseJson(value.trim()) ? undefined : stray;
  if (!isContainer(base) || !isContainer(filled)) return base === filled ? undefined : stray;
  const [was, is] = [Object.entries(base), Object.entries(filled)];
  if (was.length !== is.length || was.some(([key], at) => fillMarks(key, value) !== is[at]?.[0]))
    return stray;
  return firstOf(was, ([, member], at) => strayInMember(member, is[at]?.[1], to));
}

function firstOf<Item>(items: readonly Item[], judge: (item: Item, at: number) => Stray): Stray {
  for (const [at, item] of items.entries()) {
    const stray = judge(item, at);
    if (stray !== undefined) return stray;
  }
  return undefined;
}

const ADDRESSES = /^(?:href|src|action|formaction|poster|cite|ping|data|background|xlink:href)$/;
const RUN_ATTRIBUTE = /^(?:x-|@|:|v-|hx-on|ng-(?:click|init)|wire:)/;

/** What is before an address or a script in an attribute that holds something else too. */
const LEADS: Readonly<Record<string, RegExp>> = { content: /^\d+; ?url=/, 'hx-vals': /^js:/ };

function strayInAttribute(tag: string, name: string, pair: Pair): Stray {
  const lead = LEADS[name]?.exec(pair.base)?.[0];
  if (lead !== undefined && pair.filled.startsWith(lead)) {
    const rest = { ...pair, base: pair.base.slice(lead.length), filled: pair.filled.slice(lead.length) };
    return name === 'content' ? strayInAddress(rest) : strayInScript(rest, RUN);
  }
  if (name.startsWith('on')) return strayInScript(pair, [BODY]);
  if (RUN_ATTRIBUTE.test(name)) return strayInScript(pair, RUN);
  if (name === 'style') return strayInCss(pair);
  if (name === 'srcdoc') return strayInHtml(pair);
  if (name === 'srcset') return strayInCandidates(pair);
  if (ADDRESSES.test(name)) return strayInAddress(pair);
  if (/^(?:animate|set)$/.test(tag) && hasForbiddenScheme(pair.filled)) return `${tag} runs ${pair.filled}`;
  return isContainer(parseJson(pair.base)) ? strayInJson(pair, false) : strayInText(pair);
}

const BLOCK = /^ wp:[\w/-]+ (\{[^]*\}) \/?$/;

/** Of a comment nobody sees the text; that of a block has JSON. */
function strayInComment(pair: Pair): Stray {
  const [base, filled] = [BLOCK.exec(pair.base)?.[1], BLOCK.exec(pair.filled)?.[1]];
  if (base === undefined) return undefined;
  return filled === undefined
    ? differ('block', pair.base, pair.filled)
    : strayInJson({ ...pair, base, filled }, true);
}

/** By the type of a script; the text of one that is none is HTML for later. */
function strayInScriptElement(type: string, pair: Pair): Stray {
  if (/json/.test(type)) return strayInJson(pair, false);
  if (type === 'module') return strayInScript(pair, [{ ...BODY, options: { sourceType: 'module' } }]);
  if (type !== '' && !/javascript/.test(type)) return strayInHtml(pair);
  return strayInScript(pair, [{ ...BODY, options: {} }]);
}

/** Elements whose text is never decoded, so that no value has a form there; nothing shows them either. */
const RAW = new Set(['iframe', 'noembed', 'noframes', 'xmp', 'plaintext']);

/** What each node says besides its children and its texts. */
function nameOf(node: Node): string {
  if (!('attrs' in node)) return node.nodeName;
  return `${node.namespaceURI} ${node.tagName} ${node.attrs.map(({ prefix, name }) => `${prefix ?? ''}:${name}`).join(' ')}`;
}

function childrenOf(node: Node): readonly Node[] {
  if ('content' in node) return node.content.childNodes;
  return 'childNodes' in node ? node.childNodes : [];
}

function strayInNode(base: Node, filled: Node | undefined, to: Pair & { parent: Node }): Stray {
  if (!filled || nameOf(base) !== nameOf(filled))
    return `${filled ? nameOf(filled) : 'nothing'} where the seed has ${nameOf(base)}`;
  if ('data' in base && 'data' in filled)
    return strayInComment({ ...to, base: base.data, filled: filled.data });
  if ('value' in base && 'value' in filled) {
    const pair = { ...to, base: base.value, filled: filled.value };
    const { parent } = to;
    const tag = 'tagName' in parent ? parent.tagName : '';
    const type = 'attrs' in parent ? parent.attrs.find(({ name }) => name === 'type')?.value : undefined;
    if (tag === 'script') return strayInScriptElement(type ?? '', pair);
    if (RAW.has(tag)) return undefined;
    return tag === 'style' ? strayInCss(pair) : strayInText(pair);
  }
  if ('attrs' in base && 'attrs' in filled) {
    const stray = firstOf(base.attrs, ({ prefix, name, value }, at) => {
      const pair = { ...to, base: value, filled: filled.attrs[at]?.value ?? '' };
      return strayInAttribute(base.tagName, prefix === undefined ? name : `${prefix}:${name}`, pair);
    });
    if (stray !== undefined) return stray;
  }
  const is = childrenOf(filled);
  // an empty text is no node
  const was = childrenOf(base).filter(
    (child) => !('value' in child) || fillMarks(child.value, to.value) !== '',
  );
  if (was.length !== is.length)
    return `${is.length} nodes in ${nameOf(filled)} where the seed has ${was.length}: ${is.map(nameOf).join(', ')}`;
  return firstOf(was, (child, at) => strayInNode(child, is[at], { ...to, parent: base }));
}

function strayInHtml(pair: Pair): Stray {
  const options = { scriptingEnabled: false };
  const base = parseFragment(pair.base, options);
  return strayInNode(base, parseFragment(pair.filled, options), { ...pair, parent: base });
}

function strayIn(language: Language, pair: Pair): Stray {
  if (language === 'html') return strayInHtml(pair);
  if (language === 'css') return strayInCss(pair);
  if (language === 'json') return strayInJson(pair, false);
  if (language === 'address') return strayInAddress(pair);
  return language === 'script' ? strayInScript(pair, [BODY]) : strayInText(pair);
}

/**
 * What is wrong with a filled document; `undefined` for nothing.
 * @param language of the whole
 */
export function findStray(language: Language, pair: Pair): string | undefined {
  return strayIn(language, pair);
}
