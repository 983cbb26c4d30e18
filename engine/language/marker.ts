/**
 * Markers of the page language: `[if …]`, `[elseif …]`, `[else]`, `[spin]`, `[for …]`, `[nearby …]` and what closes
 * them. Prose, shortcodes and conditional comments that begin with the same words are not markers.
 */
import { parseNumber } from '../text/parse-number.ts';
import {
  type Condition,
  type MarkerFault,
  isConstructName,
  isFault,
  listNames,
  parseCondition,
} from './condition.ts';
import { explainWords, stripEmptyTest } from './explain-condition.ts';
import { FILTER_NAMES } from './filters.ts';
import { type Bracketed, toPlainText } from './placeholder.ts';
import { DOUBLE_QUOTES, QUOTED, SINGLE_QUOTES } from './quotes.ts';

export { type MarkerFault, isFault } from './condition.ts';

/** A bracketed text that opens, divides or closes a construct of the page language. */
export type Marker =
  | { kind: 'if' | 'elseif'; condition: Condition }
  | { kind: 'else' }
  | { kind: 'spin' }
  /** An empty separator stands for commas, semicolons, bars and line breaks, as for the filter `first`. */
  | { kind: 'for'; item: string; list: string; separator: string }
  | { kind: 'nearby'; count: number; withinMiles: number | undefined; same: string | undefined }
  | { kind: 'end'; of: 'if' | 'spin' | 'for' | 'nearby' };

const MAX_NEARBY = 100;
const KILOMETERS_A_MILE = 1.609344;

const KEYWORD =
  /^(?<slash>\/?)\s*(?<word>if|else\s*if|else|spin|for|nearby)(?![\p{L}\p{N}_-])\s*(?<rest>.*)$/isu;
/** `lt IE 9`, `!mso`, `gte mso 9`, `(IE)|(mso)`: conditional comments of old browsers and mail programs. */
const CONDITIONAL_COMMENT =
  /^[\s(]*(?:!(?!=)|(?:(?:lte?|gte?)\s+)?(?:IE|mso|vml|true|false)(?:\s+[\d.]+)?[\s)]*(?:$|[|&]))/i;
/**
 * The beginning of a condition with an error further on: a name and a sign, a filter or a comparison in words, or a
 * name that isn’t prose.
 */
const BEGUN_CONDITION = new RegExp(
  '^[\\s(]*(?:not\\b[\\s(]*){0,20}(?:\\p{L}[\\p{L}\\p{N}_ -]{0,60}?\\s*' +
    `(?:!?=|[<>]|\\bcontains\\b|\\|\\s*(?:${FILTER_NAMES.join('|')})\\b` +
    `|\\b(?:is|equals|not)\\s+[${DOUBLE_QUOTES}${SINGLE_QUOTES}]|\\bisn[’']t (?:empty|blank)\\b)` +
    '|geo[\\s_-]|\\p{L}[\\p{L}\\p{N}]{0,60}_)',
  'iu',
);
/** Words that a condition can’t end with. */
const UNFINISHED = /^(?:not|and|or)$/i;
/** Ends of other languages: `[endif]`. */
const FOREIGN_END = /^end[\s_]?(?<of>if|spin|for|nearby)$/i;
/** Two attributes of a shortcode: `type="a" value="b"`. */
const ATTRIBUTES = new RegExp(`^(?:[\\p{L}\\p{N}_-]+=(?:${QUOTED})\\s*){2,}$`, 'u');
/** Words that no column is named by, in bracketed prose: `[if you need help]`, `[for sale in Texas]`. */
const PROSE = new Set(
  (
    'a an the i me you we us they them it he him she her your our their my its this that these those there ' +
    'someone anyone everyone any all so needed necessary applicable possible appropriate'
  ).split(' '),
);
const PROSE_ITEMS = new Set([
  ...PROSE,
  ...'sale rent lease hire use example instance more information details people'.split(' '),
]);
/** A bare condition in more words than these is prose. */
const MAX_NAME_WORDS = 3;

