/** Reads an uploaded sheet: text or an Excel file, with the choices for reading it. */
import { type Problem, type TableReading, writeSheetText } from '#engine';
import { createTableReader, isArchive } from '#engine/sheet/table-reader.ts';
import { readWorkbook } from '#engine/sheet/workbook/read-workbook.ts';

export interface DraftSheet {
  file: string;
  bytes: Uint8Array;
  /** Name of the sheet in an Excel file. */
  sheetName?: string | undefined;
  /** Also reads rows that an Excel file hides. */
  hiddenRows?: 'include' | undefined;
  /** Encoding of a text file that isn't Unicode, by its TextDecoder label. */
  encoding?: string | undefined;
}

export type NamedReading = TableReading & { file: string };

/** Reads the sheet, with its problems. */
export function readDraftSheet({ file, bytes, sheetName, hiddenRows, encoding }: DraftSheet): NamedReading {
  if (isArchive(bytes)) return { file, ...readWorkbook(bytes, { file, sheet: sheetName, hiddenRows }) };
  const reader = createTableReader({ file, encoding });
  reader.push(bytes);
  return { file, ...reader.end() };
}

/** Reads the sheet as the text to store, which is missing if the sheet can't be read. */
export function readSheetText(sheet: DraftSheet): { text?: string; problems: Problem[] } {
  const { table, problems } = readDraftSheet(sheet);
  return { problems, ...(table && { text: writeSheetText(sheet.bytes, table) }) };
}
