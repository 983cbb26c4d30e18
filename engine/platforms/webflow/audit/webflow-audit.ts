/**
 * Checks the CSV of a collection as Webflow's documentation describes the import: an item with an empty Item
 * ID is created, and its slug must be unique and made of Latin letters, digits, "-" and "_".
 */
import { limits } from '../limits.ts';
import { createCollectionAudit } from '../../../verify/csv-collection-audit.ts';
import { cut, notice } from '../../../verify/finding.ts';

/** The pattern in the API's message about an invalid slug. */
const SLUG = /^[_a-zA-Z0-9][-_a-zA-Z0-9]*$/;
const DATES = ['created on', 'updated on', 'published on'];
const SYSTEM = new Set([...DATES, 'item id', 'collection id', 'locale id', 'archived', 'draft']);

export const audit = createCollectionAudit({
  id: 'webflow',
  name: 'Webflow',
  maxFields: limits.fields,
  countFields: (keys) => keys.filter((key) => !SYSTEM.has(key)).length,
  required: ['slug', 'item id'],
  slugColumns: ['slug'],
  checkCell({ text }, key) {
    if (!DATES.includes(key) || text === '') return [];
    return [notice('system-date', `Webflow sets "${cut(key, 60)}" itself, so it has to be empty.`)];
  },
  checkItem({ keys, slug, getText, report }) {
    if (!SLUG.test(slug))
      report(
        'malformed-slug',
        `The slug "${cut(slug, 60)}" may only have letters from A to Z, digits, "-" and "_".`,
        'slug',
      );
    const id = getText('item id');
    if (id !== '')
      report(
        'id-preserved',
        `The item has the ID "${cut(id, 60)}", so Webflow changes that item instead of creating one.`,
        'item id',
      );
    const title = keys.find((key) => !SYSTEM.has(key) && key !== 'slug') ?? '';
    if (getText(title).trim() === '') report('title-empty', 'The item has no name, so it can’t be imported.');
    return { id, slug: slug.toLowerCase() };
  },
  records: {
    unique: {
      id: 'both rows change one item',
      slug: 'two items cannot have one page',
    },
    strict: new Set(['cell-unquoted', 'id-preserved', 'malformed-slug', 'system-date', 'title-empty']),
    refusing: new Set(['row-ragged', 'malformed-slug', 'title-empty']),
  },
});
