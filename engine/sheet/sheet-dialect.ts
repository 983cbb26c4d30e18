/** Detects the separator and the line end of a sheet from its first records. */
import { type Dialect, RecordScanner } from './record-scanner.ts';

/** Rare characters first: they win if two separators split the records equally well. */
const DELIMITERS = ['\t', ';', '|', ','] as const;
/** Records that are compared. */
const SAMPLE_SIZE = 10;

/** Excel's line above the header that names the separator: `sep=;`. */
const SEPARATOR_LINE = /^(?:sep=(.)|"sep=(.)")(?:\r*\n|\r|$)/i;

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** Finds the first line end outside quotation marks, which is the header's. */
function findNewline(text: string): '\n' | '\r' {
  let isQuoted = false;
  let isCellStart = true;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '"' && (isCellStart || isQuoted)) {
      isQuoted = !isQuoted;
      // The second quotation mark of an escaped one (`""`) reopens the cell.
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
  /** Sum of the differences between adjacent records; 0 if all have the same number of cells. */
  unevenness: number;
}

function tryDelimiter(text: string, { delimiter, newline }: Dialect): Candidate {
  const scanner = new RecordScanner({ delimiter, newline });
  const widths: number[] = [];
  let unevenness = 0;
  for (let at = 0; at < text.length && widths.length < SAMPLE_SIZE; at = scanner.end) {
    if (scanner.scan(text, at) === 'open') {
      unevenness += 1;
      break;
    }
    if (isBlank(scanner.cells)) continue;
    const before = widths.at(-1) ?? scanner.cells.length;
    widths.push(scanner.cells.length);
    unevenness += Math.abs(scanner.cells.length - before) + (scanner.strayCell === -1 ? 0 : 1);
  }
  const [header = 0, ...below] = widths;
  return { delimiter, header, widths: below, unevenness };
}

/** Checks if several rows below a title of one cell all have the same three cells or more. */
function splitsBelowTitle({ header, widths }: Candidate): boolean {
  const [first = 0] = widths;
  return header === 1 && first > 2 && widths.length > 1 && widths.every((width) => width === first);
}

/**
 * Detects separator and line end from the first ten records. Only a character that splits the header can be the
 * separator, so that commas in texts don't count.
 *
 * @param head whole lines
 * @param given separator that isn't detected
 * @returns `preamble`: characters to skip before the first record
 */
export function detectDialect(head: string, given?: string): Dialect & { preamble: number } {
  const line = SEPARATOR_LINE.exec(head);
  const preamble = line?.[0].length ?? 0;
  const text = head.slice(preamble);
  const newline = findNewline(text.replace(/^[\r\n]+/, ''));
  const named = given ?? line?.[1] ?? line?.[2];
  if (named !== undefined) return { delimiter: named, newline, preamble };
  const candidates = DELIMITERS.map((delimiter) => tryDelimiter(text, { delimiter, newline }));
  const [best] = candidates
    .filter(({ header }) => header > 1)
    .sort((one, other) => one.unevenness - other.unevenness || other.header - one.header);
  const delimiter = (best ?? candidates.find(splitsBelowTitle))?.delimiter ?? ',';
  return { delimiter, newline, preamble };
}
