/** Reads the text of an XML export to its outline. */
import { SEED_NAMES, SEED_PLACEHOLDERS } from '../limits.ts';
import type { Problem } from '../problem.ts';
import { type ConvertedXml, convertHtmlEntities } from '../text/html-entities.ts';
import { matchPrefixed } from '../text/match-prefixed.ts';
import { outlineXml } from '../text/xml-outline.ts';
import type { DecodedFile, XmlFile } from './platform.ts';

/** A bracket and the name that it starts with. */
const NAME = /\[\s{0,9}(\p{L}[\p{L}\p{M}\p{N} _.-]{0,79})/uy;
/** Beginnings of CDATA sections, whose brackets aren’t text. */
const CDATA = ['<!', '<![CDATA'];
/** The same bracket as a percent sign, a reference or an escape. */
const ENCODED = /(?:%5b|%91|&(?:amp;)*(?:#0*91|#x0*5b|lbrack|lsqb);|\\u005b|\\x5b)\p{L}/giu;

const ADVICE = 'Export only one page, or remove the brackets that aren’t placeholders.';

function countMatches(text: string, pattern: RegExp): number {
  let count = 0;
  pattern.lastIndex = 0;
  while (pattern.test(text)) count += 1;
  return count;
}

/** Names in brackets; stops collecting them above the limit, so that the set stays small. */
function readNames(text: string, limit: number): { count: number; names: Set<string> } {
  const names = new Set<string>();
  let count = 0;
  for (const { 1: name = '', index } of matchPrefixed(text, '[', NAME)) {
    if (CDATA.some((before) => text.endsWith(before, index))) continue;
    count += 1;
    if (count <= limit) names.add(name.trimEnd());
  }
  return { count, names };
}

function refuse(
  code: string,
  count: number,
  [what, limit]: readonly [string, number],
): Omit<Problem, 'file'> {
  const [found, max] = [count, limit].map((figure) => figure.toLocaleString('en-US'));
  const text = `The seed has ${found} ${what}, and at most ${max} can be read. ${ADVICE}`;
  return { code, severity: 'fault', text };
}

/** Refuses a seed with more placeholders than can be read in a reasonable time: each takes a fixed time. */
function checkSeedCaps(text: string): Omit<Problem, 'file'> | undefined {
  const encoded = countMatches(text, ENCODED);
  const { count: plain, names } = readNames(text, SEED_PLACEHOLDERS - encoded);
  const count = plain + encoded;
  if (count > SEED_PLACEHOLDERS)
    return refuse('seed-too-many-placeholders', count, ['texts in brackets', SEED_PLACEHOLDERS]);
  if (names.size > SEED_NAMES)
    return refuse('seed-too-many-names', names.size, ['different names in brackets', SEED_NAMES]);
  return undefined;
}

/** The fault as the file has it: blank lines before the declaration count, and a bare `&` is named as such. */
function placeFault(fault: Problem, xml: ConvertedXml, skippedLines: number): Problem {
  let { line, column, text } = fault;
  if (fault.code === 'seed-not-xml' && xml.bareAmpersand !== undefined && line !== undefined) {
    const before = xml.text.slice(0, xml.bareAmpersand).split('\n');
    if (before.length <= line) {
      line = before.length;
      column = (before.at(-1) ?? '').length + 1;
      text =
        'This is not well-formed XML: an "&" outside CDATA is not written as "&amp;". Export the page again and upload that file unchanged.';
    }
  }
  if (line === undefined) return fault;
  return { ...fault, line: line + skippedLines, ...(column === undefined ? {} : { column }), text };
}

/** @param decoded without white space at the start of its text */
export function readXmlFile(decoded: DecodedFile, advice: string): { file?: XmlFile; problems: Problem[] } {
  const { file, skippedLines } = decoded;
  if (!decoded.text.startsWith('<')) {
    const text = `This isn’t XML: an export begins with "<?xml". ${advice}`;
    return { problems: [{ code: 'seed-not-xml', severity: 'fault', file, line: 1, column: 1, text }] };
  }
  const excess = checkSeedCaps(decoded.text);
  if (excess) return { problems: [{ ...excess, file }] };
  const predefined = convertHtmlEntities(decoded.text.trimEnd());
  const root = outlineXml(predefined.text, file, advice);
  if ('severity' in root) return { problems: [placeFault(root, predefined, skippedLines)] };
  return { file: { ...decoded, text: `${predefined.text}\n`, root }, problems: [] };
}
