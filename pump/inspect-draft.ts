/** Reports what a draft contains and what it would build. */
import {
  type BrokenPlace,
  type PlatformId,
  type InspectInput,
  type Inspection,
  type Problem,
  findBrokenPlace,
  inspect,
  recognizeFile,
  recognizePlatforms,
} from '#engine';
import { type CopyTemplates, addTownProblems, readTowns } from '#geotag';
import { type DraftSheet, type NamedReading, readDraftSheet } from './draft-sheet.ts';
import { groupByRow, nameColumns, addCells } from './skipped-rows.ts';

/** Input of a form, complete or partial. */
export interface DraftInput extends Omit<InspectInput, 'table' | 'format' | 'isOfEveryRow'>, CopyTemplates {
  /** A Geocoder has no seed and no page format. */
  format: PlatformId | 'geocoder';
  sheet?: DraftSheet;
}

export interface DraftInspection {
  /** Problems of rows are listed in its table only. */
  inspection: Inspection;
  /** The platform that the seed more likely comes from. */
  other?: PlatformId;
  /** Platforms that the seed may come from, if the file doesn't show one. */
  platforms: readonly PlatformId[];
  /** Place at which reading the seed failed. */
  broken?: BrokenPlace;
}

/** A draft whose sheet is read. */
export interface ReadDraft extends Omit<DraftInput, 'sheet'> {
  table?: NamedReading;
}

/** Reads the sheet of a draft once, for all inspections of it. */
export function readDraft({ sheet, ...rest }: DraftInput): ReadDraft {
  return { ...rest, ...(sheet && { table: readDraftSheet(sheet) }) };
}

/** Converts a draft to the input of the engine. */
export function toInspectInput({ format, table, fileName, caption, ...rest }: ReadDraft): InspectInput {
  if (format !== 'geocoder') return { ...rest, format, ...(table && { table }) };
  return { ...rest, ...(table && { table: addTownProblems(table, toTemplates({ fileName, caption })) }) };
}

function toTemplates({
  fileName,
  caption,
}: { [Name in keyof CopyTemplates]: string | undefined }): CopyTemplates {
  return { ...(fileName !== undefined && { fileName }), ...(caption !== undefined && { caption }) };
}

/** Counts the towns of a Geocoder, which has no pages. */
function countTowns({ format, table, ...rest }: ReadDraft): Pick<Inspection, 'outcome'> {
  const { towns } = format === 'geocoder' && table?.table ? readTowns(table.table, rest) : {};
  if (!towns) return {};
  const noFiles = { bytes: 0, parts: [], formedLinks: 0, placeholdersFilled: 0, placeholdersTotal: 0 };
  return { outcome: { ...noFiles, pages: towns.towns.length, skipped: towns.skipped } };
}

/** Names of flags, which only the command line has. */
const FLAG_NOTE = / \((?:on the command line: [^()]+|--\w+ on the command line)\)/g;

const removeFlags = <Given extends Problem>(problem: Given): Given => ({
  ...problem,
  text: problem.text.replaceAll(FLAG_NOTE, ''),
});

/** Inspects a draft; only the table lists problems of rows. */
export function inspectRead(draft: ReadDraft): Inspection {
  const inspection = { ...inspect(toInspectInput(draft)), ...countTowns(draft) };
  const firstRow = inspection.table?.rows[0]?.row ?? 0;
  const isListed = ({ row }: Problem) =>
    inspection.table !== undefined && row !== undefined && row >= firstRow;
  const problems = inspection.problems.filter((problem) => !isListed(problem)).map(removeFlags);
  return { ...inspection, problems };
}

/** Inspects the seed and the sheet of a form. */
export function inspectDraft(input: DraftInput): DraftInspection {
  const { seed, format } = input;
  const inspection = inspectRead(readDraft(input));
  if (!seed) return { inspection, platforms: [] };
  const found = recognizePlatforms(seed.bytes, seed.file);
  const other = format === 'geocoder' ? undefined : recognizeFile(seed.bytes, seed.file, format);
  const ofSeed = inspection.problems.filter(({ file }) => file === seed.file);
  const broken = inspection.seed ? undefined : findBrokenPlace(seed.bytes, ofSeed);
  return {
    inspection,
    platforms: found.length > 1 ? found : [],
    ...(other && { other }),
    ...(broken && { broken }),
  };
}

/**
 * Lists all rows with a problem, after a header: their cells and, in two more columns, the number of the row and its
 * problems. An inspection has only the first rows of a long list.
 * @returns nothing without a readable sheet
 */
export function listProblemRows(input: DraftInput): string[][] | undefined {
  const draft = readDraft(input);
  const { table } = draft.table ?? {};
  if (!table) return undefined;
  const { problems } = inspect({ ...toInspectInput(draft), isOfEveryRow: true });
  const firstRow = table.rowNumber(0);
  const rows = groupByRow(problems.filter(({ row = 0 }) => row >= firstRow));
  const header = [
    ...table.columns.map(({ name }) => name),
    ...nameColumns(table, ['row_in_sheet', 'problem']),
  ];
  const lines = Array.from(addCells(table, rows), ({ cells, row, reasons }) => [
    ...cells,
    String(row),
    reasons.join(' '),
  ]);
  return [header, ...lines];
}
