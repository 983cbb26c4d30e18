/**
 * Reads a seed and a sheet as far as they are there and tells what they hold and what would come out
 * of them, before anything is built.
 */
import { FooterFiller } from './fill/footer.ts';
import { PageIdentities } from './fill/page-identity.ts';
import { rowKeyOf } from './fill/page-slug.ts';
import { type Plan, planPages } from './fill/plan.ts';
import type { ProjectReading } from './fill/project.ts';
import { RowValues } from './fill/row-values.ts';
import { prepareWordPress } from './formats/wordpress-wxr-project.ts';
import { countPlaces, inspectSeed } from './inspect-seed.ts';
import { inspectTable } from './inspect-table.ts';
import type { Inspection, Outcome } from './inspection.ts';
import { PART_BYTES, PART_PAGES } from './limits.ts';
import type { Problem } from './problem.ts';
import { findBracketed } from './seed/placeholder.ts';
import { readSeed } from './seed/read-seed.ts';
import type { Seed } from './seed/seed.ts';
import { layoutParts } from './split/layout.ts';
import { readCells } from './table/read-cells.ts';
import type { Table, TableReading } from './table/table.ts';

export interface InspectInput {
  seed?: { file: string; bytes: Uint8Array };
  table?: TableReading & { file: string };
  site?: string;
  footer?: string;
  /** Project key or name; makes no difference to what is told. */
  key?: string;
}

/** Shortcodes of WordPress itself: without a sheet they are not taken for placeholders. */
const SHORTCODES = new Set(['gallery', 'caption', 'wp_caption', 'embed', 'audio', 'video', 'playlist']);

/** A sheet that is not there yet: its columns are the names that the seed has in brackets. */
function waitingTable(seed: Seed): Table | undefined {
  const names = new Map<string, string>();
  for (const item of seed.items) {
    for (const { name } of findBracketed(seed.text.slice(item.element.start, item.element.end))) {
      const key = name.toLowerCase().replaceAll(/[\s_-]/g, '');
      if (name !== '' && !SHORTCODES.has(name.toLowerCase()) && !['pageurl', 'rownumber'].includes(key))
        names.set(key, name);
    }
  }
  if (names.size === 0) return undefined;
  const header = ['geo_url', ...names.values()].filter(
    (name, index) => index === 0 || !/^geo[\s_-]*url$/i.test(name),
  );
  return readCells([header, header], { file: seed.file }).table;
}

const SEVERITY_ORDER = { fault: 0, loss: 1, notice: 2 };

function sortProblems(problems: readonly Problem[]): Problem[] {
  return problems.toSorted((a, b) => SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity]);
}

function outcomeOf(plan: Plan, placeholders: readonly { state: string }[]): Outcome {
  const { project } = plan;
  const split = plan.singleFileBytes > PART_BYTES ? { bytes: PART_BYTES, pages: PART_PAGES } : null;
  const layout = layoutParts(plan, { name: project.seed.file.replace(/\.[^.]*$/, ''), split });
  return {
    pages: layout.pages,
    lost: layout.lost,
    bytes: layout.bytes,
    parts: layout.parts.map(({ name, bytes, pages }) => ({ name, bytes, pages })),
    formedLinks: layout.pages,
    ...firstLinkOf(plan),
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

function noRowLeft(plan: Plan): Problem[] {
  if (plan.pages > 0) return [];
  return [
    {
      code: 'no-row-left',
      severity: 'fault',
      file: plan.project.table.file,
      text: 'No row can land, so nothing would come out. Mend the rows listed here.',
    },
  ];
}

/** Everything about a seed, a sheet or both; nothing is written. */
export function inspect(input: InspectInput): Inspection {
  const reading = input.seed ? readSeed(input.seed.bytes, input.seed.file) : { problems: [] };
  const problems: Problem[] = [...reading.problems, ...(input.table?.problems ?? [])];
  const { seed } = reading;
  const table = input.table?.table;
  const against = table ?? (seed && waitingTable(seed));
  const options = {
    key: input.key ?? 'inspect',
    ...(input.site === undefined ? {} : { site: input.site }),
    ...(input.footer === undefined ? {} : { footer: input.footer }),
  };
  const prepared: ProjectReading =
    seed && against ? prepareWordPress({ seed, table: against, ...options }) : { problems: [] };
  if (seed && !against)
    problems.push(...prepareWordPress({ seed, table: emptyTable(), ...options }).problems);
  problems.push(
    ...prepared.problems.filter(
      (problem) =>
        table !== undefined ||
        problem.severity === 'notice' ||
        problem.code === 'no-placeholder' ||
        problem.code === 'seed-two-patterns',
    ),
  );
  const project = table ? prepared.project : undefined;
  const plan = project && planPages(project);
  if (plan) problems.push(...plan.problems, ...noRowLeft(plan));
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
    ...(plan && plan.pages > 0 ? { outcome: outcomeOf(plan, seedInspection?.placeholders ?? []) } : {}),
    problems: sortProblems(problems),
  };
}

function emptyTable(): Table {
  const { table } = readCells([['geo_url'], ['-']], { file: '' });
  if (!table) throw new Error('a table of one cell could not be read');
  return table;
}
