/** The CSV of a Wix collection as a seed, or every reason why it is none. */
import type { Seed, SeedReading } from '../../render/seed.ts';
import { locateInSeed } from '../../render/seed.ts';
import type { Problem } from '../../problem.ts';
import type { DecodedFile } from '../platform.ts';
import { type CsvRecord, readCsvRecords } from '../shared/csv/csv-cells.ts';

export interface WixSeed extends Seed {
  header: CsvRecord;
  /** Names of the columns, as written. */
  names: readonly string[];
  rows: readonly CsvRecord[];
  /** Line break of the file. */
  newline: string;
  hasByteOrderMark: boolean;
}

export const ADVICE =
  'In the CMS of Wix open the collection, choose More Actions → Export to CSV and upload that file.';
/** What Wix takes. */
const MOST_FIELDS = 1000;
const SYSTEM = new Set(['id', 'created date', 'updated date', 'owner']);

/** By what columns are known, whatever their case. */
export function nameKey(name: string): string {
  return name.trim().toLowerCase();
}

function newlineOf(text: string, header: CsvRecord): string {
  return /^\r\n|^\n|^\r/.exec(text.slice(header.end))?.[0] ?? '\n';
}

/** How many of the columns that Wix adds to every collection the first line has. */
export function countSystemColumns(text: string): number {
  const line = text.slice(0, text.search(/[\r\n]|$/));
  const records = readCsvRecords(line);
  if (!Array.isArray(records)) return 0;
  return (records[0]?.cells ?? []).filter(({ decoded }) => SYSTEM.has(nameKey(decoded.text))).length;
}

/** `;` or a tab between the columns of the first line, where there is no comma. */
function foreignDelimiter(text: string): string | undefined {
  const line = text.slice(0, text.search(/[\r\n]|$/)).replaceAll(/"(?:[^"]|"")*"/g, 'x');
  if (line.includes(',')) return undefined;
  if (line.includes(';')) return 'semicolons';
  return line.includes('\t') ? 'tabs' : undefined;
}

function judgeHeader(seed: WixSeed): Problem[] {
  const { file, header, names } = seed;
  const place = (at: number) => ({ file, ...locateInSeed(seed, at) });
  const problems: Problem[] = [];
  const seen = new Map<string, string>();
  for (const [index, cell] of header.cells.entries()) {
    const name = names[index] ?? '';
    const key = nameKey(name);
    const first = seen.get(key);
    if (first !== undefined) {
      const text = `Two columns are called "${name.trim()}", and Wix knows a field by its name. Rename or remove one of them.`;
      problems.push({ code: 'duplicate-header', severity: 'fault', ...place(cell.start), field: name, text });
    }
    seen.set(key, name);
  }
  if (names.length > MOST_FIELDS) {
    const text = `The collection has ${names.length} fields, and Wix imports at most ${MOST_FIELDS}. Remove some.`;
    problems.push({ code: 'seed-too-many-fields', severity: 'fault', ...place(0), text });
  }
  if (!seen.has('id')) {
    const text =
      'The collection has no column "ID", so Wix gives each item a new one: a second import would double all items. Export the collection with its ID column.';
    problems.push({ code: 'id-missing', severity: 'notice', ...place(0), text });
  }
  return problems;
}

function judgeRows(seed: WixSeed): Problem[] {
  const { rows, names, file } = seed;
  const ragged = rows.find(({ cells }) => cells.length !== names.length);
  if (!ragged) return [];
  const text = `The row has ${ragged.cells.length} cells, the header has ${names.length}. Export the collection again and upload that file unchanged.`;
  return [{ code: 'seed-row-ragged', severity: 'fault', file, ...locateInSeed(seed, ragged.start), text }];
}

/** A seed comes back exactly when no fault is among the problems. */
export function readWixSeed(decoded: DecodedFile): SeedReading<WixSeed> {
  const { file, text, skippedLines } = decoded;
  const refuse = (
    code: string,
    told: string,
    { line, column } = { line: 1, column: 1 },
  ): SeedReading<WixSeed> => ({
    problems: [{ code, severity: 'fault', file, line, column, text: told }],
  });
  if (/^<[?!a-z]/i.test(text)) return refuse('seed-not-csv', `This is XML, not a collection. ${ADVICE}`);
  const delimiter = foreignDelimiter(text);
  if (delimiter !== undefined)
    return refuse(
      'seed-delimiter',
      `The columns are separated by ${delimiter}, and Wix takes commas alone. Export the collection again, or save the file with commas.`,
    );
  const records = readCsvRecords(text);
  const base = {
    file,
    bytes: decoded.bytes,
    platform: 'wix',
    format: 'collection CSV',
    text,
    skippedLines,
  } as const;
  if (!Array.isArray(records)) {
    return refuse(
      'seed-not-csv',
      `${records.text} Export the collection again and upload that file unchanged.`,
      locateInSeed(base, records.at),
    );
  }
  const [header, ...rows] = records;
  if (!header || rows.length === 0)
    return refuse(
      'seed-no-record',
      'The collection holds no item: below its header there is no row. Add the item that serves as the pattern and export again.',
    );
  const seed: WixSeed = {
    ...base,
    header,
    rows,
    names: header.cells.map((cell) => cell.decoded.text),
    newline: newlineOf(text, header),
    hasByteOrderMark: decoded.hasByteOrderMark,
  };
  const problems = [...judgeHeader(seed), ...judgeRows(seed)];
  return problems.some(({ severity }) => severity === 'fault') ? { problems } : { seed, problems };
}