const FOR = new RegExp(
  `^(?<item>[^${DOUBLE_QUOTES}]{1,100}?)\\s+in\\s+(?<list>[^\\s${DOUBLE_QUOTES}${SINGLE_QUOTES}][^${DOUBLE_QUOTES}]{0,300}?)` +
    `\\s*(?<quoted>${QUOTED})?$`,
  'isu',
);
const ITEM = /^\p{L}[\p{L}\p{M}\p{N}_-]*$/u;
const OPTION = new RegExp(`\\s*(\\p{L}+)\\s*:\\s*(?:${QUOTED}|([^\\s${DOUBLE_QUOTES}]+))`, 'uy');
const OPTION_NAME = /^(?:within|same)\b|^\p{L}+\s*:/iu;
const DISTANCE = /^([\d.,]+)\s*(mi|miles?|km|kilomet(?:er|re)s?)?$/i;
const NEARBY_FORM = 'Write it like [nearby 5 within:"30 mi" same:"geo_state"].';
const FOR_FORM = 'Write it like [for item in services "|"].';

/** Reads the word that the text in brackets begins with, in lower case and without spaces, and the rest. */
function readKeyword(text: string): { slash: string; word: string; rest: string } {
  const { slash = '', word = '', rest = '' } = KEYWORD.exec(text.trim())?.groups ?? {};
  return { slash, word: word.toLowerCase().replaceAll(/\s+/g, ''), rest };
}

function isProse(condition: Condition): boolean {
  const texts = listNames(condition).map((name) => stripEmptyTest(name).toLowerCase().split(/ +/));
  const isBare = !hasOperator(condition, () => true);
  if (hasOperator(condition, (operator) => operator !== 'contains')) return false;
  return texts.some(
    (words) => words.some((word) => PROSE.has(word)) || (isBare && words.length > MAX_NAME_WORDS),
  );
}

function hasOperator(condition: Condition, test: (operator: string) => boolean): boolean {
  if (condition.kind === 'filled') return false;
  if (condition.kind === 'compare') return test(condition.operator);
  const parts = condition.kind === 'not' ? [condition.of] : condition.of;
  return parts.some((part) => hasOperator(part, test));
}

function readCondition(kind: 'if' | 'elseif', text: string): Marker | MarkerFault | undefined {
  if (CONDITIONAL_COMMENT.test(text) || ATTRIBUTES.test(text)) return undefined;
  const condition = parseCondition(text);
  if (isFault(condition))
    return BEGUN_CONDITION.test(text) || UNFINISHED.test(text) || (kind === 'elseif' && text === '')
      ? condition
      : undefined;
  return isProse(condition) ? undefined : { kind, condition };
}

function readFor(text: string): Marker | MarkerFault | undefined {
  const { item = '', list = '', quoted } = FOR.exec(text)?.groups ?? {};
  const isQuoted = quoted !== undefined;
  const isList = isConstructName(list) && list.split(/\s+/).length <= MAX_NAME_WORDS;
  if (item === '' || PROSE_ITEMS.has(item.toLowerCase()) || (!isQuoted && !(ITEM.test(item) && isList)))
    return undefined;
  if (!ITEM.test(item)) return { reason: `The name of the item is one word. ${FOR_FORM}` };
  if (!isList) return { reason: `"${list.slice(0, 60)}" can’t be the name of a column. ${FOR_FORM}` };
  if (isQuoted && quoted.length <= 2) return { reason: `The separator is empty. ${FOR_FORM}` };
  return { kind: 'for', item, list: list.replaceAll(/\s+/g, ' '), separator: quoted?.slice(1, -1) ?? '' };
}

