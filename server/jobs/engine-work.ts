/** The short questions to the engine, as its threads answer them: what is in the files, what would come out. */
import {
  countPlaceholders,
  createTableReader,
  getPlatform,
  type Layout,
  layoutParts,
  measureExtras,
  PART_BYTES,
  PART_PAGES,
  type Plan,
  planPages,
  planSamples,
  prepareProject,
  type Problem,
  type Project,
  toProjectKey,
  readSeed,
  type SamplePlan,
  type Table,
  type TableReading,
} from '#engine';
import type { readPlaces } from '#geotag';
import type { RowReasons } from '#pump/skipped-rows.ts';
import type {
  EngineInput,
  FileInput,
  PlanAnswer,
  PlanInput,
  SheetInput,
  SkippedTown,
} from './engine-task.ts';

/** Maximum of problems listed on screens and stored in rows; files have all. */
const MAX_LISTED_PROBLEMS = 1000;
/** Places among them reserved for notices, however many rows are skipped. */
const MAX_LISTED_NOTICES = 250;
/** Maximum of skipped rows listed; a file has all. */
export const MAX_LISTED_ROWS = 1000;
/** A cell may hold a book. */
export const LABEL_CHARACTERS = 100;
/** Time for which a plan keeps its parsed files for a test. */
const KEPT_MS = 5000;

/** A seed and a sheet made ready to plan, or what keeps them from it. */
export interface ReadInput {
  project?: Project;
  table?: Table;
  problems: Problem[];
  placeholders: { filled: number; total: number };
}

export function hasFault(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === 'fault');
}

export type Places = ReturnType<typeof readPlaces>;

/** Returns the skipped rows that have coordinates. */
export function locateSkipped(places: Places, rows: readonly RowReasons[]): SkippedTown[] {
  return rows.flatMap(({ row }) => {
    const place = places.get(row);
    return place ? [{ row, ...place, label: place.label.slice(0, LABEL_CHARACTERS) }] : [];
  });
}

/** The first of a long list, faults first, then losses, but some notices in any case; and the number of all. */
export function cutProblems(problems: readonly Problem[]): { problems: Problem[]; problemCount: number } {
  const pick = (wanted: Problem['severity']) => problems.filter(({ severity }) => severity === wanted);
  const notices = pick('notice');
  const room = MAX_LISTED_PROBLEMS - Math.min(MAX_LISTED_NOTICES, notices.length);
  const grave = [...pick('fault'), ...pick('loss')].slice(0, room);
  const cut = [...grave, ...notices.slice(0, MAX_LISTED_PROBLEMS - grave.length)];
  return { problems: cut, problemCount: problems.length };
}

type Options = Pick<EngineInput, 'site' | 'footer' | 'keep' | 'columns' | 'page' | 'images'>;

export function readSheet({ bytes, file }: SheetInput): TableReading {
  const reader = createTableReader({ file });
  reader.push(bytes);
  return reader.end();
}

function pickOptions({ site, footer, keep, columns, page, images }: Options): Options {
  return {
    ...(site === undefined ? {} : { site }),
    ...(footer === undefined ? {} : { footer }),
    ...(keep === undefined ? {} : { keep }),
    ...(columns === undefined ? {} : { columns }),
    ...(page === undefined ? {} : { page }),
    ...(images === undefined ? {} : { images }),
  };
}

/** Reads all inputs before it checks them, so that all problems are reported together. */
export function readInput(input: EngineInput): ReadInput {
  const { seed, problems: seedProblems } = readSeed(
    input.seed.bytes,
    input.seed.file,
    getPlatform(input.type ?? 'wordpress').id,
  );
  const { table, problems: sheetProblems } = readSheet(input.sheet);
  const problems = [...seedProblems, ...sheetProblems];
  const placeholders = { filled: 0, total: 0 };
  if (!seed || !table) return { problems, placeholders };
  const key = toProjectKey(input.key);
  const prepared = prepareProject({ seed, table, key, ...pickOptions(input) });
  return {
    ...(prepared.project ? { project: prepared.project } : {}),
    table,
    problems: [...problems, ...prepared.problems],
    placeholders: countPlaceholders(seed, prepared.compiled),
  };
}

/** Input of a planned test, until its pages are written or the time is over. */
export interface ReadTest extends ReadInput {
  samples?: SamplePlan;
}

let kept: { input: EngineInput; test: ReadTest; timer: NodeJS.Timeout } | undefined;

/**
 * A test asks for its plan first and for its pages at once after it, from the same files: they are read
 * once for both.
 */
export function readTest(input: EngineInput): ReadTest {
  if (kept !== undefined) clearTimeout(kept.timer);
  const { input: last, test } = kept ?? {};
  kept = undefined;
  if (last !== undefined && test !== undefined && isSame(last, input)) return test;
  const read = readInput(input);
  const fresh = read.project ? { ...read, samples: planSamples(read.project) } : read;
  const timer = setTimeout(() => {
    kept = undefined;
  }, KEPT_MS).unref();
  kept = { input, test: fresh, timer };
  return fresh;
}

function isSame(one: EngineInput, other: EngineInput): boolean {
  const isSameFile = (a: FileInput, b: FileInput) =>
    a.file === b.file && Buffer.compare(a.bytes, b.bytes) === 0;
  const { key, site, footer, keep = [], page } = one;
  return (
    one.type === other.type &&
    key === other.key &&
    site === other.site &&
    page === other.page &&
    footer === other.footer &&
    keep.join() === (other.keep ?? []).join() &&
    JSON.stringify([one.images, one.columns]) === JSON.stringify([other.images, other.columns]) &&
    isSameFile(one.seed, other.seed) &&
    isSameFile(one.sheet, other.sheet)
  );
}

/** Parts of the usual size; two halves if one part would hold everything, because the user chose a split. */
export function layoutSplit(plan: Plan, name: string): Layout {
  const layout = layoutParts(plan, { name, split: { bytes: PART_BYTES, pages: PART_PAGES } });
  if (layout.parts.length > 1 || layout.pages < 2) return layout;
  return layoutParts(plan, { name, split: { bytes: PART_BYTES, pages: Math.ceil(layout.pages / 2) } });
}

/** A test plans its samples alone; more rows than these are not planned for the sake of a number. */
const COUNTED_ROWS = 2_000;

const countAll = (project: Project): number | null =>
  project.table.rowCount <= COUNTED_ROWS ? planPages(project).pages : null;

export function answerPlan(input: PlanInput): PlanAnswer {
  const { project, problems, samples }: ReadTest = input.isTest ? readTest(input) : readInput(input);
  const nothing = { pages: 0, allPages: 0, skipped: 0, singleFileBytes: 0, tableBytes: 0, splitParts: 0 };
  if (!project) return { ...cutProblems(problems), ...nothing, isRefused: true };
  const plan = samples ?? planPages(project);
  const all = [...problems, ...plan.problems];
  const { pages, skipped, singleFileBytes } = plan;
  return {
    ...cutProblems(all),
    pages,
    allPages: samples ? countAll(project) : pages,
    skipped,
    singleFileBytes,
    tableBytes: measureExtras(plan),
    splitParts: layoutSplit(plan, 'page').parts.length,
    isRefused: hasFault(all),
  };
}
