/**
 * Content of a page, independent of its position in a run: two runs with equal results make the same page, whatever
 * their parts, the order of their rows, and the numbers and dates that depend on it.
 */
import type { Program } from './program.ts';
import type { PageIdentity, RowValues } from './row-values.ts';

/**
 * Reads the values of a row's page as JSON. Of the page's identity only slug, URL and the settings of the row are
 * content: its number and date depend on other rows, and so does the number of its parent.
 */
export function readContent({ values }: Program, row: RowValues, identity: PageIdentity): string {
  const { url, slug = '' } = identity;
  const settings = Object.entries(identity).filter(
    ([field]) => field.startsWith('page_') && field !== 'page_parent',
  );
  const identified = row.withIdentity({ url, slug, ...Object.fromEntries(settings) });
  return JSON.stringify(values.map((value) => identified.computeMarkup(value)));
}

/** Reads what all pages of a project share as JSON: the text around the values and the encoding of each value. */
export function readTemplate({ values, slots, texts, order }: Program): string {
  const encoded = slots.map((slot) =>
    slot.kind === 'value'
      ? [values.indexOf(slot.value), ...slot.encoders.map(({ name }) => name)]
      : { ...slot, guard: undefined },
  );
  return JSON.stringify([encoded, texts, order]);
}
