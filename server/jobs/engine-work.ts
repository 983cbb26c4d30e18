/** Reads and plans the inputs of tasks on engine threads. */
import {
  parseSchedule,
  combineReadings,
  nameSecondList,
  countPlaceholders,
  createTableReader,
  getPlatform,
  type HeldPages,
  type KnownTown,
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
  type Schedule,
  type Table,
  type TableReading,
} from '#engine';
import { openTowns } from './engine-places.ts';
import type { readPlaces } from '#geotag';
import { checkGate } from '#pump/quality-gate.ts';
import type { RowReasons } from '#pump/skipped-rows.ts';
import type {
  EngineInput,
  FileInput,
  PlanResult,
  PlanInput,
  SheetInput,
  SkippedTown,
} from './engine-task.ts';

/** Maximum number of problems listed on screens and stored in rows; files have all. */
const MAX_LISTED_PROBLEMS = 1000;
/** Minimum share of notices among them, however many rows are skipped. */
const MAX_LISTED_NOTICES = 250;
/** Maximum number of listed skipped rows; a file has all. */
export const MAX_LISTED_ROWS = 1000;
/** Maximum length of a label; cells can be very long. */
export const LABEL_CHARACTERS = 100;
/** Time for which the parsed files of a plan are cached for the test. */
const CACHE_MS = 5000;

/** A seed and a sheet prepared for planning, or the problems that prevent it. */
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

/**
 * Truncates a long list: faults first, then losses, with a reserved number of notices. Also returns the
 * total.
 */
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

