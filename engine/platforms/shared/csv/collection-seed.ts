/** Reads the CSV of a collection: a header with the names of its fields, and an item in each row below it. */
import type { Problem } from '../../../problem.ts';
import { type Seed, type SeedReading, locateInSeed, reportInSeed } from '../../../render/seed.ts';
import type { DecodedFile } from '../../platform.ts';
import { type CsvRecord, readCsvRecords } from './csv-cells.ts';

export interface CollectionSeed extends Seed {
  header: CsvRecord;
  /** Names of the columns, as written. */
  names: readonly string[];
  rows: readonly CsvRecord[];
  /** Line break of the file. */
  newline: string;
  hasByteOrderMark: boolean;
}

/** The rules of a platform for reading its collections. */
export interface CollectionReadRules {
  id: string;
  /** The name of the product. */
  name: string;
  advice: string;
  /** Sizes in one file; `items` are the records. */
  limits: { slugBytes: number; fields: number; items?: number };
  /** Fields that count towards the limit; all columns if omitted. */
  countFields?(names: readonly string[]): number;
  /** Checks that the header has the columns that the platform needs. */
  checkHeader(seed: CollectionSeed): Omit<Problem, 'file' | 'line' | 'column'>[];
}

/** Makes the key that a column is found by: its name in lower case. */
export function toColumnKey(name: string): string {
  return name.trim().toLowerCase();
}

/** @returns index of the first column that has one of the names, best name first; -1 without one */
export function findColumn(seed: CollectionSeed, keys: readonly string[]): number {
  for (const key of keys) {
    const index = seed.names.findIndex((name) => toColumnKey(name) === key);
    if (index >= 0) return index;
  }
  return -1;
}

/** Text of a cell without its quotation marks; empty for a missing cell. */
export function getCellText(row: CsvRecord, index: number): string {
  return row.cells[index]?.decoded.text ?? '';
}

function readFirstLine(text: string): string {
  return text.slice(0, text.search(/[\r\n]|$/));
}

/** Counts the names in the first line that are among the keys. */
export function countColumns(text: string, keys: ReadonlySet<string>): number {
  const records = readCsvRecords(readFirstLine(text));
  if (!Array.isArray(records)) return 0;
  return (records[0]?.cells ?? []).filter(({ decoded }) => keys.has(toColumnKey(decoded.text))).length;
}

/** Finds `;` or a tab between the columns of a first line without commas. */
function findOtherDelimiter(text: string): string | undefined {
  const line = readFirstLine(text).replaceAll(/"(?:[^"]|"")*"/g, 'x');
  if (line.includes(',')) return undefined;
  if (line.includes(';')) return 'semicolons';
  return line.includes('\t') ? 'tabs' : undefined;
}

function checkHeader(seed: CollectionSeed, rules: CollectionReadRules): Problem[] {
  const { header, names } = seed;
  const { name: product, limits } = rules;
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const [index, cell] of header.cells.entries()) {
    const name = names[index] ?? '';
    const key = toColumnKey(name);
    if (seen.has(key)) {
      const text = `Two columns are called "${name.trim()}", and ${product} identifies fields by name. Rename or remove one of them.`;
      const problem = { code: 'duplicate-header', severity: 'fault', field: name, text } as const;
      problems.push(reportInSeed(seed, cell.start, problem));
    }
    seen.add(key);
  }
  const count = rules.countFields?.(names) ?? names.length;
  if (count > limits.fields) {
    const text = `The collection has ${count} fields, and ${product} imports at most ${limits.fields}. Remove some.`;
    problems.push(reportInSeed(seed, 0, { code: 'seed-too-many-fields', severity: 'fault', text }));
  }
  for (const problem of rules.checkHeader(seed)) problems.push(reportInSeed(seed, 0, problem));
  return problems;
}

function checkRows(seed: CollectionSeed): Problem[] {
  const { rows, names } = seed;
  const ragged = rows.find(({ cells }) => cells.length !== names.length);
  if (!ragged) return [];
  const text = `The row has ${ragged.cells.length} cells, but the header has ${names.length}. Export the collection again and upload that file unchanged.`;
  return [reportInSeed(seed, ragged.start, { code: 'seed-row-ragged', severity: 'fault', text })];
}

/** A seed comes back exactly when no fault is among the problems. */
export function readCollection(
  decoded: DecodedFile,
  rules: CollectionReadRules,
): SeedReading<CollectionSeed> {
  const { file, text, bytes, skippedLines, hasByteOrderMark } = decoded;
  const refuse = (code: string, reason: string, place = { line: 1, column: 1 }) => ({
    problems: [{ code, severity: 'fault', file, ...place, text: reason } as const],
  });
  if (/^<[?!a-z]/i.test(text))
    return refuse('seed-not-csv', `This is XML, not a collection. ${rules.advice}`);
  const delimiter = findOtherDelimiter(text);
  if (delimiter !== undefined)
    return refuse(
      'seed-delimiter',
      `The columns are separated by ${delimiter}, but ${rules.name} requires commas. Export the collection again, or save the file with commas.`,
    );
  const base = { file, bytes, platform: rules.id, format: 'collection CSV', text, skippedLines };
  const records = readCsvRecords(text);
  if (!Array.isArray(records))
    return refuse(
      'seed-not-csv',
      `${records.text} Export the collection again and upload that file unchanged.`,
      locateInSeed(base, records.at),
    );
  const [header, ...rows] = records;
  if (!header || rows.length === 0)
    return refuse(
      'seed-no-record',
      'The collection has no items: there are no rows below the header. Add the item that serves as the pattern and export again.',
    );
  const newline = /^\r\n|^\n|^\r/.exec(text.slice(header.end))?.[0] ?? '\n';
  const names = header.cells.map((cell) => cell.decoded.text);
  const seed: CollectionSeed = { ...base, header, rows, names, newline, hasByteOrderMark };
  const problems = [...checkHeader(seed, rules), ...checkRows(seed)];
  return problems.some(({ severity }) => severity === 'fault') ? { problems } : { seed, problems };
}
