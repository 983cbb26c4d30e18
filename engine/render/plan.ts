/**
 * Plans a project without writing it: the rows that become pages, the exact size of each page, and the
 * problems of the others. Sizes come from the same slots that the writer uses.
 */
import type { Problem } from '../problem.ts';
import { checkLink } from './footer.ts';
import { HeldIndex, type HeldRow, reportDraftsInTable } from './held-pages.ts';
import { NoticeCounter, type Notices } from './row-notices.ts';
import { PageDates } from './page-dates.ts';
import { FilledPage } from './filled-page.ts';
import type { Project } from './project.ts';
import { type PageBudget, RowValidator } from './row-validator.ts';
import { listPieceConstructs } from '../encoding/piece.ts';
import { Neighbors } from './neighbors.ts';
import { createRowOpener } from './project-row.ts';
import { createRowSettings, type RowSettings } from './row-settings.ts';
import type { PagePlace, Pattern } from './template.ts';
import type { Table } from '../sheet/table.ts';

const NO_READY_ROWS = 'no-ready-rows';

export interface Plan {
  project: Project;
  /** Set if the pages list rows near them. */
  neighbors?: Neighbors;
  /** Indexes of the table's rows that become pages, in the order of the pages: parents before their children. */
  rows: Uint32Array;
  /** Bytes of each page's record, without the gap between records. */
  sizes: Uint32Array;
  /** Seconds since 1970 (UTC) of each page's date. */
  dates: Float64Array;
  pages: number;
  skipped: number;
  /** Rows whose pages are held back; of these, `rows` has those that aren’t left out. */
  held: readonly HeldRow[];
  /** Number of pages that write an empty cell of each column. */
  emptied: ReadonlyMap<number, number>;
  /** All losses, the collected notices, and a fault if no row becomes a page. */
  problems: Problem[];
  /** Bytes of the output as a single file. */
  singleFileBytes: number;
  formedLinks: number;
  /** Settings that rows choose; omitted if nothing steers the pages. */
  settings: RowSettings | undefined;
  /** Plans the same rows again for parts with this budget per page. */
  within(budget: PageBudget): Plan;
}

interface PlanOptions {
  /** Indexes of the rows to plan; default: all. */
  only?: readonly number[];
  /** Collector of notices; by default the first of each kind are listed. */
  notices?: () => Notices;
  budget?: PageBudget;
}

/** A fault if all rows are skipped or left out. */
function checkForPages(pages: number, { rows: held }: HeldIndex, file: string): Problem[] {
  if (pages > 0) return [];
  const text =
    held.length > 0
      ? 'Every page would be left out, so there would be nothing to import.'
      : 'Every row would be skipped, so there would be no pages. Fix the rows listed here.';
  return [{ code: NO_READY_ROWS, severity: 'fault', text, file }];
}

/** Reports the pages that no list of `[nearby]` has, in one notice. */
function reportUnlinked(neighbors: Neighbors, table: Table): Problem[] {
  const { rows, advice } = neighbors.listUnlinked();
  const notices = new NoticeCounter(table);
  const text = `No [nearby] list includes this page, so no other page links to it. ${advice}, or link to it elsewhere.`;
  for (const row of rows) notices.add(row, { code: 'nearby-unlinked', text });
  return notices.finish();
}

/** Neighbors among all rows of a sheet, for the samples of a project. */
const neighborsOfSheets = new WeakMap<Table, { pattern: Pattern; neighbors: Neighbors }>();

function findAllNeighbors(project: Project): Neighbors {
  const { table, pattern } = project;
  const known = neighborsOfSheets.get(table);
  if (known?.pattern === pattern) return known.neighbors;
  const neighbors = new Neighbors(
    project,
    Array.from({ length: table.rowCount }, (_, row) => row),
  );
  neighborsOfSheets.set(table, { pattern, neighbors });
  return neighbors;
}

