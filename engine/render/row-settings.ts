/** Settings that rows choose for their pages in one plan: dates, parents and what else the platform can set. */
import { HeldIndex } from './held-pages.ts';
import { toStoredKey } from './identity.ts';
import { RowFamily } from './page-family.ts';
import type { Project } from './project.ts';
import { ScheduledRows, type ScheduledDates } from './schedule.ts';
import type { Steering } from './steering.ts';
import type { RowFault } from './row-fault.ts';
import type { PagePlace } from './template.ts';

/** Settings of the rows of a plan. */
export class RowSettings {
  /** The rows to plan, in the order of their pages. */
  readonly order: readonly number[];
  readonly #steering: Steering;
  readonly #family: RowFamily | undefined;
  readonly #scheduled: ScheduledRows | undefined;
  readonly #dates: ScheduledDates;
  readonly #held: HeldIndex;
  /** UTC dates of the accepted rows that the schedule dates. */
  readonly #taken: { dates: number[]; kept: number } = { dates: [], kept: 0 };

  constructor(project: Project, steering: Steering, rows: readonly number[]) {
    const { schedule, scheduledDates = {} } = project;
    this.#dates = scheduledDates;
    this.#held = new HeldIndex(project.held);
    this.#steering = steering;
    this.#family = steering.columns.has('page_parent') ? new RowFamily(project, rows) : undefined;
    this.#scheduled = schedule?.kind === 'daily' ? new ScheduledRows(schedule, scheduledDates) : undefined;
    this.order = this.#family?.order ?? rows;
  }

  /** Reads the settings of a row; its scheduled date only once it is accepted. */
  steer(row: number, rowKey: string): Pick<PagePlace, 'steered' | 'parent'> {
    const steered = this.#steering.read(row, this.#held.find(rowKey)?.action);
    const scheduled = steered.date ? undefined : this.#scheduled?.get(rowKey);
    const date = scheduled === undefined ? steered.date : this.#steering.toDate?.(scheduled);
    return { steered: { ...steered, date }, parent: this.#family?.findParent(row) };
  }

  listFaults(row: number): RowFault[] {
    return [...this.#steering.read(row).faults, ...(this.#family?.listFaults(row) ?? [])];
  }

  /**
   * Notes that a row has a page.
   * @param page position among all pages
   * @returns the date that it chooses or is scheduled for
   */
  accept(row: number, rowKey: string, page: number): number | undefined {
    this.#family?.addPage(row, page);
    if (!this.#steering.read(row).date) this.#schedule(rowKey);
    return this.steer(row, rowKey).steered?.date?.second;
  }

  /** Rows whose pages are above that of a row. */
  listAncestors(row: number): readonly number[] {
    return this.#family?.listAncestors(row) ?? [];
  }

  #schedule(rowKey: string): void {
    this.#scheduled?.assign(rowKey);
    const second = this.#scheduled?.get(rowKey);
    if (second === undefined) return;
    this.#taken.dates.push(second);
    if (Object.hasOwn(this.#dates, toStoredKey(rowKey))) this.#taken.kept += 1;
  }

  /** Number of pages that the schedule dates, those that keep a date of an earlier run, and both ends in UTC. */
  get scheduled(): { pages: number; kept: number; first: number; last: number } | undefined {
    const { dates, kept } = this.#taken;
    if (dates.length === 0) return undefined;
    const first = dates.reduce((least, second) => Math.min(least, second));
    const last = dates.reduce((most, second) => Math.max(most, second));
    return { pages: dates.length, kept, first, last };
  }

  /** The page of a row’s parent; undefined if it isn’t the page of a row. */
  getParentPage(row: number): number | undefined {
    return this.#family?.getParentPage(row);
  }

  /** Dates of all scheduled rows, those of earlier runs included. */
  get scheduledDates(): ScheduledDates | undefined {
    return this.#scheduled?.finish();
  }
}

/** Creates the settings of a plan; undefined if nothing steers its pages. */
export function createRowSettings(project: Project, rows: readonly number[]): RowSettings | undefined {
  const { steering } = project.template;
  return steering && new RowSettings(project, steering, rows);
}
