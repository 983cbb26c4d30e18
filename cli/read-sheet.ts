/** Reads CSV, TSV and Excel files. The first bytes decide, because downloaded files often have a wrong extension. */
import { basename } from 'node:path';
import type { Problem, TableReading } from '#engine';
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
  { sheet, hiddenRows }: SheetOptions,
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
  return { ...reading, problems: reading.problems.map(nameFlag) };
}

/** Flags that fix problems, by their code. */
const REMEDIES = new Map([
  ['sheet-chosen', 'Use --sheet NAME.'],
  ['sheet-not-found', 'Use --sheet NAME.'],
  ['rows-hidden', 'Use --hidden-rows include.'],
]);

function nameFlag(problem: Problem): Problem {
  const remedy = REMEDIES.get(problem.code);
  return remedy === undefined ? problem : { ...problem, text: `${problem.text} ${remedy}` };
}

/** A text file has no named sheets, so `--sheet` is meant for another file. */
function refuseSheetName(file: string, sheet: string): TableReading {
  const text = `${file} isn't an Excel file, so it has no sheet "${sheet}". Remove --sheet, or choose an Excel file.`;
  return { problems: [{ code: 'sheet-not-found', severity: 'fault', text, file }] };
}

export interface SheetOptions {
  /** Name of the sheet of an Excel file. */
  sheet?: string | undefined;
  /** Also reads hidden rows of an Excel file. */
  hiddenRows?: 'include' | undefined;
  chunkBytes?: number;
}

/** Reads the sheet of rows, with all of its problems. */
export async function readSheetFile(path: string, options: SheetOptions = {}): Promise<SheetReading> {
  const { sheet, chunkBytes = CHUNK_BYTES } = options;
  const reader = createTableReader({ file: basename(path) });
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
    const source = streamFile(path, push, { chunkBytes });
    if (isExcel) return { source, reading: await readExcel(excelChunks, source, options) };
    return { source, reading: sheet === undefined ? reader.end() : refuseSheetName(source.file, sheet) };
  } catch (error) {
    return { reading: { problems: [describeFileError(error, path)] } };
  }
}