function usesNeighbors({ pattern, footer }: Project): boolean {
  const constructs = listPieceConstructs([...pattern.pieces, ...footer.pieces]);
  return constructs.some(({ bodies: [body] }) => body?.marker.kind === 'nearby');
}

/**
 * Plans all rows, or those with the given indexes. Neighbors are rows that become pages: rows are planned again
 * without those that are skipped. Among the given rows only, all rows of the sheet count as neighbors.
 */
export function planPages(project: Project, options: PlanOptions = {}): Plan {
  if (!usesNeighbors(project)) return planRows(project, options);
  if (options.only) return planRows(project, options, findAllNeighbors(project));
  let rows = [...planRows(project, options).rows];
  for (;;) {
    const plan = planRows(project, options, new Neighbors(project, rows));
    const planned = new Set(plan.rows);
    const left = rows.filter((row) => planned.has(row));
    if (left.length === rows.length) return plan;
    rows = left;
  }
}

function planRows(project: Project, options: PlanOptions, neighbors?: Neighbors): Plan {
  const { table, template } = project;
  const { only, notices = () => new NoticeCounter(table), budget } = options;
  const all = only ?? Array.from({ length: table.rowCount }, (_, row) => row);
  const settings = createRowSettings(project, all);
  const order = settings?.order ?? all;
  const count = order.length;
  const { identities } = template;
  const collected = notices();
  const validator = new RowValidator(project, { notices: collected, ...(budget && { budget }) });
  const dates = new PageDates(project);
  const rows = new Uint32Array(count);
  const sizes = new Uint32Array(count);
  const open = createRowOpener(project, neighbors);
  const held = new HeldIndex(project.held);
  const family = {
    listAncestors: (row: number) => settings?.listAncestors(row) ?? [],
    nameRow: (row: number) => table.nameRow(row),
  };
  let pages = 0;
  for (let index = 0; index < count; index += 1) {
    const row = order[index] ?? index;
    const values = open(row);
    const key = validator.admit(values);
    if (key === undefined) continue;
    if (held.leavesOut(row, key.rowKey, family)) {
      // Another row with its slug would be written in its place.
      validator.claim(row, key);
      continue;
    }
    const place: PagePlace = {
      id: project.firstId + pages,
      slug: key.slug,
      rowKey: key.rowKey,
      date: template.dates?.base ?? 0,
      ...settings?.steer(row, key.rowKey),
    };
    const identity = identities.forPlanning(place);
    const filled = values.withIdentity(identity);
    const page = new FilledPage(project.program, filled);
    const bytes = page.measure();
    const linkFaults = checkLink(project.footer, filled);
    const settingFaults = settings?.listFaults(row) ?? [];
    if (!validator.accept(filled, key, { page, bytes, linkFaults, settingFaults })) continue;
    const fault = neighbors?.findFault(row);
    if (fault) collected.add(row, fault);
    held.accept(row, key.rowKey);
    dates.assign(row, key.rowKey, settings?.accept(row, key.rowKey, pages));
    rows[pages] = row;
    sizes[pages] = bytes;
    pages += 1;
  }
  const frame = template.frame({ isFirst: true, isLast: true });
  return {
    project,
    ...(neighbors && { neighbors }),
    rows: rows.slice(0, pages),
    sizes: sizes.slice(0, pages),
    dates: dates.finish(),
    pages,
    skipped: validator.skipped,
    held: held.rows,
    emptied: validator.emptied,
    problems: [
      ...validator.finish(),
      ...reportDraftsInTable(held.rows, template.extra !== undefined),
      ...checkForPages(pages, held, table.file),
      ...(neighbors && !only ? reportUnlinked(neighbors, table) : []),
    ],
    singleFileBytes: sizes.subarray(0, pages).reduce((sum, size) => sum + size + frame.gapBytes, frame.bytes),
    formedLinks: pages,
    settings,
    within: (given) => planPages(project, { ...options, budget: given }),
  };
}
