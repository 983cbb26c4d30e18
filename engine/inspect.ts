/**
 * Reads a seed and a sheet as far as they are there and tells what they hold and what would come out
 * of them, before anything is built.
 */
import type { StayingNames } from './contexts/scan.ts';
import { createScan } from './contexts/scan-text.ts';
import { stayingNames } from './contexts/shortcode/known-shortcodes.ts';
import { columnKey } from './table/column-name.ts';
import { FooterFiller } from './fill/footer.ts';
import { RowNotices } from './fill/notice-book.ts';
import { PageIdentities } from './fill/page-identity.ts';
import { rowKeyOf } from './fill/page-slug.ts';
import { type Plan, planPages } from './fill/plan.ts';
import type { ProjectReading } from './fill/project.ts';
import { RowValues } from './fill/row-values.ts';
import { mayBePattern } from './formats/wordpress-wxr-choose.ts';
import { compilePattern } from './formats/wordpress-wxr-pattern.ts';
import { prepareWordPress } from './formats/wordpress-wxr-project.ts';
import { countPlaces, inspectSeed } from './inspect-seed.ts';
import { inspectTable } from './inspect-table.ts';
import type { Inspection, Outcome } from './inspection.ts';
import { PART_BYTES, PART_PAGES, SHEET_COLUMNS } from './limits.ts';
import type { Problem } from './problem.ts';
import { readSeed } from './seed/read-seed.ts';
import type { Seed, SeedItem } from './seed/seed.ts';
import { type Layout, layoutParts } from './split/layout.ts';
import { Columns } from './template/columns.ts';
import { createNeutralTable } from './table/neutral-table.ts';
import type { Table, TableReading } from './table/table.ts';

export interface InspectInput {
  seed?: { file: string; bytes: Uint8Array };
  table?: TableReading & { file: string };
  site?: string;
  footer?: string;
  /** Names of brackets that are no placeholders and stay as they are. */
  keep?: readonly string[];
  /** Project key or name; makes no difference to what is told. */
  key?: string;
  /** Tells the notices of every row; otherwise the first of each kind, and how many there are. */
  isOfEveryRow?: boolean;
}

/** Names of an item that are placeholders once a sheet is there, by what columns are matched by. */
function namesOf(seed: Seed, item: SeedItem, staying: StayingNames): Map<string, string> {
  const scan = createScan(new Columns([]), staying);
  compilePattern(seed, item, scan);
  const names = new Map<string, string>();
  for (const { use } of scan.unknown) {
    const { name } = use.bracketed;
    const key = columnKey(name);
    if (use.construct === undefined) names.set(key, names.get(key) ?? name);
  }
  return names;
}

function isOurs(key: string): boolean {
  return key.startsWith('geo');
}

/**
 * Names of the page that looks most like a pattern. Those that other pages have too are shortcodes
 * rather than columns, unless they begin as ours do.
 */
function waitingNames(seed: Seed, staying: StayingNames): string[] {
  const found = seed.items.filter(mayBePattern).map((item) => namesOf(seed, item, staying));
  const rank = (names: Map<string, string>) => [...names.keys()].filter(isOurs).length * 1000 + names.size;
  const best = found.reduce<Map<string, string>>(
    (first, names) => (rank(names) > rank(first) ? names : first),
    new Map(),
  );
  const others = new Set(found.flatMap((names) => (names === best ? [] : [...names.keys()])));
  const own = [...best].filter(([key]) => isOurs(key) || !others.has(key));
  return (own.length > 0 ? own : [...best]).map(([, name]) => name);
}

/** A sheet that is not there yet: its columns are the names that the seed has in brackets. */
function waitingTable(seed: Seed, keep: readonly string[]): Table | undefined {
  const found = waitingNames(seed, stayingNames(seed.text, keep));
  if (found.length === 0) return undefined;
  const names = found.filter((name) => columnKey(name) !== 'geourl').slice(0, SHEET_COLUMNS - 1);
  return createNeutralTable(['geo_url', ...names], seed.file);
}

/** What the reading of a sheet only notices, planning may judge: it is told once, as the graver of the two. */
function withoutJudged(noticed: readonly Problem[], judged: readonly Problem[]): Problem[] {
  const keyOf = ({ code, field = '' }: Problem) => `${code} ${columnKey(field)}`;
  const graver = new Set(judged.filter(({ severity }) => severity !== 'notice').map(keyOf));
  return noticed.filter((problem) => problem.severity !== 'notice' || !graver.has(keyOf(problem)));
}

const SEVERITY_ORDER = { fault: 0, loss: 1, notice: 2 };

function sortProblems(problems: readonly Problem[]): Problem[] {
  return problems.toSorted((a, b) => SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity]);
}

