/** What a form asks about its draft, as a thread answers it. */
import {
  applySeedFix,
  convertSeed,
  createTableReader,
  decodeSheetText,
  type FormatId,
  type Inspection,
  inspect,
  recognizeFile,
  recognizePlatforms,
  type TableReading,
} from '#engine';
import { addTownProblems, readTowns } from '#engine/images/index.ts';
import { readWorkbook } from '#engine/table/workbook/read-workbook.ts';
import { isGeocoder } from '#contract/project-types.ts';
import { formatOfType } from './engine-format.ts';
import type {
  DraftAnswer,
  DraftInput,
  DraftSheetInput,
  FixAnswer,
  FixInput,
  RecognizeInput,
  SheetTextAnswer,
  SheetTextInput,
} from './engine-task.ts';
import { cutProblems, optionsOf } from './engine-work.ts';

const ZIP_MAGIC = [0x50, 0x4b, 0x03, 0x04];

type NamedReading = TableReading & { file: string };

function readDraftSheet({ bytes, file, sheetName, hiddenRows, encoding }: DraftSheetInput): NamedReading {
  if (ZIP_MAGIC.every((byte, index) => bytes[index] === byte))
    return { file, ...readWorkbook(bytes, { file, sheet: sheetName, hiddenRows }) };
  const reader = createTableReader({ file, ...(encoding !== undefined && { encoding }) });
  reader.push(bytes);
  return { file, ...reader.end() };
}

function questionOf(input: DraftInput) {
  const { type, seed, sheet } = input;
  const reading = sheet && readDraftSheet(sheet);
  const table = reading && isGeocoder(type) ? addTownProblems(reading, input) : reading;
  return {
    ...(isGeocoder(type) ? {} : { format: formatOfType(type) }),
    ...(seed && { seed }),
    ...(table && { table }),
    ...optionsOf(input),
  };
}

function countTowns(table: NamedReading | undefined, input: DraftInput): Pick<Inspection, 'outcome'> {
  const { towns } = isGeocoder(input.type) && table?.table ? readTowns(table.table, input) : {};
  if (!towns) return {};
  const none = { bytes: 0, parts: [], formedLinks: 0, placeholdersFilled: 0, placeholdersTotal: 0 };
  return { outcome: { ...none, pages: towns.towns.length, skipped: towns.skipped } };
}

function inspectQuestion(question: ReturnType<typeof questionOf>, input: DraftInput): Inspection {
  const inspection = { ...inspect(question), ...countTowns(question.table, input) };
  const firstRow = inspection.table?.rows[0]?.row ?? 0;
  const problems = inspection.problems.filter(
    ({ row }) => row === undefined || inspection.table === undefined || row < firstRow,
  );
  return { ...inspection, ...cutProblems(problems) };
}

export function answerInspect(input: DraftInput): DraftAnswer {
  const { seed, type } = input;
  const inspection = inspectQuestion(questionOf(input), input);
  const platforms = seed ? recognizePlatforms(seed.bytes, seed.file) : [];
  const other =
    seed && !isGeocoder(type) ? recognizeFile(seed.bytes, seed.file, formatOfType(type)) : undefined;
  return { inspection, ...(other && { other }), platforms: platforms.length > 1 ? platforms : [] };
}

export function answerFix(input: FixInput): FixAnswer {
  const { seed, request } = input;
  const question = questionOf(input);
  const { table } = question.table ?? {};
  if (seed && request.kind === 'convert' && table) {
    const converted = convertSeed({ ...question, ...seed, table, format: formatOfType(input.type) });
    if (!converted) return undefined;
    return {
      done: converted.rewritten.map(({ wrong, right }) => `${wrong} → ${right}`),
      seed: converted.bytes,
    };
  }
  if (seed && request.kind === 'seed') {
    const bytes = applySeedFix(question, request);
    const offered = inspect(question).seed?.fixes?.find(({ code }) => code === request.code);
    return bytes && { done: [offered?.done ?? request.code], seed: bytes };
  }
  return undefined;
}

export function answerProblemSheet(_input: DraftInput): Uint8Array<ArrayBuffer> | undefined {
  return undefined;
}

export function answerSheetText({ sheet }: SheetTextInput): SheetTextAnswer {
  const { table, problems } = readDraftSheet(sheet);
  if (!table) return { problems };
  return { text: new TextEncoder().encode(decodeSheetText(sheet.bytes)), problems };
}

export function answerRecognize({ seed }: RecognizeInput): readonly FormatId[] {
  return recognizePlatforms(seed.bytes, seed.file);
}
