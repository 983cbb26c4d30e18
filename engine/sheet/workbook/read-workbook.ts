/** Reads Excel files (XLSX). Loaded only when such a file is read, because its dependencies are large. */
import { cutText } from '../../text/cut-text.ts';
import { SheetRows } from '../sheet-rows.ts';
import type { TableReading, WorkbookSheets } from '../table.ts';
import { CellFormats } from './cell-formats.ts';
import { type CellSources, SheetPart } from './sheet-part.ts';
import { UnreadableWorkbook, corruptPart } from './unreadable-workbook.ts';
import { readWorkbookParts, type WorkbookParts, type WorkbookSheet } from './workbook-parts.ts';
import { readXmlPart, decodeEscapes } from './xml-part.ts';
import { ZipArchive } from './zip-archive.ts';
import { countBytes } from '../clean-cell.ts';
import { SHEET_BYTES, SHEET_CELLS } from '../sheet-limits.ts';
import { SHEET_PROBLEM } from '../sheet-problem.ts';

function tooMuchText(): UnreadableWorkbook {
  const [code, , reason] = SHEET_PROBLEM.tooManyBytes();
  return new UnreadableWorkbook(code, reason);
}

/** Reads the part with the shared strings. */
function readSharedTexts(archive: ZipArchive, path: string): string[] {
  const texts: string[] = [];
  let text = '';
  let bytes = 0;
  let isText = false;
  let phonetics = 0;
  readXmlPart(archive, path, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetics += 1;
      // Phonetic text isn't part of the value.
      else if (name === 't') isText = phonetics === 0;
    },
    text(piece) {
      if (isText) text += piece;
      if (bytes + text.length > SHEET_BYTES) throw tooMuchText();
    },
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'rPh') phonetics -= 1;
      if (name !== 'si') return;
      const decoded = decodeEscapes(text);
      bytes += countBytes(decoded);
      if (texts.length === SHEET_CELLS) throw corruptPart(path, 'has more texts than a sheet can show');
      texts.push(decoded);
    },
  });
  return texts;
}

export interface WorkbookOptions {
  /** File name in problems. */
  file: string;
  /** Name of the sheet to read, case-insensitive; the first visible one by default. */
  sheet?: string | undefined;
  /** Hidden or filtered rows are skipped unless they are to be included. */
  hiddenRows?: 'include' | undefined;
}

/** Days from 1899-12-30 to 1904-01-01. */
const DAYS_TO_1904 = 1462;
/** Maximum number of sheets that a problem names. */
const MAX_NAMED_SHEETS = 10;
/** Maximum length of a name in a problem; Excel allows 31 characters. */
const MAX_NAME_CHARACTERS = 40;

const nameKey = (name: string): string => name.trim().toLowerCase();

const quote = (name: string): string => `"${cutText(name, MAX_NAME_CHARACTERS)}"`;

/** Lists the names of sheets, visible ones first. */
function listNames(sheets: readonly WorkbookSheet[]): string {
  const ordered = sheets.toSorted((one, other) => Number(one.isHidden) - Number(other.isHidden));
  const names = ordered
    .slice(0, MAX_NAMED_SHEETS)
    .map(({ name, isHidden }) => quote(name) + (isHidden ? ' (hidden)' : ''));
  const more = sheets.length - names.length;
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function chooseSheet(
  sheets: readonly WorkbookSheet[],
  wanted: string | undefined,
): WorkbookSheet | undefined {
  if (wanted !== undefined) return sheets.find(({ name }) => nameKey(name) === nameKey(wanted));
  return sheets.find(({ isHidden }) => !isHidden) ?? sheets[0];
}

function readSources(archive: ZipArchive, parts: WorkbookParts): Omit<CellSources, 'hasHiddenRows'> {
  const formats = new CellFormats(parts.is1904 ? DAYS_TO_1904 : 0);
  if (parts.styles !== undefined) formats.read(archive, parts.styles);
  const { sharedTexts } = parts;
  return {
    formats,
    sharedTexts: sharedTexts === undefined ? [] : readSharedTexts(archive, sharedTexts),
  };
}

function readSheets(
  bytes: Uint8Array,
  { file, sheet: wanted, hiddenRows }: WorkbookOptions,
  found: WorkbookSheets,
): TableReading {
  const archive = new ZipArchive(bytes);
  const parts = readWorkbookParts(archive);
  found.sheets = parts.sheets.map(({ name, isHidden }) => ({ name, isHidden }));
  const sheet = chooseSheet(parts.sheets, wanted);
  if (!sheet) {
    const text = `${file} has no sheet ${quote(wanted ?? '')}. It has: ${listNames(parts.sheets)}. Choose one of them.`;
    throw new UnreadableWorkbook('sheet-not-found', text);
  }
  found.read = sheet.name;
  const rows = new SheetRows({ file, hasEvenRows: true });
  const others = parts.sheets.filter((each) => each !== sheet);
  if (wanted === undefined && others.length > 0) rows.problems.add(reportChoice(sheet, others));
  const { path } = sheet;
  const sources = { ...readSources(archive, parts), hasHiddenRows: hiddenRows === 'include' };
  readXmlPart(archive, path, new SheetPart(path, rows, sources));
  return rows.end({ encoding: 'cells', delimiter: 'cells' });
}

function reportChoice(sheet: WorkbookSheet, others: readonly WorkbookSheet[]) {
  const text = `The workbook has ${others.length + 1} sheets; ${quote(sheet.name)} was read. Not read: ${listNames(others)}. If it is the wrong one, choose another.`;
  return ['sheet-chosen', 'notice', text] as const;
}

/**
 * Reads one sheet of an Excel file; its first row that isn't blank is the header. Cells are formatted as the
 * spreadsheet shows them, dates in one fixed form.
 *
 * @param bytes of the whole file
 * @returns the table and all problems, or only the problems if one of them is a fault; and the sheets of the
 *   workbook, if they were read
 */
export function readWorkbook(bytes: Uint8Array, options: WorkbookOptions): TableReading {
  const workbook: WorkbookSheets = { sheets: [] };
  try {
    return { ...readSheets(bytes, options, workbook), workbook };
  } catch (error) {
    if (!(error instanceof UnreadableWorkbook)) throw error;
    const { code, message: text } = error;
    const isKnown = workbook.sheets.length > 0;
    return {
      problems: [{ code, severity: 'fault', text, file: options.file }],
      ...(isKnown && { workbook }),
    };
  }
}