/** As it is written where nobody says otherwise. */
function layoutOf(plan: Plan): Layout {
  const split = plan.singleFileBytes > PART_BYTES ? { bytes: PART_BYTES, pages: PART_PAGES } : null;
  return layoutParts(plan, { name: plan.project.seed.file.replace(/\.[^.]*$/, ''), split });
}

function outcomeOf(layout: Layout, placeholders: readonly { state: string }[]): Outcome {
  return {
    pages: layout.pages,
    skipped: layout.skipped,
    bytes: layout.bytes,
    parts: layout.parts.map(({ name, bytes, pages }) => ({ name, bytes, pages })),
    formedLinks: layout.pages,
    ...firstLinkOf(layout.plan),
    placeholdersFilled: placeholders.filter((use) => use.state !== 'unknown').length,
    placeholdersTotal: placeholders.length,
  };
}

function firstLinkOf(plan: Plan): Pick<Outcome, 'firstLink'> {
  const row = plan.rows[0];
  if (row === undefined) return {};
  const { project } = plan;
  const values = new RowValues(project.table, []);
  values.select(row);
  const key = rowKeyOf(project, values);
  if (!key) return {};
  const identity = new PageIdentities(project).forPlanning({
    id: project.firstId,
    ...key,
    date: project.dateBase,
  });
  const { html, url } = new FooterFiller(project.footer, project.table).fill(row, identity);
  return { firstLink: { html, url } };
}

/** Fills one value for the first row that lands. */
function samplerOf(plan: Plan) {
  const row = plan.rows[0];
  if (row === undefined) return undefined;
  const { project } = plan;
  const values = new RowValues(project.table, project.program.values);
  values.select(row);
  const key = rowKeyOf(project, values);
  if (!key) return undefined;
  values.select(
    row,
    new PageIdentities(project).forPlanning({ id: project.firstId, ...key, date: project.dateBase }),
  );
  return (value: Parameters<typeof values.textOf>[0]) => values.textOf(value);
}

/** Everything about a seed, a sheet or both; nothing is written. */
export function inspect(input: InspectInput): Inspection {
  const reading = input.seed ? readSeed(input.seed.bytes, input.seed.file) : { problems: [] };
  const { seed } = reading;
  const table = input.table?.table;
  const prepared: ProjectReading = seed ? prepareFor(seed, table, input) : { problems: [] };
  const project = table ? prepared.project : undefined;
  const notices = input.isOfEveryRow && table ? () => new RowNotices(table) : undefined;
  const plan = project && planPages(project, { ...(notices && { notices }) });
  const layout = plan && layoutOf(plan);
  // never spread into a call: a sheet may have a problem in each of 100,000 rows
  const judged: Problem[] = [
    ...prepared.problems,
    ...(layout ? [...layout.plan.problems, ...layout.problems] : []),
  ];
  const problems = [...reading.problems, ...withoutJudged(input.table?.problems ?? [], judged), ...judged];
  const seedInspection =
    seed &&
    inspectSeed(seed, prepared.compiled, {
      hasTable: table !== undefined,
      project,
      sample: plan && samplerOf(plan),
    });
  return {
    ...(seedInspection ? { seed: seedInspection } : {}),
    ...(table
      ? { table: inspectTable(table, problems, countPlaces(prepared.compiled, prepared.project)) }
      : {}),
    ...(layout && layout.pages > 0 ? { outcome: outcomeOf(layout, seedInspection?.placeholders ?? []) } : {}),
    ...(input.table?.workbook ? { workbook: input.table.workbook } : {}),
    problems: sortProblems(problems),
  };
}

/** Compiles the seed against the sheet or, while there is none, against the names that it has itself. */
function prepareFor(seed: Seed, table: Table | undefined, input: InspectInput): ProjectReading {
  const options = {
    key: input.key ?? 'inspect',
    ...(input.site === undefined ? {} : { site: input.site }),
    ...(input.footer === undefined ? {} : { footer: input.footer }),
    ...(input.keep === undefined ? {} : { keep: input.keep }),
  };
  if (table) return prepareWordPress({ seed, table, ...options });
  const waiting = waitingTable(seed, input.keep ?? []);
  const prepared = prepareWordPress({ seed, table: waiting ?? emptyTable(), ...options });
  return { ...prepared, problems: prepared.problems.filter(holdsWithoutSheet) };
}

/** Without a sheet nobody knows which names are columns: what is wrong all the same is told. */
function holdsWithoutSheet({ severity, code }: Problem): boolean {
  return severity === 'notice' || !['placeholder-unknown', 'no-slug-column'].includes(code);
}

function emptyTable(): Table {
  const table = createNeutralTable(['geo_url'], '');
  if (!table) throw new Error('a table of one cell could not be read');
  return table;
}
