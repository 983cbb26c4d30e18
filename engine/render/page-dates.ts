/**
 * Dates pages. An importer may treat two pages with the same title and second as one, so a page moves
 * to the next second that is free for its title; an empty title conflicts with every title.
 */
import { getDateOffset } from './identity.ts';
import type { Project } from './project.ts';
import type { RowValues } from './row-values.ts';
import { createRowOpener } from './project-row.ts';
import { foldTitle } from './title-fold.ts';

/** Seconds since 1970, UTC, one per page; the dates of the seed’s static records are reserved. */
export class PageDates {
  readonly #project: Project;
  readonly #open: (row: number) => RowValues;
  readonly #dates: number[] = [];
  /** Second → rows dated there: one row's index, or several; negative numbers are static records. */
  readonly #rowsAt = new Map<number, number | number[]>();
  readonly #staticTitles: string[] = [];

  constructor(project: Project) {
    this.#project = project;
    this.#open = createRowOpener(project);
    for (const { title, second } of project.template.dates?.occupied ?? []) {
      this.#staticTitles.push(foldTitle(title));
      this.#occupy(second, -this.#staticTitles.length);
    }
  }

  #occupy(second: number, row: number): void {
    const there = this.#rowsAt.get(second);
    if (there === undefined) this.#rowsAt.set(second, row);
    else if (typeof there === 'number') this.#rowsAt.set(second, [there, row]);
    else there.push(row);
  }

  #readTitle(row: number): string {
    if (row < 0) return this.#staticTitles[-row - 1] ?? '';
    const { pattern } = this.#project;
    return foldTitle(this.#open(row).renderText(pattern.titleText));
  }

  #isFree(second: number, row: number): boolean {
    const there = this.#rowsAt.get(second);
    if (there === undefined) return true;
    const title = this.#readTitle(row);
    const others = typeof there === 'number' ? [there] : there;
    return title !== '' && others.every((other) => ![title, ''].includes(this.#readTitle(other)));
  }

  /**
   * Dates the next page, if the platform needs a date; rows come in the order of the pages.
   * @param wanted date of the row’s own choice
   */
  assign(row: number, rowKey: string, wanted?: number): void {
    const { dates } = this.#project.template;
    if (dates === undefined) {
      this.#dates.push(0);
      return;
    }
    let second = wanted ?? dates.base - getDateOffset(rowKey);
    if (!this.#isFree(second, row)) {
      do second += 1;
      while (this.#rowsAt.has(second));
    }
    this.#occupy(second, row);
    this.#dates.push(second);
  }

  finish(): Float64Array {
    return Float64Array.from(this.#dates);
  }
}
