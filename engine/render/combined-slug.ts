/** Completes the slug of a combination: unless it names a column of both lists, rows would share their URLs. */
import { Columns } from '../language/columns.ts';
import { slugify } from '../text/slugify.ts';
import { type Value, type ValueSource, listSourceColumns } from '../language/value.ts';
import { toColumnKey } from '../sheet/column-name.ts';
import { KEY_COLUMNS } from '../sheet/combine-tables.ts';
import type { Table } from '../sheet/table.ts';
import type { SlugTemplate } from './slug-template.ts';

type Parts = SlugTemplate['parts'];

/** A value that differs in each row of a list, and its name. */
interface OwnValue {
  value: Value;
  name: string;
}

/** Moves the columns of a list to their places in the combination. */
function shiftColumns(source: ValueSource, by: number): ValueSource {
  if (source.kind === 'column') return { ...source, column: source.column + by };
  if (source.kind === 'row-slug') return { ...source, of: shiftColumns(source.of, by) };
  if (source.kind !== 'city-state') return source;
  const { city, state } = source;
  return {
    ...source,
    city: { ...city, column: city.column + by },
    state: state?.kind === 'column' ? { ...state, column: state.column + by } : state,
  };
}

/** Checks if the column has another slug in each row. */
function isUnique(list: Table, column: number): boolean {
  const slugs = new Set<string>();
  for (let row = 0; row < list.rowCount; row += 1) {
    if (list.rowProblems(row).length > 0) continue;
    const slug = slugify(list.getCells(row)[column] ?? '', 'segment');
    if (slug === '' || slugs.has(slug)) return false;
    slugs.add(slug);
  }
  return true;
}

const URL_NAME = /url|slug|path/i;

/** A key, such as 17, says nothing to visitors. */
const isKey = (name: string): boolean => KEY_COLUMNS.includes(toColumnKey(name));

/** Finds the first column with the lowest rank that differs in each row. */
function findUnique(
  list: Table,
  rank: (name: string) => number,
): { name: string; column: number } | undefined {
  return list.columns
    .map(({ name }, column) => ({ name, column }))
    .sort((one, other) => rank(one.name) - rank(other.name))
    .find(({ column }) => isUnique(list, column));
}

/** Finds the column that names the rows of a list for visitors. */
export function findLabel(list: Table): string | undefined {
  const name = findUnique(list, (each) => (URL_NAME.test(each) || isKey(each) ? 1 : 0))?.name;
  return name === undefined || isKey(name) ? undefined : name;
}

/** Finds the slug of a list's rows: its `geo_url`, else a column that differs in each row, best one named like a URL. */
function findOwnValue(list: Table, firstColumn: number): OwnValue | undefined {
  const own = new Columns(list.columns).resolve('geo_url');
  if (own) {
    const source: ValueSource = { kind: 'row-slug', of: shiftColumns(own.source, firstColumn) };
    const [name] = own.columns;
    const isColumn = own.source.kind === 'column' && name !== undefined;
    return { value: { source, filters: [], isHtml: false }, name: isColumn ? name : 'geo_url' };
  }
  const found = findUnique(list, (name) => (URL_NAME.test(name) ? 0 : isKey(name) ? 2 : 1));
  if (!found) return undefined;
  const source: ValueSource = { kind: 'column', column: firstColumn + found.column };
  return { value: { source, filters: [], isHtml: /[ _-]html$/i.test(found.name) }, name: found.name };
}

const isText = (part: Parts[number]): part is string => typeof part === 'string';

/** Adds a value at the end, or before the last part. */
function addValue(parts: Parts, value: Value, isBeforeLast: boolean): Parts {
  const before = isBeforeLast ? parts.slice(0, -1) : parts;
  const after = isBeforeLast ? ['-', ...parts.slice(-1)] : [];
  const last = before.at(-1);
  const isOpen = last === undefined || (isText(last) && /[-/]$/.test(last));
  return [...before, ...(isOpen ? [] : ['-']), value, ...after];
}

function refuse(file: string, parts: Parts): SlugTemplate {
  const text = `The URL of each page needs a column of ${file} that differs in each row, and it has none. Add a column with one slug per row, and write its name in brackets in the slug of the seed page.`;
  return { parts, notice: { code: 'combined-slug', severity: 'fault', text } };
}

/**
 * Adds the slug of each list that the template doesn't use.
 * @param slug the seed's own
 */
export function completeSlug(
  template: SlugTemplate | undefined,
  table: Table,
  slug: string,
): SlugTemplate | undefined {
  if (!table.isCombined) return template;
  let parts = template?.parts ?? (slug === '' ? [] : [slug]);
  const used = new Set(
    parts.flatMap((part) =>
      isText(part) ? [] : listSourceColumns(part.source).map((column) => table.findList(column)),
    ),
  );
  const added: string[] = [];
  let firstColumn = 0;
  for (const [index, list] of table.lists.entries()) {
    const own = used.has(index) ? undefined : findOwnValue(list, firstColumn);
    firstColumn += list.columns.length;
    if (used.has(index)) continue;
    if (!own) return refuse(list.file, parts);
    // as in `plumber-drain-cleaning-austin`, where the town was added to a slug without a placeholder
    parts = addValue(parts, own.value, index > 0 && (template?.notice !== undefined || added.length > 0));
    added.push(`[${own.name}] of ${list.file}`);
  }
  if (added.length === 0) return template;
  const text = `The slug of the seed page doesn’t name a column of both lists, so rows would share their URLs. ${added.join(' and ')} ${added.length === 1 ? 'is' : 'are'} added to the URL of each page. To choose the column and its place, write its name in brackets in the slug, or in the title that the slug is made from.`;
  return { parts, notice: { code: 'slug-generated', text } };
}
