/** Applies one fix to a draft's seed or sheet, if it helps: the problem is gone, and it adds no new one. */
import {
  type CellChange,
  type Inspection,
  type Table,
  applySeedFix,
  changeCell,
  combineReadings,
  convertSeed,
  describeHiddenInCopy,
  removeRow,
  repairLetters,
  writeSheetText,
} from '#engine';
import { readDraftSheet, type NamedReading } from './draft-sheet.ts';
import { type DraftInput, inspectRead, type ReadDraft, readDraft, toInspectInput } from './inspect-draft.ts';

export type FixRequest =
  /** Rewrites other spellings of placeholders to brackets. */
  | { kind: 'convert' }
  /** One of the `fixes` of the inspected seed. */
  | { kind: 'seed'; code: string; line: number; column: number }
  /** Repairs double-encoded letters of the sheet. */
  | { kind: 'letters' }
  | ({ kind: 'cell' } & CellChange)
  | { kind: 'remove-row'; row: number };

/** The changed file, and the changes in words. */
export interface FixedDraft {
  done: string[];
  seed?: Uint8Array<ArrayBuffer>;
  /** The sheet as text, whatever its kind was. */
  sheet?: Uint8Array<ArrayBuffer>;
  /** Names the hidden rows of the uploaded file, which the text of the sheet does not have. */
  note?: string;
}

/** @returns nothing if the change can't be made or doesn't help */
export function fixDraft(input: DraftInput, request: FixRequest): FixedDraft | undefined {
  const draft = readDraft(input);
  if (request.kind === 'convert') return convert(draft);
  if (request.kind === 'seed') return fixSeed(draft, request);
  const { table } = draft.table ?? {};
  if (!input.sheet || !table) return undefined;
  const sheet = { text: writeSheetText(input.sheet.bytes, table), table };
  const fixed = fixSheet(draft, sheet, request);
  const { hidden } = draft.table ?? {};
  return fixed && hidden ? { ...fixed, note: describeHiddenInCopy(hidden) } : fixed;
}

type SheetFix = Extract<FixRequest, { kind: 'letters' | 'cell' | 'remove-row' }>;

function fixSheet(draft: ReadDraft, sheet: SheetText, request: SheetFix): FixedDraft | undefined {
  if (request.kind === 'letters') return repair(draft, sheet);
  return request.kind === 'cell'
    ? fixCell(draft, sheet, request)
    : removeSkippedRow(draft, sheet, request.row);
}

/** Converts spellings; faults that this reveals, such as an unknown filter, become faults of the seed. */
function convert(draft: ReadDraft): FixedDraft | undefined {
  const { seed, format, combined, ...input } = draft;
  const reading = draft.table && combined ? combineReadings(draft.table, combined) : draft.table;
  const { table } = reading ?? {};
  if (!seed || !table || format === 'geocoder') return undefined;
  const converted = convertSeed({ ...input, ...seed, format, table });
  if (!converted) return undefined;
  const done = converted.rewritten.map(({ wrong, right }) => `${wrong} → ${right}`);
  return { done, seed: converted.bytes };
}

const countFaults = ({ problems }: Inspection): number =>
  problems.filter(({ severity }) => severity === 'fault').length;

/** Counts the fixes for a code: several problems may have the same one. */
const countOffered = ({ seed }: Inspection, wanted: string): number =>
  seed?.fixes?.filter(({ code }) => code === wanted).length ?? 0;

function fixSeed(
  draft: ReadDraft,
  wanted: { code: string; line: number; column: number },
): FixedDraft | undefined {
  const { seed } = draft;
  const bytes = seed && applySeedFix(toInspectInput(draft), wanted);
  if (!bytes) return undefined;
  const before = inspectRead(draft);
  const after = inspectRead({ ...draft, seed: { file: seed.file, bytes } });
  const isGone = countOffered(after, wanted.code) < countOffered(before, wanted.code);
  if (!isGone || countFaults(after) > countFaults(before)) return undefined;
  const { done = wanted.code } =
    before.seed?.fixes?.find(
      ({ code, line, column }) => code === wanted.code && line === wanted.line && column === wanted.column,
    ) ?? {};
  return { done: [done], seed: bytes };
}

interface SheetText {
  text: string;
  table: Table;
}

/** Reads the sheet after a change, as it will be stored. */
function readChanged(
  { table }: ReadDraft,
  text: string,
): { bytes: Uint8Array<ArrayBuffer>; reading: NamedReading } {
  const bytes = new TextEncoder().encode(text);
  return { bytes, reading: readDraftSheet({ file: table?.file ?? '', bytes }) };
}

