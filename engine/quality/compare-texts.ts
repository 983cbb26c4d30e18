/** Compares the texts of two pages paragraph by paragraph, and marks the words that only one of them has. */
import type { PageText } from './read-paragraphs.ts';

/** Text of a paragraph, and whether only this page has it. */
export type Segment = [text: string, isOwn: boolean];

/** The same paragraph of both pages, or one that only one page has. */
export interface ParagraphPair {
  left: Segment[] | null;
  right: Segment[] | null;
}

export interface TextComparison {
  /** The titles come first. */
  paragraphs: ParagraphPair[];
  /** Words of the left page, and those that only it has. */
  words: number;
  ownWords: number;
  /** True if a page has more text than was compared. */
  isCut: boolean;
  /** The longest text that both pages have in one paragraph; undefined without one. */
  shared: SharedText | undefined;
}

export interface SharedText {
  /** The paragraph as the left page has it. */
  text: string;
  /** Words that both pages have, in their order, in lower case. */
  words: string[];
}

/** Paragraphs with fewer words in common aren't the same. */
const MIN_SIMILARITY = 0.4;
/** Shorter texts that both pages have aren't worth varying. */
const MIN_SHARED_WORDS = 8;
/** Cells of a table of differences; longer paragraphs are compared by their sets of words. */
const MAX_CELLS = 1_000_000;

interface Token {
  text: string;
  /** Compared without case and marks. */
  word: string;
}

/** Characters of scripts without spaces are words. */
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

const toWord = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '') || text;

/** Splits a text into words with the spaces after them. */
function tokenize(text: string): Token[] {
  const found = [...text.matchAll(TOKEN)];
  return found.map((match, index) => ({
    text: text.slice(match.index, found[index + 1]?.index ?? text.length),
    word: toWord(match[0]),
  }));
}

function countWords(tokens: readonly Token[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { word } of tokens) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

interface Paragraph {
  tokens: Token[];
  counts: ReadonlyMap<string, number>;
}

function readParagraph(text: string): Paragraph {
  const tokens = tokenize(text);
  return { tokens, counts: countWords(tokens) };
}

/** Share of the words that both paragraphs have. */
function measureSimilarity(one: Paragraph, other: Paragraph): number {
  const [small, large] = one.counts.size < other.counts.size ? [one, other] : [other, one];
  let common = 0;
  for (const [word, count] of small.counts) common += Math.min(count, large.counts.get(word) ?? 0);
  return (2 * common) / Math.max(1, one.tokens.length + other.tokens.length);
}

/** Pairs of paragraphs that are the same, in the order of both pages, so that most of their text is paired. */
function alignParagraphs(left: readonly Paragraph[], right: readonly Paragraph[]): [number, number][] {
  const width = right.length + 1;
  const best = new Float64Array((left.length + 1) * width);
  const gains = new Float64Array(left.length * right.length);
  for (let i = left.length - 1; i >= 0; i -= 1)
    for (let j = right.length - 1; j >= 0; j -= 1) {
      const similarity = measureSimilarity(left[i] as Paragraph, right[j] as Paragraph);
      // Longer paragraphs matter more.
      const gain = similarity < MIN_SIMILARITY ? 0 : similarity * (left[i] as Paragraph).tokens.length;
      gains[i * right.length + j] = gain;
      const paired = gain > 0 ? gain + (best[(i + 1) * width + j + 1] as number) : 0;
      best[i * width + j] = Math.max(
        best[(i + 1) * width + j] as number,
        best[i * width + j + 1] as number,
        paired,
      );
    }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    const gain = gains[i * right.length + j] as number;
    const here = best[i * width + j] as number;
    if (gain > 0 && here === gain + (best[(i + 1) * width + j + 1] as number)) {
      pairs.push([i, j]);
      i += 1;
      j += 1;
    } else if (here === best[(i + 1) * width + j]) i += 1;
    else j += 1;
  }
  return pairs;
}

/** Finds the words of both texts in the same order. @returns whether each word is common */
function findCommon(left: readonly Token[], right: readonly Token[]): [boolean[], boolean[]] {
  const common: [boolean[], boolean[]] = [left.map(() => false), right.map(() => false)];
  let start = 0;
  const most = Math.min(left.length, right.length);
  while (start < most && left[start]?.word === right[start]?.word) start += 1;
  let end = 0;
  while (end < most - start && left.at(-1 - end)?.word === right.at(-1 - end)?.word) end += 1;
  for (let at = 0; at < start; at += 1) common[0][at] = common[1][at] = true;
  for (let at = 1; at <= end; at += 1) common[0][left.length - at] = common[1][right.length - at] = true;
  const [rows, columns] = [left.length - start - end, right.length - start - end];
  if (rows * columns > MAX_CELLS) return markSets([left, right], common);
  const width = columns + 1;
  const longest = new Uint16Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i -= 1)
    for (let j = columns - 1; j >= 0; j -= 1)
      longest[i * width + j] =
        left[start + i]?.word === right[start + j]?.word
          ? (longest[(i + 1) * width + j + 1] as number) + 1
          : Math.max(longest[(i + 1) * width + j] as number, longest[i * width + j + 1] as number);
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    if (left[start + i]?.word === right[start + j]?.word) {
      common[0][start + i] = common[1][start + j] = true;
      i += 1;
      j += 1;
    } else if ((longest[(i + 1) * width + j] as number) >= (longest[i * width + j + 1] as number)) i += 1;
    else j += 1;
  }
  return common;
}

