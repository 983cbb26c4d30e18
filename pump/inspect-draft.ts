/** Reports what a draft contains and what it would build. */
import {
  type BrokenPlace,
  type PlatformId,
  type InspectInput,
  type Inspection,
  type Problem,
  type Table,
  findBrokenPlace,
  inspect,
  recognizeFile,
  recognizePlatforms,
} from '#engine';
import { type CopyTemplates, addTownProblems, readTowns } from '#geotag';
import { type DraftSheet, type NamedReading, readDraftSheet } from './draft-sheet.ts';

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

/** The same question, with its sheet read. */
export interface ReadDraft extends Omit<DraftInput, 'sheet'> {
  table?: NamedReading;
}

/** Reads the sheet of a draft once, for all questions about it. */
export function readDraft({ sheet, ...rest }: DraftInput): ReadDraft {
  return { ...rest, ...(sheet && { table: readDraftSheet(sheet) }) };
}

/** The question as the engine takes it. */
export function toQuestion({ format, table, fileName, caption, ...rest }: ReadDraft): InspectInput {
  if (format !== 'geocoder') return { ...rest, format, ...(table && { table }) };
  return { ...rest, ...(table && { table: addTownProblems(table, toTemplates({ fileName, caption })) }) };
}

function toTemplates({
  fileName,
  caption,
}: { [Name in keyof CopyTemplates]: string | undefined }): CopyTemplates {
  return { ...(fileName !== undefined && { fileName }), ...(caption !== undefined && { caption }) };
}

/** A Geocoder outputs towns. */
function countTowns({ format, table, ...rest }: ReadDraft): Pick<Inspection, 'outcome'> {
  const { towns } = format === 'geocoder' && table?.table ? readTowns(table.table, rest) : {};
  if (!towns) return {};
  const none = { bytes: 0, parts: [], formedLinks: 0, placeholdersFilled: 0, placeholdersTotal: 0 };
  return { outcome: { ...none, pages: towns.towns.length, skipped: towns.skipped } };
}

/** Hints of flags, which only the command line has. */
const FLAG_HINT = / \((?:on the command line: [^()]+|--\w+ on the command line)\)/g;

const forForm = <Given extends Problem>(problem: Given): Given => ({
  ...problem,
  text: problem.text.replaceAll(FLAG_HINT, ''),
});

/** The inspection of a draft; only the table lists problems of rows. */
export function inspectRead(draft: ReadDraft): Inspection {
  const inspection = { ...inspect(toQuestion(draft)), ...countTowns(draft) };
  const firstRow = inspection.table?.rows[0]?.row ?? 0;
  const isListed = ({ row }: Problem) =>
    inspection.table !== undefined && row !== undefined && row >= firstRow;
  const problems = inspection.problems.filter((problem) => !isListed(problem)).map(forForm);
  return { ...inspection, problems };
}

/** Everything that a form shows of its seed and its sheet. */
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

/** Problems of each row, in the order of the sheet. */
function collectReasons(problems: readonly Problem[], firstRow: number): [row: number, reasons: string[]][] {
  const reasons = new Map<number, string[]>();
  for (const { row, field, text } of problems) {
    if (row === undefined || row < firstRow) continue;
    const reason = field === undefined ? text : `${field}: ${text}`;
    const known = reasons.get(row);
    if (!known) reasons.set(row, [reason]);
    else if (!known.includes(reason)) known.push(reason);
  }
  return [...reasons].sort(([a], [b]) => a - b);
}

/** A sheet that was downloaded before already has the columns. */
function nameColumns(table: Table): string[] {
  const known = new Set(table.columns.map(({ name }) => name.toLowerCase()));
  const isFree = (end: string) => !known.has(`row_in_sheet${end}`) && !known.has(`problem${end}`);
  let end = '';
  for (let count = 2; !isFree(end); count += 1) end = `_${count}`;
  return [`row_in_sheet${end}`, `problem${end}`];
}

/**
 * All rows with a problem, under a header: their cells and, in two more columns, the number of the row and its
 * problems. An inspection shows only the beginning of a long list.
 * @returns nothing without a readable sheet
 */
export function listProblemRows(input: DraftInput): string[][] | undefined {
  const draft = readDraft(input);
  const { table } = draft.table ?? {};
  if (!table) return undefined;
  const { problems } = inspect({ ...toQuestion(draft), isOfEveryRow: true });
  const width = table.columns.length;
  const names = table.columns.map(({ name }) => name);
  let index = 0;
  const rows = collectReasons(problems, table.rowNumber(0)).map(([row, reasons]) => {
    while (index < table.rowCount && table.rowNumber(index) < row) index += 1;
    // a record too large to be read has a number, but no cells
    const isThere = index < table.rowCount && table.rowNumber(index) === row;
    const cells = names.map((_, column) => (isThere ? table.text(index * width + column) : ''));
    return [...cells, String(row), reasons.join(' ')];
  });
  return [[...names, ...nameColumns(table)], ...rows];
}