/** Reads `30 mi` or `30 km` in miles. */
function readMiles(text: string): number | undefined {
  const [, digits = '', unit = 'mi'] = DISTANCE.exec(text.trim()) ?? [];
  const distance = parseNumber(digits);
  if (distance === undefined || distance <= 0) return undefined;
  return unit.toLowerCase().startsWith('k') ? distance / KILOMETERS_A_MILE : distance;
}

/** Reads `name:"text"` pairs. */
function readOptions(text: string): Map<string, string> | MarkerFault {
  const options = new Map<string, string>();
  for (let at = 0; at < text.length; at = OPTION.lastIndex) {
    OPTION.lastIndex = at;
    const match = OPTION.exec(text);
    if (!match) return { reason: `"${text.slice(at).trim().slice(0, 60)}" isn’t an option. ${NEARBY_FORM}` };
    const [, written = '', double, single, bare = ''] = match;
    const name = written.toLowerCase();
    if (name !== 'within' && name !== 'same')
      return {
        reason: `Unknown option "${written.slice(0, 60)}". The options are within and same. ${NEARBY_FORM}`,
      };
    if (options.has(name)) return { reason: `The option ${name} is written twice. ${NEARBY_FORM}` };
    options.set(name, double ?? single ?? bare);
  }
  return options;
}

function readNearby(text: string): Marker | MarkerFault | undefined {
  const [, digits, rest = ''] = /^(-?\d[\d.,]*)?\s*(.*)$/su.exec(text) ?? [];
  if (rest !== '' && !OPTION_NAME.test(rest)) return undefined;
  const count = digits === undefined ? undefined : Number(digits);
  if (count === undefined) return { reason: `Write how many nearby pages to list. ${NEARBY_FORM}` };
  if (!Number.isInteger(count) || count < 1 || count > MAX_NEARBY)
    return { reason: `The number of nearby pages is a whole number from 1 to ${MAX_NEARBY}. ${NEARBY_FORM}` };
  const options = readOptions(rest);
  if (isFault(options)) return options;
  const [within, same] = [options.get('within'), options.get('same')?.trim()];
  const withinMiles = within === undefined ? undefined : readMiles(within);
  if (within !== undefined && withinMiles === undefined)
    return {
      reason: `"${within.slice(0, 60)}" isn’t a distance. Write miles or kilometers, such as within:"30 mi".`,
    };
  if (same !== undefined && !isConstructName(same))
    return {
      reason: `"${same.slice(0, 60)}" can’t be the name of a column. Write it like same:"geo_state".`,
    };
  return { kind: 'nearby', count, withinMiles, same };
}

function readEnd(word: string): Marker | MarkerFault {
  if (word === 'if' || word === 'spin' || word === 'for' || word === 'nearby')
    return { kind: 'end', of: word };
  return {
    reason: `[${word}] isn’t closed by a bracket of its own. Remove it: only [/if] ends a condition.`,
  };
}

type ConstructKind = Extract<Marker, { kind: 'end' }>['of'];

/** Reads the end of another language, such as `[endif]`, which also ends conditional comments. */
export function readForeignEnd(bracketed: string): ConstructKind | undefined {
  const { of } = FOREIGN_END.exec(toPlainText(bracketed.slice(1, -1)).trim())?.groups ?? {};
  return of?.toLowerCase() as ConstructKind | undefined;
}

/** A bracketed text that begins with a word of the page language, but isn't a marker. */
interface UnreadMarker {
  kind: ConstructKind;
  /** Predicate that says how to write it. */
  reason: string;
  /** It looks like a marker even without the closing one. */
  isLikely: boolean;
}

const TWO_WORDS = /^(?<first>[a-z_]{1,30}) [a-z_]{1,30}$/;

function explainUnreadCondition(rest: string): string {
  const condition = parseCondition(rest);
  if (isFault(condition)) return condition.reason;
  const [name = ''] = listNames(condition);
  return (
    explainWords(name, () => true) ?? 'isn’t a condition. Write it like [if geo_state = "TX"] or [if phone].'
  );
}