/** Marks words that the other text has anywhere. */
function markSets(
  [left, right]: [readonly Token[], readonly Token[]],
  [inLeft, inRight]: [boolean[], boolean[]],
): [boolean[], boolean[]] {
  const [leftWords, rightWords] = [left, right].map((tokens) => new Set(tokens.map(({ word }) => word)));
  return [
    inLeft.map((isCommon, at) => isCommon || rightWords?.has(left[at]?.word ?? '') === true),
    inRight.map((isCommon, at) => isCommon || leftWords?.has(right[at]?.word ?? '') === true),
  ];
}

/** Joins words of the same kind. The space after the last own word isn't marked. */
function toSegments(tokens: readonly Token[], common: readonly boolean[]): Segment[] {
  const segments: Segment[] = [];
  for (const [at, { text }] of tokens.entries()) {
    const isOwn = !common[at];
    const last = segments.at(-1);
    if (last?.[1] === isOwn) last[0] += text;
    else if (last?.[1]) {
      const word = last[0].trimEnd();
      segments.push([last[0].slice(word.length) + text, isOwn]);
      last[0] = word;
    } else segments.push([text, isOwn]);
  }
  return segments;
}

const toOwn = ({ tokens }: Paragraph): Segment[] => [[tokens.map(({ text }) => text).join(''), true]];

/** Compares two pages. */
export function compareTexts(leftPage: PageText, rightPage: PageText): TextComparison {
  const [left, right] = [leftPage, rightPage].map(({ paragraphs }) => paragraphs.map(readParagraph)) as [
    Paragraph[],
    Paragraph[],
  ];
  const titles = [leftPage, rightPage].map(({ title }) => readParagraph(title)) as [Paragraph, Paragraph];
  const pairs: { one?: Paragraph | undefined; other?: Paragraph | undefined; isSame: boolean }[] = [
    { one: titles[0], other: titles[1], isSame: true },
  ];
  let [i, j] = [0, 0];
  for (const [nextLeft, nextRight] of [
    ...alignParagraphs(left, right),
    [left.length, right.length] as const,
  ]) {
    // Paragraphs between two matching ones are placed side by side, although they differ.
    while (i < nextLeft || j < nextRight)
      pairs.push({
        one: i < nextLeft ? left[i++] : undefined,
        other: j < nextRight ? right[j++] : undefined,
        isSame: false,
      });
    if (nextLeft < left.length) pairs.push({ one: left[i++], other: right[j++], isSame: true });
  }
  let [words, ownWords] = [0, 0];
  let shared: SharedText | undefined;
  const paragraphs = pairs.map(({ one, other, isSame }, index): ParagraphPair => {
    words += one?.tokens.length ?? 0;
    if (!isSame || !one || !other) {
      ownWords += one?.tokens.length ?? 0;
      return { left: one ? toOwn(one) : null, right: other ? toOwn(other) : null };
    }
    const [inLeft, inRight] = findCommon(one.tokens, other.tokens);
    const common = one.tokens.filter((_, at) => inLeft[at]).map(({ word }) => word);
    ownWords += one.tokens.length - common.length;
    if (index > 0 && common.length >= MIN_SHARED_WORDS && common.length > (shared?.words.length ?? 0))
      shared = {
        text: one.tokens
          .map(({ text }) => text)
          .join('')
          .trim(),
        words: common,
      };
    return { left: toSegments(one.tokens, inLeft), right: toSegments(other.tokens, inRight) };
  });
  return { paragraphs, words, ownWords, isCut: leftPage.isCut || rightPage.isCut, shared };
}

/** Longer paragraphs with the words of a text in between are other texts. */
const MAX_LENGTH_RATIO = 1.5;

/** True if one of the page's paragraphs has all words of the text in their order, and few others. */
export function hasText({ paragraphs }: Pick<PageText, 'paragraphs'>, { words }: SharedText): boolean {
  return paragraphs.some((paragraph) => {
    const tokens = tokenize(paragraph);
    if (tokens.length < words.length || tokens.length > words.length * MAX_LENGTH_RATIO + 4) return false;
    let at = 0;
    for (const { word } of tokens) if (word === words[at]) at += 1;
    return at === words.length;
  });
}
