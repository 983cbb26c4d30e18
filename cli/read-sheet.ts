/** Reads CSV, TSV and Excel files. The first bytes decide, because downloaded files often have a wrong extension. */
import { basename } from 'node:path';
import { combineReadings, nameSecondList, type Problem, type TableReading } from '#engine';
import { SHEET_FILE_BYTES } from '#engine/limits.ts';
import { createTableReader, isArchive } from '#engine/sheet/table-reader.ts';
import { describeFileError } from '#pump/file-problem.ts';
import { CHUNK_BYTES, type Source, streamFile } from '#pump/source-file.ts';

export interface SheetReading {
  reading: TableReading;
  source?: Source;
}

async function readExcel(
  chunks: Uint8Array[],
  source: Source,
  { sheet, hiddenRows, isSecond = false }: SheetOptions,
): Promise<TableReading> {
  const { file } = source;
  if (source.bytes > SHEET_FILE_BYTES) {
    const [size, limit] = [source.bytes, SHEET_FILE_BYTES].map((count) => count.toLocaleString('en-US'));
    const text = `${file} has ${size} bytes; an Excel file can have at most ${limit}. Save the sheet as CSV.`;
    return { problems: [{ code: 'sheet-too-large', severity: 'fault', text, file }] };
  }
  // Loaded on demand: number formats take longer to load than a small build takes.
  const { readWorkbook } = await import('#engine/sheet/workbook/read-workbook.ts');
  const reading = readWorkbook(Buffer.concat(chunks), { file, sheet, hiddenRows });
  const remedies = isSecond ? COMMON_REMEDIES : REMEDIES;
  return { ...reading, problems: reading.problems.map((problem) => nameFlag(problem, remedies)) };
}

/** Flags that fix problems of any list, by their code. */
const COMMON_REMEDIES: ReadonlyMap<string, string> = new Map([['rows-hidden', 'Use --hidden-rows include.']]);
/** `--sheet` names a sheet of the rows, not of a second list. */
const REMEDIES = new Map([
  ...COMMON_REMEDIES,
  ['sheet-chosen', 'Use --sheet NAME.'],
  ['sheet-not-found', 'Use --sheet NAME.'],
]);

function nameFlag(problem: Problem, remedies: ReadonlyMap<string, string>): Problem {
  const remedy = remedies.get(problem.code);
  return remedy === undefined ? problem : { ...problem, text: `${problem.text} ${remedy}` };
}

/** Refuses `--sheet` for a text file, which has no named sheets. */
function refuseSheetName(file: string, sheet: string): TableReading {
  const text = `${file} isn't an Excel file, so it has no sheet "${sheet}". Remove --sheet, or choose an Excel file.`;
  return { problems: [{ code: 'sheet-not-found', severity: 'fault', text, file }] };
}

export interface SheetOptions {
  /** File name in problems; default: that of the path. */
  file?: string;
  isSecond?: boolean;
  /** Name of the sheet of an Excel file. */
  sheet?: string | undefined;
  /** Also reads hidden rows of an Excel file. */
  hiddenRows?: 'include' | undefined;
  chunkBytes?: number;
}

/** Reads the sheet of rows, with all of its problems. */
export async function readSheetFile(path: string, options: SheetOptions = {}): Promise<SheetReading> {
  const { sheet, file = basename(path), chunkBytes = CHUNK_BYTES } = options;
  const reader = createTableReader({ file });
  const excelChunks: Uint8Array[] = [];
  let isExcel: boolean | undefined;
  let bytes = 0;
  const push = (chunk: Uint8Array) => {
    isExcel ??= isArchive(chunk);
    bytes += chunk.length;
    if (!isExcel) reader.push(chunk);
    else if (bytes <= SHEET_FILE_BYTES) excelChunks.push(chunk.slice());
  };
  try {
    const source = { ...streamFile(path, push, { chunkBytes }), file };
    if (isExcel) return { source, reading: await readExcel(excelChunks, source, options) };
    return { source, reading: sheet === undefined ? reader.end() : refuseSheetName(source.file, sheet) };
  } catch (error) {
    return { reading: { problems: [describeFileError(error, path)] } };
  }
}

/** Flags that name the sheets of rows. */
export interface SheetFlags extends Pick<SheetOptions, 'sheet' | 'hiddenRows'> {
  rows: string;
  /** A second list, each row of which is combined with each row of the first. */
  combine?: string | undefined;
}

export interface SheetReadings {
  first: SheetReading;
  second?: SheetReading & { file: string };
  /** The rows of pages: those of the first list, or each of them with each of the second. */
  combined: TableReading;
}

/** Reads the sheet of rows and, if there is a second list, combines both. */
export async function readSheets({ rows, combine, sheet, hiddenRows }: SheetFlags): Promise<SheetReadings> {
  const first = await readSheetFile(rows, { sheet, hiddenRows });
  if (combine === undefined) return { first, combined: first.reading };
  const file = nameSecondList(basename(rows), basename(combine));
  const second = await readSheetFile(combine, { file, hiddenRows, isSecond: true });
  const combined = combineReadings(first.reading, second.reading);
  return { first, second: { ...second, file }, combined };
}
