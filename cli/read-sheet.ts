/**
 * Rows come as CSV, TSV or as an Excel file; which of them is seen from the first bytes, because
 * the endings of downloaded files are often wrong.
 */
import { basename } from 'node:path';
import {
  createTableReader,
  readCells,
  SHEET_FILE_BYTES,
  type TableReading,
  tellSheetNotReadable,
} from '#engine';
import { describeFileError } from '#pump/file-problem.ts';
import { CHUNK_BYTES, type Source, streamFile } from '#pump/source-file.ts';

/** Each XLSX is a ZIP archive: `PK`, 3, 4. */
const ZIP_MAGIC = [0x50, 0x4b, 3, 4];

export interface SheetReading {
  reading: TableReading;
  source?: Source;
}

async function readExcel(pieces: Uint8Array[], source: Source): Promise<TableReading> {
  const { file } = source;
  // It is unpacked in memory.
  if (source.bytes > SHEET_FILE_BYTES) {
    const [size, limit] = [source.bytes, SHEET_FILE_BYTES].map((count) => count.toLocaleString('en-US'));
    const text = `${file} has ${size} bytes; an Excel file may have at most ${limit}. Save the sheet as CSV.`;
    return { problems: [{ code: 'sheet-too-large', severity: 'fault', text, file }] };
  }
  // Loaded only here: it takes longer to load than a small build takes in all.
  const { readSheet } = await import('read-excel-file/node');
  const cells = await readSheet(Buffer.concat(pieces), { trim: false }).catch(() => undefined);
  return cells === undefined ? { problems: [tellSheetNotReadable(file)] } : readCells(cells, { file });
}

/** Reads the sheet of rows; all that is wrong with it is among the problems. */
export async function readSheetFile(
  path: string,
  options: { chunkBytes?: number } = {},
): Promise<SheetReading> {
  const { chunkBytes = CHUNK_BYTES } = options;
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
    return { source, reading: isExcel ? await readExcel(excelPieces, source) : reader.end() };
  } catch (error) {
    return { reading: { problems: [describeFileError(error, path)] } };
  }
}
