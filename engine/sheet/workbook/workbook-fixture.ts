/** Shared helpers of workbook tests: read a workbook that was just written. */
import { type Cell, type WorkbookSpec, writeWorkbook } from '#testkit/workbook-file.ts';
import { summarizeProblems, getTable, getTexts } from '../sheet-fixture.ts';
import type { TableReading } from '../table.ts';
import { readWorkbook } from './read-workbook.ts';

export function readBook(spec: WorkbookSpec | Uint8Array, sheet?: string): TableReading {
  const bytes = spec instanceof Uint8Array ? spec : writeWorkbook(spec);
  return readWorkbook(bytes, { file: 'towns.xlsx', sheet });
}

/** A workbook of one sheet. */
export const oneSheet = (...rows: (readonly Cell[])[]): WorkbookSpec => ({
  sheets: [{ name: 'Towns', rows }],
});

/** Content of its only sheet part. */
export const oneXml = (xml: string): WorkbookSpec => ({ sheets: [{ name: 'Towns', xml }] });

/** Returns the cells below the header of a workbook without faults. */
export const getCells = (spec: WorkbookSpec | Uint8Array, sheet?: string): string[][] =>
  getTexts(getTable(readBook(spec, sheet)));

/** The text of one cell. */
export const getCellText = (cell: Cell): string =>
  getCells(oneSheet(['cell', 'end'], [cell, 'x']))[0]?.[0] ?? '';

/** `severity code` of each problem, and all of their texts. */
export function listProblems(
  spec: WorkbookSpec | Uint8Array,
  sheet?: string,
): { codes: string[]; text: string } {
  const { problems } = readBook(spec, sheet);
  return { codes: summarizeProblems(problems), text: problems.map(({ text }) => text).join('\n') };
}
