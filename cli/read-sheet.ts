/**
 * Rows come as CSV, TSV or as an Excel file; which of them is seen from the first bytes, because
 * the endings of downloaded files are often wrong.
 */
import { basename } from 'node:path';
import type { Problem, TableReading } from '#engine';
import { SHEET_FILE_BYTES } from '#engine/limits.ts';
import { createTableReader } from '#engine/sheet/table-reader.ts';
import { describeFileError } from '#pump/file-problem.ts';
import { CHUNK_BYTES, type Source, streamFile } from '#pump/source-file.ts';

/** Each XLSX is a ZIP archive: `PK`, 3, 4. */
const ZIP_MAGIC = [0x50, 0x4b, 3, 4];

export interface SheetReading {
  reading: TableReading;
  source?: Source;
}

async function readExcel(
  pieces: Uint8Array[],
  source: Source,
  { sheet, hiddenRows }: SheetOptions,
): Promise<TableReading> {
  const { file } = source;
  // It is read from memory.
  if (source.bytes > SHEET_FILE_BYTES) {
    const [size, limit] = [source.bytes, SHEET_FILE_BYTES].map((count) => count.toLocaleString('en-US'));
    const text = `${file} has ${size} bytes; an Excel file may have at most ${limit}. Save the sheet as CSV.`;
    return { problems: [{ code: 'sheet-too-large', severity: 'fault', text, file }] };
  }
  // Loaded only here: the number formats take longer to load than a small build takes in all.
  const { readWorkbook } = await import('#engine/sheet/workbook/read-workbook.ts');
  const reading = readWorkbook(Buffer.concat(pieces), { file, sheet, hiddenRows });
  return { ...reading, problems: reading.problems.map(nameFlag) };
}

/** Problems whose remedy is a flag. */
const REMEDIES = new Map([
  ['sheet-chosen', 'Use --sheet NAME.'],
  ['sheet-not-found', 'Use --sheet NAME.'],
  ['rows-hidden', 'Use --hidden-rows include.'],
]);

function nameFlag(problem: Problem): Problem {
  const remedy = REMEDIES.get(problem.code);
  return remedy === undefined ? problem : { ...problem, text: `${problem.text} ${remedy}` };
}

/** A sheet of text has no name, so a person who names one means another file. */
function refuseSheetName(file: string, sheet: string): TableReading {
  const text = `${file} is no Excel file, so it has no sheet "${sheet}". Leave out --sheet, or name the Excel file.`;
  return { problems: [{ code: 'sheet-not-found', severity: 'fault', text, file }] };
}

export interface SheetOptions {
  /** Name of the sheet of an Excel file. */
  sheet?: string | undefined;
  /** Also reads hidden rows of an Excel file. */
  hiddenRows?: 'include' | undefined;
  chunkBytes?: number;
}

/** Reads the sheet of rows; all that is wrong with it is among the problems. */
export async function readSheetFile(path: string, options: SheetOptions = {}): Promise<SheetReading> {
  const { sheet, chunkBytes = CHUNK_BYTES } = options;
  const reader = createTableReader({ file: basename(path) });
  const excelPieces: Uint8Array[] = [];
  let isExcel: boolean | undefined;
  let bytes = 0;
  const take = (piece: Uint8Array) => {
    isExcel ??= ZIP_MAGIC.every((byte, index) => piece[index] === byte);
    bytes += piece.length;
    if (!isExcel) reader.push(piece);
    else if (bytes <= SHEET_FILE_BYTES) excelPieces.push(piece.slice());
  };
  try {
    const source = streamFile(path, take, { chunkBytes });
    if (isExcel) return { source, reading: await readExcel(excelPieces, source, options) };
    return { source, reading: sheet === undefined ? reader.end() : refuseSheetName(source.file, sheet) };
  } catch (error) {
    return { reading: { problems: [describeFileError(error, path)] } };
  }
}
