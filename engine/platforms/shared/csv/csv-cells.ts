/** The records of a CSV seed with the places of their cells, read strictly (RFC 4180): a seed is written by a program. */
import { type SourceText, SourceTextBuilder } from '../../../text/source-text.ts';

export interface CsvCell {
  /** Raw range, quotation marks included. */
  start: number;
  end: number;
  isQuoted: boolean;
  /** Without marks; its ranges are positions of the file's text. */
  decoded: SourceText;
}

export interface CsvRecord {
  start: number;
  /** Before the line break. */
  end: number;
  cells: CsvCell[];
}

export interface CsvFault {
  at: number;
  text: string;
}

const LINE_END = /[\r\n]/;

function readPlainCell(text: string, start: number, end: number): CsvCell {
  const builder = new SourceTextBuilder(text);
  builder.copy(start, end);
  return { start, end, isQuoted: false, decoded: builder.finish() };
}

function readQuotedCell(text: string, start: number, end: number): CsvCell {
  const by = start + 1;
  const builder = new SourceTextBuilder(text);
  let last = 0;
  for (const match of text.slice(by, end - 1).matchAll(/""/g)) {
    builder.copy(by + last, by + match.index);
    builder.replace(by + match.index, by + match.index + 2, '"');
    last = match.index + 2;
  }
  builder.copy(by + last, end - 1);
  return { start, end, isQuoted: true, decoded: builder.finish() };
}

/** Finds the end of the quoted cell that starts at `start`; -1 if its quotation mark is never closed. */
function findQuotedEnd(text: string, start: number): number {
  for (let at = start + 1; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0) return -1;
    if (text[at + 1] !== '"') return at + 1;
  }
}

function findPlainEnd(text: string, start: number, delimiter: string): number {
  let at = start;
  while (at < text.length && text[at] !== delimiter && !LINE_END.test(text[at] ?? '')) at += 1;
  return at;
}

/** All records that aren't empty, or the first fault. */
export function readCsvRecords(text: string, delimiter = ','): CsvRecord[] | CsvFault {
  const records: CsvRecord[] = [];
  let at = 0;
  while (at < text.length) {
    const record: CsvRecord = { start: at, end: at, cells: [] };
    for (;;) {
      const isQuoted = text[at] === '"';
      const end = isQuoted ? findQuotedEnd(text, at) : findPlainEnd(text, at, delimiter);
      if (end < 0) return { at, text: 'A cell opens with a quotation mark that is never closed.' };
      record.cells.push(isQuoted ? readQuotedCell(text, at, end) : readPlainCell(text, at, end));
      at = end;
      if (text[at] !== delimiter) break;
      at += 1;
    }
    if (at < text.length && !LINE_END.test(text[at] ?? ''))
      return { at, text: 'Text follows the closing quotation mark of a cell.' };
    record.end = at;
    at += text.startsWith('\r\n', at) ? 2 : 1;
    if (record.end > record.start) records.push(record);
  }
  return records;
}