function readSheets({ sheet, combined }: Pick<EngineInput, 'sheet' | 'combined'>): TableReading {
  const first = readSheet(sheet);
  if (combined === undefined) return first;
  const file = nameSecondList(sheet.file, combined.file);
  return combineReadings(first, readSheet({ ...combined, file }));
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

/** Parses the schedule; a malformed one is a fault. */
export function readSchedule({
  schedule: text,
  scheduledDates,
}: Pick<EngineInput, 'schedule' | 'scheduledDates'>): {
  schedule?: Schedule | undefined;
  scheduledDates?: EngineInput['scheduledDates'];
  problems: Problem[];
} {
  const reading = parseSchedule(text || 'all now');
  if (!('fault' in reading)) return { schedule: reading.schedule, scheduledDates, problems: [] };
  const { fault } = reading;
  return {
    problems: [{ code: 'malformed-schedule', severity: 'fault', field: 'schedule', text: fault }],
  };
}

/** @param towns JSON of the database; empty for none */
export function parseTowns(towns = ''): KnownTown[] | undefined {
  return towns === '' ? undefined : (JSON.parse(towns) as KnownTown[]);
}

/** Lists pages to hold back; an empty entry for the gate checks that the platform and the seed allow it. */
function listHeldInput({ leftOut, gate }: EngineInput): HeldPages[] {
  return [
    ...(leftOut ? [{ action: 'leave-out' as const, reasons: new Map(Object.entries(leftOut)) }] : []),
    ...(gate ? [{ action: gate.action, reasons: new Map<string, string>() }] : []),
  ];
}

/** Reads all inputs before it checks them, so that all problems are reported together. */
export function readInput(input: EngineInput): ReadInput {
  const { seed, problems: seedProblems } = readSeed(
    input.seed.bytes,
    input.seed.file,
    getPlatform(input.type ?? 'wordpress').id,
  );
  const { table, problems: sheetProblems } = readSheets(input);
  const problems = [...seedProblems, ...sheetProblems];
  const placeholders = { filled: 0, total: 0 };
  if (!seed || !table) return { problems, placeholders };
  const key = toProjectKey(input.key);
  const { schedule, scheduledDates, problems: faults } = readSchedule(input);
  if (faults.length > 0) return { problems: [...problems, ...faults], placeholders };
  const { knownTowns } = input;
  const prepared = prepareProject({
    seed,
    table,
    key,
    places: openTowns,
    ...pickOptions(input),
    schedule,
    scheduledDates,
    knownTowns: parseTowns(knownTowns),
    held: listHeldInput(input),
  });
  return {
    ...(prepared.project ? { project: prepared.project } : {}),
    table,
    problems: [...problems, ...prepared.problems],
    placeholders: countPlaceholders(seed, prepared.compiled),
  };
}

/** Rows that are named; the rest are counted. */
const MAX_NAMED_ROWS = 10;

/** Names the rows that the user merged or dropped. @param plan without those that a quality gate holds back */
export function reportLeftOut({ held, project: { table } }: Plan): Problem[] {
  if (held.length === 0) return [];
  const names = held.slice(0, MAX_NAMED_ROWS).map(({ row, reason }) => `${table.nameRow(row)} (${reason})`);
  const more = held.length - names.length;
  if (more > 0) names.push(`${more.toLocaleString('en-US')} more`);
  const [pages, they] =
    held.length === 1
      ? ['1 page is', 'it was']
      : [`${held.length.toLocaleString('en-US')} pages are`, 'they were'];
  const text = `${pages} left out because ${they} merged or dropped in Reporting: ${new Intl.ListFormat('en-US').format(names)}.`;
  return [{ code: 'pages-left-out', severity: 'notice', text }];
}

/** Input of a planned test, cached until its pages are written or the cache time ends. */
export interface ReadTest extends ReadInput {
  samples?: SamplePlan;
}

let cached: { input: EngineInput; test: ReadTest; timer: NodeJS.Timeout } | undefined;

/** A test first requests its plan and then its pages from the same files, which are parsed once for both. */
export function readTest(input: EngineInput): ReadTest {
  if (cached !== undefined) clearTimeout(cached.timer);
  const { input: last, test } = cached ?? {};
  cached = undefined;
  if (last !== undefined && test !== undefined && isSame(last, input)) return test;
  const read = readInput(input);
  const fresh = read.project ? { ...read, samples: planSamples(read.project) } : read;
  const timer = setTimeout(() => {
    cached = undefined;
  }, CACHE_MS).unref();
  cached = { input, test: fresh, timer };
  return fresh;
}

const toChoices = ({ images, columns, schedule, scheduledDates, knownTowns, leftOut }: EngineInput): string =>
  JSON.stringify([images, columns, schedule, scheduledDates, knownTowns, leftOut]);

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
    toChoices(one) === toChoices(other) &&
    isSameFile(one.seed, other.seed) &&
    isSameFile(one.sheet, other.sheet) &&
    (one.combined && other.combined
      ? isSameFile(one.combined, other.combined)
      : one.combined === other.combined)
  );
}

/**
 * Uses the default part size, or two halves if one part would hold everything, because the user chose a
 * split.
 */
export function layoutSplit(plan: Plan, name: string): Layout {
  const layout = layoutParts(plan, { name, split: { bytes: PART_BYTES, pages: PART_PAGES } });
  if (layout.parts.length > 1 || layout.pages < 2) return layout;
  return layoutParts(plan, { name, split: { bytes: PART_BYTES, pages: Math.ceil(layout.pages / 2) } });
}

/** A test plans only its samples; above this number of rows, the pages of a full run aren't counted. */
const MAX_COUNTED_ROWS = 2_000;

const countAll = (project: Project): number | null =>
  project.table.rowCount <= MAX_COUNTED_ROWS ? planPages(project).pages : null;

export function handlePlan(input: PlanInput): PlanResult {
  const { project, table, problems, samples }: ReadTest = input.isTest ? readTest(input) : readInput(input);
  const nothing = { pages: 0, allPages: 0, skipped: 0, singleFileBytes: 0, tableBytes: 0, splitParts: 0 };
  if (!project) return { ...cutProblems(problems), ...nothing, isRefused: true };
  const plan = samples ?? planPages(project);
  const gateProblems = input.gate && table ? checkGate(plan, table) : [];
  const all = [...problems, ...plan.problems, ...reportLeftOut(plan), ...gateProblems];
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
