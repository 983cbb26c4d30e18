/**
 * Plans a project without writing it: the rows that become pages, the exact size of each page, and the
 * problems of the others. Sizes come from the same slots that the writer uses.
 */
import type { Problem } from '../problem.ts';
import { checkLink } from './footer.ts';
import { NoticeCounter, type Notices } from './row-notices.ts';
import { PageDates } from './page-dates.ts';
import { FilledPage } from './filled-page.ts';
import type { Project } from './project.ts';
import { type PageBudget, RowValidator } from './row-validator.ts';
import { RowValues } from './row-values.ts';
import type { PagePlace } from './template.ts';

const NO_READY_ROWS = 'no-ready-rows';

export interface Plan {
  project: Project;
  /** Indexes of the table's rows that become pages, in order. */
  rows: Uint32Array;
  /** Bytes of each page's record, without the gap between records. */
  sizes: Uint32Array;
  /** Seconds since 1970 (UTC) of each page's date. */
  dates: Float64Array;
  pages: number;
  skipped: number;
  /** All losses, the collected notices, and a fault if no row becomes a page. */
  problems: Problem[];
  /** Bytes of the output as a single file. */
  singleFileBytes: number;
  formedLinks: number;
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

/** A fault if all rows are skipped. */
function checkForPages(pages: number, file: string): Problem[] {
  if (pages > 0) return [];
  const text = 'Every row would be skipped, so there would be no pages. Fix the rows listed here.';
  return [{ code: NO_READY_ROWS, severity: 'fault', text, file }];
}

/** Plans all rows, or those with the given indexes. */
export function planPages(project: Project, options: PlanOptions = {}): Plan {
  const { table, template } = project;
  const { only, notices = () => new NoticeCounter(table), budget } = options;
  const count = only?.length ?? table.rowCount;
  const { identities } = template;
  const validator = new RowValidator(project, { notices: notices(), ...(budget && { budget }) });
  const dates = new PageDates(project);
  const rows = new Uint32Array(count);
  const sizes = new Uint32Array(count);
  let pages = 0;
  for (let index = 0; index < count; index += 1) {
    const row = only?.[index] ?? index;
    const values = new RowValues(table, row);
    const key = validator.admit(values);
    if (key === undefined) continue;
    const place: PagePlace = {
      id: project.firstId + pages,
      slug: key.slug,
      rowKey: key.rowKey,
      date: template.dates?.base ?? 0,
    };
    const identity = identities.forPlanning(place);
    const filled = values.withIdentity(identity);
    const page = new FilledPage(project.program, filled);
    const bytes = page.measure();
    if (!validator.accept(filled, key, { page, bytes, linkFaults: checkLink(project.footer, filled) }))
      continue;
    dates.assign(row, key.rowKey);
    rows[pages] = row;
    sizes[pages] = bytes;
    pages += 1;
  }
  const frame = template.frame({ isFirst: true, isLast: true });
  return {
    project,
    rows: rows.slice(0, pages),
    sizes: sizes.slice(0, pages),
    dates: dates.finish(),
    pages,
    skipped: validator.skipped,
    problems: [...validator.finish(), ...checkForPages(pages, table.file)],
    singleFileBytes: sizes.subarray(0, pages).reduce((sum, size) => sum + size + frame.gapBytes, frame.bytes),
    formedLinks: pages,
    within: (given) => planPages(project, { ...options, budget: given }),
  };
}
