/** Reports what a draft contains and what it would build. */
import {
  type BrokenPlace,
  type PlatformId,
  type InspectInput,
  type Inspection,
  type Problem,
  type QualityEstimate,
  type TextPreview,
  estimateQuality,
  findBrokenPlace,
  inspect,
  nameSecondList,
  previewText,
  recognizeFile,
  recognizePlatforms,
} from '#engine';
import { type CopyTemplates, addTownProblems, readTowns } from '#geotag';
import { type DraftSheet, type NamedReading, readDraftSheet } from './draft-sheet.ts';
import { Canceled } from './write-parts.ts';
import { groupByRow, nameColumns, addCells } from './skipped-rows.ts';

/** Input of a form, complete or partial. */
export interface DraftInput
  extends Omit<InspectInput, 'table' | 'combined' | 'format' | 'isOfEveryRow'>,
    CopyTemplates {
  /** A Geocoder has no seed and no page format. */
  format: PlatformId | 'geocoder';
  sheet?: DraftSheet;
  /** A second list, each row of which is combined with each row of the sheet. */
  combined?: DraftSheet;
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

/** A draft with its parsed sheet. */
export interface ReadDraft extends Omit<DraftInput, 'sheet' | 'combined'> {
  table?: NamedReading;
  combined?: NamedReading;
}

/** Reads the sheet of a draft once, for all inspections of it. */
export function readDraft({ sheet, combined, ...rest }: DraftInput): ReadDraft {
  const file = nameSecondList(sheet?.file ?? '', combined?.file ?? '');
  return {
    ...rest,
    ...(sheet && { table: readDraftSheet(sheet) }),
    ...(combined && { combined: readDraftSheet({ ...combined, file }) }),
  };
}

/** Converts a draft to the input of the engine. */
export function toInspectInput({
  format,
  table,
  combined,
  fileName,
  caption,
  ...rest
}: ReadDraft): InspectInput {
  if (format !== 'geocoder')
    return { ...rest, format, ...(table && { table }), ...(combined && { combined }) };
  return { ...rest, ...(table && { table: addTownProblems(table, toTemplates({ fileName, caption })) }) };
}

function toTemplates({
  fileName,
  caption,
}: { [Name in keyof CopyTemplates]: string | undefined }): CopyTemplates {
  return { ...(fileName !== undefined && { fileName }), ...(caption !== undefined && { caption }) };
}

/** Counts towns for a Geocoder, which has no pages. */
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
  const { table, combined } = inspection;
  const isListed = ({ file, row }: Problem) => {
    const list = combined && file === combined.file ? combined : table;
    return list !== undefined && row !== undefined && row >= (list.rows[0]?.row ?? 0);
  };
  const problems = inspection.problems.filter((problem) => !isListed(problem)).map(removeFlags);
  // Letters are repaired in the sheet only.
  const plain = combined?.cellProblems.map((problem) => {
    const kept = { ...problem };
    delete kept.repairable;
    return kept;
  });
  return {
    ...inspection,
    ...(combined && plain && { combined: { ...combined, cellProblems: plain } }),
    problems,
  };
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

/** Fills a text for the first rows of a draft’s sheet. */
export function previewDraft(input: DraftInput, text: string): TextPreview {
  const { rows, problems } = previewText(text, toInspectInput(readDraft(input)));
  return { rows, problems: problems.map(removeFlags) };
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
  const { combined } = draft;
  const isOfSheet = ({ file, row = 0 }: Problem) =>
    row >= firstRow && (combined === undefined || file === table.file);
  const rows = groupByRow(problems.filter(isOfSheet));
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

/**
 * Estimates a draft.
 * @returns undefined for a Geocoder, and while there would be no pages
 * @throws `Canceled`
 */
export function estimateDraft(input: DraftInput, isCanceled: () => boolean): QualityEstimate | undefined {
  if (input.format === 'geocoder' || !input.seed || !input.sheet) return undefined;
  const work = estimateQuality(toInspectInput(readDraft(input)));
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    if (isCanceled()) throw new Canceled();
  }
}