function explainUnreadList(rest: string): string {
  const { item = '' } = FOR.exec(rest)?.groups ?? {};
  return PROSE_ITEMS.has(item.toLowerCase())
    ? `can’t be read. Use another name than "${item}" for the item. ${FOR_FORM}`
    : `can’t be read. ${FOR_FORM}`;
}

/** Explains how to write a text that `readMarker` doesn't take for a marker. */
export function explainUnread(bracketed: string): UnreadMarker | undefined {
  const { slash, word: kind, rest } = readKeyword(toPlainText(bracketed.slice(1, -1)));
  if (slash !== '' || bracketed.startsWith('[[')) return undefined;
  if (kind === 'if')
    return CONDITIONAL_COMMENT.test(rest) || ATTRIBUTES.test(rest)
      ? undefined
      : { kind, reason: explainUnreadCondition(rest), isLikely: false };
  if (kind === 'nearby') return { kind, reason: `can’t be read. ${NEARBY_FORM}`, isLikely: false };
  if (kind === 'for') {
    const { first } = TWO_WORDS.exec(rest)?.groups ?? {};
    return {
      kind,
      reason: explainUnreadList(rest),
      isLikely: first !== undefined && !PROSE_ITEMS.has(first),
    };
  }
  if (kind !== 'spin' || rest === '') return undefined;
  const reason = 'can’t be read. Write it like [spin]a || b[/spin], with nothing else in its brackets.';
  return { kind, reason, isLikely: rest.includes('|') };
}

/** Checks if a marker begins a construct. */
export function isOpening({ kind }: Marker): boolean {
  return kind === 'if' || kind === 'spin' || kind === 'for' || kind === 'nearby';
}

/** Returns a marker in place of one that can't be read, so that what follows finds its beginning. */
export function replaceUnread(bracketed: string): Marker | undefined {
  const end = readForeignEnd(bracketed);
  if (end) return { kind: 'end', of: end };
  const { word } = readKeyword(bracketed.slice(1));
  const condition: Condition = { kind: 'and', of: [] };
  if (word === 'if' || word === 'elseif') return { kind: word, condition };
  if (word === 'for') return { kind: 'for', item: '', list: '', separator: '' };
  if (word === 'spin') return { kind: 'spin' };
  return word === 'nearby'
    ? { kind: 'nearby', count: 1, withinMiles: undefined, same: undefined }
    : undefined;
}

/** Reads `[if …]` and the like; `undefined` for any other bracketed text, such as a shortcode or a placeholder. */
export function readMarker(bracketed: string): Marker | MarkerFault | undefined {
  if (bracketed.startsWith('[[') || !bracketed.startsWith('[') || !bracketed.endsWith(']')) return undefined;
  const end = readForeignEnd(bracketed);
  if (end) return { reason: `isn’t a marker. Write [/${end}].` };
  const { slash, word, rest } = readKeyword(toPlainText(bracketed.slice(1, -1)));
  if (slash !== '') return rest === '' ? readEnd(word) : undefined;
  if (word === 'if' || word === 'elseif') return readCondition(word, rest);
  if (word === 'for') return readFor(rest);
  if (word === 'nearby') return readNearby(rest);
  return (word === 'else' || word === 'spin') && rest === '' ? { kind: word } : undefined;
}

/** `<!--[if !supportLists]>`, `<![endif]>` in a text that shows markup. */
const CONDITIONAL = /^\[(?:if\s[^[\]]*|endif)\]$/;
const BEFORE_CONDITIONAL = /(?:<|&lt;)!(?:--)?$/i;
const BEFORE_CHARACTERS = '&lt;!--'.length;

/** Checks if brackets belong to a conditional comment in a text that shows markup. */
export function isConditionalComment({ from, text: written }: Bracketed, text: string): boolean {
  return (
    CONDITIONAL.test(written) &&
    BEFORE_CONDITIONAL.test(text.slice(Math.max(0, from - BEFORE_CHARACTERS), from))
  );
}
