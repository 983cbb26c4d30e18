/** Finds out what divides the cells and the rows of a sheet, from its first records. */
import { type Dialect, RecordScanner } from './record-scanner.ts';

/** The ones that seldom stand in texts first: they win where two divide the records equally well. */
const DELIMITERS = ['\t', ';', '|', ','] as const;
const LOOKED_AT = 10;

/** Excel's own line above the header, which names the separator: `sep=;`. */
const SEPARATOR_LINE = /^(?:sep=(.)|"sep=(.)")(?:\r*\n|\r|$)/i;

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** The first line end outside quotation marks decides: it is the header's. */
function findNewline(text: string): '\n' | '\r' {
  let isQuoted = false;
  let isCellStart = true;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '"' && (isCellStart || isQuoted)) {
      isQuoted = !isQuoted;
      // The second of a doubled quotation mark opens again what the first has closed.
      isCellStart = !isQuoted && text[at + 1] === '"';
      continue;
    }
    if (isQuoted) continue;
    if (character === '\n') return '\n';
    if (character === '\r') return /^\r*\n/.test(text.slice(at)) ? '\n' : '\r';
    isCellStart = character === ' ' ? isCellStart : DELIMITERS.some((delimiter) => delimiter === character);
  }
  return '\n';
}

interface Candidate {
  delimiter: string;
  /** Cells of the first record. */
  header: number;
  /** Cells of each record below it. */
  widths: number[];
  /** How uneven the records are; 0 where all have as many cells as the one before. */
  unevenness: number;
  /** A blank follows it in the header throughout, as in a text: `min; max`. */
  isProse: boolean;
}

/** Names of columns that it cuts inside brackets: `price (min; max)`. */
function countCutBrackets(header: readonly string[]): number {
  return header.filter((name) => {
    const opened = name.match(/[([{]/g)?.length ?? 0;
    return opened !== (name.match(/[)\]}]/g)?.length ?? 0);
  }).length;
}

function tryDelimiter(text: string, { delimiter, newline }: Dialect): Candidate {
  const scanner = new RecordScanner({ delimiter, newline });
  const widths: number[] = [];
  let unevenness = 0;
  let isProse = false;
  for (let at = 0; at < text.length && widths.length < LOOKED_AT; at = scanner.end) {
    if (scanner.scan(text, at) === 'open') {
      unevenness += 1;
      break;
    }
    if (isBlank(scanner.cells)) continue;
    if (widths.length === 0) {
      unevenness += countCutBrackets(scanner.cells);
      isProse = scanner.cells.slice(1).every((name) => name.startsWith(' '));
    }
    const before = widths.at(-1) ?? scanner.cells.length;
    widths.push(scanner.cells.length);
    unevenness += Math.abs(scanner.cells.length - before) + (scanner.strayCell === -1 ? 0 : 1);
  }
  const [header = 0, ...below] = widths;
  return { delimiter, header, widths: below, unevenness, isProse };
}

/** Under a title of one cell: several rows that all have the same three cells or more. */
function dividesBelowTitle({ header, widths }: Candidate): boolean {
  const [first = 0] = widths;
  return header === 1 && first > 2 && widths.length > 1 && widths.every((width) => width === first);
}

/**
 * Separator and line end, guessed from the first ten records; `head` is a byte string of whole lines.
 * Only what divides the header can be the separator, so that commas in texts do not count.
 *
 * @returns `preamble`: characters before the first record, to be passed over.
 */
export function detectDialect(head: string, told?: string): Dialect & { preamble: number } {
  const line = SEPARATOR_LINE.exec(head);
  const preamble = line?.[0].length ?? 0;
  const text = head.slice(preamble);
  const newline = findNewline(text.replace(/^[\r\n]+/, ''));
  const named = told ?? line?.[1] ?? line?.[2];
  if (named !== undefined) return { delimiter: named, newline, preamble };
  const candidates = DELIMITERS.map((delimiter) => tryDelimiter(text, { delimiter, newline }));
  const [best] = candidates
    .filter(({ header }) => header > 1)
    .sort(
      (one, other) =>
        one.unevenness - other.unevenness ||
        Number(one.isProse) - Number(other.isProse) ||
        other.header - one.header,
    );
  const delimiter = (best ?? candidates.find(dividesBelowTitle))?.delimiter ?? ',';
  return { delimiter, newline, preamble };
}
