/**
 * Content of a page, independent of its position in a run: two runs with equal results make the same page, whatever
 * their parts, the order of their rows, and the numbers and dates that depend on it.
 */
import type { Program } from './program.ts';
import type { PageIdentity, RowValues } from './row-values.ts';

/**
 * Reads the values of a row's page as JSON. Of the page's identity only slug and URL are content: its number and
 * date depend on other rows.
 */
export function readContent(values: RowValues, { url, slug = '' }: PageIdentity): string {
  return JSON.stringify(values.withIdentity({ url, slug }).readAll());
}

/** Yields what all pages of a project share: the text around the values and the encoding of each value. */
export function* readTemplate({ slots, kinds, indexes, runs }: Program): Generator<string | Uint8Array> {
  yield JSON.stringify(slots.map(({ value, context }) => [value, context.key]));
  // These and the lengths determine where each text begins.
  yield JSON.stringify([[...kinds], [...indexes], runs.map(({ length }) => length)]);
  yield* runs;
}
