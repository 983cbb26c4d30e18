/**
 * What a page contains, apart from where it is in a run: two runs with the same answers make the same page, whatever
 * their parts, the order of their rows, and the numbers and dates that follow from it.
 */
import type { Program } from './program.ts';
import type { PageIdentity, RowValues } from './row-values.ts';

/**
 * Reads the values of the selected row's page as JSON. Of the page's identity only slug and URL are content: its number and
 * date depend on other rows.
 */
export function readContent(values: RowValues, { url, slug = '' }: PageIdentity): string {
  values.select(values.row, { url, slug });
  return JSON.stringify(values.readAll());
}

/** What all pages of a project have in common: the text around the values, and how each of these is encoded. */
export function* readTemplate({ slots, kinds, indexes, runs }: Program): Generator<string | Uint8Array> {
  yield JSON.stringify(slots.map(({ value, context }) => [value, context.key]));
  // Where each text begins follows from this and the lengths.
  yield JSON.stringify([[...kinds], [...indexes], runs.map(({ length }) => length)]);
  yield* runs;
}
