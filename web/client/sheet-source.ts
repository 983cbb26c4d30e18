/** A sheet as the form gives it, and as the text that is stored of it. */
import {
  createTableReader,
  decodeSheetText,
  type EncodingChoice,
  type Table,
  type TableReading,
} from '#engine';
import { writeSheetText } from './sheet-text.ts';

/** Choices for reading a sheet that the file leaves open. */
export interface SheetOptions {
  /** Which sheet of an Excel file. */
  sheetName?: string | undefined;
  /** Rows that an Excel file hides are read too. */
  hiddenRows?: 'include' | undefined;
  /** Encoding of a text file that isn't Unicode. */
  encoding?: Omit<EncodingChoice, 'sample'> | undefined;
}

export type SheetSource = ({ file: File } & SheetOptions) | { text: string };

export const PASTED = 'Pasted data';

export type NamedReading = TableReading & { file: string };

/** The file or text that was given, and the table that was read from it. */
interface Sheet {
  source?: SheetSource | null;
  table?: TableReading;
}

/** Its reader is loaded where the first of such files comes. */
export async function readExcel(
  blob: File,
  { sheetName: sheet, hiddenRows }: SheetOptions,
): Promise<NamedReading> {
  const file = blob.name;
  const { readWorkbook } = await import('#engine/table/workbook/read-workbook.ts');
  return { file, ...readWorkbook(new Uint8Array(await blob.arrayBuffer()), { file, sheet, hiddenRows }) };
}

/** Reads a text that was changed here. */
export function readAgain(file: string, text: string): NamedReading {
  const reader = createTableReader({ file });
  reader.push(new TextEncoder().encode(text));
  return { file, ...reader.end() };
}

/** A text file is its own text, whatever its encoding; of a spreadsheet the cells are written down. */
export async function readSheetText({ source, table }: Sheet): Promise<string | undefined> {
  if (!source) return undefined;
  return 'text' in source ? source.text : readTextOf(source.file, table?.table);
}

async function readTextOf(file: File, read: Table | undefined): Promise<string> {
  if (read === undefined) return file.text();
  if (read.encoding === 'cells') return writeSheetText(read);
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Cells of such files may be in one or the other.
  if (['UTF-8', 'Windows-1252'].includes(read.encoding)) return decodeSheetText(bytes);
  return new TextDecoder(read.encoding).decode(bytes);
}
