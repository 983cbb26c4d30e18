/** A sheet as it was uploaded: text of any kind or an Excel file, with the choices for reading it. */
import { type Problem, type TableReading, writeSheetText } from '#engine';
import { createTableReader } from '#engine/sheet/table-reader.ts';
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

/** An XLSX file is a ZIP archive, whatever its name says. */
const ZIP_MAGIC = [0x50, 0x4b, 0x03, 0x04];

/** Reads the sheet by its choices, with its problems. */
export function readDraftSheet({ file, bytes, sheetName, hiddenRows, encoding }: DraftSheet): NamedReading {
  if (ZIP_MAGIC.every((byte, index) => bytes[index] === byte))
    return { file, ...readWorkbook(bytes, { file, sheet: sheetName, hiddenRows }) };
  const reader = createTableReader({ file, encoding });
  reader.push(bytes);
  return { file, ...reader.end() };
}

/** Reads the sheet as the text to store; none if a fault prevents reading it. */
export function readSheetText(sheet: DraftSheet): { text?: string; problems: Problem[] } {
  const { table, problems } = readDraftSheet(sheet);
  return { problems, ...(table && { text: writeSheetText(sheet.bytes, table) }) };
}