/** Repairs letters if all can be repaired without a change of rows and columns. */
function repair(draft: ReadDraft, { text, table }: SheetText): FixedDraft | undefined {
  const { bytes, reading } = readChanged(draft, repairLetters(text, table));
  const isRepaired =
    reading.table?.rowCount === table.rowCount &&
    reading.table.columns.length === table.columns.length &&
    reading.problems.every(({ repairable }) => repairable === undefined);
  const cells = draft.table?.problems.find(({ repairable }) => repairable !== undefined)?.repairable;
  if (!isRepaired || cells === undefined) return undefined;
  return { done: [`Letters in ${cells} ${cells === 1 ? 'cell' : 'cells'} repaired`], sheet: bytes };
}

/** Lists the codes for which a row is skipped. */
const listLosses = ({ table }: Inspection, wanted: number): string[] =>
  (table?.cellProblems ?? []).flatMap(({ row, severity, code }) =>
    row === wanted && severity === 'loss' ? [code] : [],
  );

/** Returns no outcome if every row is skipped. */
const countSkipped = ({ outcome, table }: Inspection): number => outcome?.skipped ?? table?.rowCount ?? 0;

/** Checks if the town of the row is no longer ambiguous. */
function isTownCertain(before: Inspection, after: Inspection, wanted: number): boolean {
  const isAsked = ({ table }: Inspection) =>
    table?.cellProblems.some(({ row, code }) => row === wanted && code === 'place-ambiguous');
  return isAsked(before) === true && isAsked(after) === false;
}

/** Checks if fewer rows are skipped, or this one for another reason: a row may need more than one fix. */
function isRowBetter(before: Inspection, after: Inspection, row: number): boolean {
  const [skippedBefore, skippedAfter] = [countSkipped(before), countSkipped(after)];
  const [oldCodes, newCodes] = [listLosses(before, row), listLosses(after, row)];
  return (
    skippedAfter < skippedBefore ||
    (skippedAfter === skippedBefore &&
      (isTownCertain(before, after, row) ||
        (oldCodes.length > 0 && !newCodes.some((code) => oldCodes.includes(code)))))
  );
}

/** Changes a cell if the number of rows doesn't change and the row improves. */
function fixCell(draft: ReadDraft, sheet: SheetText, change: CellChange): FixedDraft | undefined {
  const text = changeCell(sheet.text, sheet.table, change);
  if (text === undefined) return undefined;
  const { bytes, reading } = readChanged(draft, text);
  const before = inspectRead(draft);
  const after = inspectRead({ ...draft, table: reading });
  const isBetter =
    reading.table?.rowCount === sheet.table.rowCount &&
    countFaults(after) <= countFaults(before) &&
    isRowBetter(before, after, change.row);
  if (!isBetter) return undefined;
  const { row, field, value } = change;
  const done = findDoneText(
    before,
    row,
    ({ fix }) => fix.kind === 'cell' && fix.value === value && fix.field === field,
  );
  return { done: [done ?? `${field} of row ${row} changed to ${value}`], sheet: bytes };
}

type Remedy = NonNullable<NonNullable<Inspection['table']>['cellProblems'][number]['remedies']>[number];

function findDoneText(
  { table }: Inspection,
  wanted: number,
  isWanted: (remedy: Remedy) => boolean,
): string | undefined {
  const problems = table?.cellProblems.filter(({ row }) => row === wanted) ?? [];
  return problems.flatMap(({ remedies = [] }) => remedies).find(isWanted)?.done;
}

/** Removes a row only if it isn't built, so that all pages remain. */
function removeSkippedRow(draft: ReadDraft, sheet: SheetText, row: number): FixedDraft | undefined {
  const before = inspectRead(draft);
  const text = listLosses(before, row).length > 0 ? removeRow(sheet.text, sheet.table, row) : undefined;
  if (text === undefined) return undefined;
  const { bytes, reading } = readChanged(draft, text);
  const after = inspectRead({ ...draft, table: reading });
  const isBetter =
    reading.table?.rowCount === sheet.table.rowCount - 1 &&
    countFaults(after) <= countFaults(before) &&
    (after.outcome?.pages ?? 0) >= (before.outcome?.pages ?? 0);
  return isBetter ? { done: [`Row ${row} removed`], sheet: bytes } : undefined;
}
