/** Finds the columns that a page uses; problems of other columns are ignored. */
import type { Problem } from '../problem.ts';
import { toColumnKey } from '../sheet/column-name.ts';
import type { Table } from '../sheet/table.ts';
import { type Piece, listPieceConstructs } from '../encoding/piece.ts';
import { type Value, hasFallback, listSourceColumns } from '../language/value.ts';
import type { Columns } from '../language/columns.ts';
import type { Project } from './project.ts';

/** Inputs of a page, available even before the project is compiled. */
interface PageSources extends Pick<Project, 'slug' | 'footer' | 'rowSlug' | 'keyColumns' | 'settings'> {
  pattern: Pick<Project['pattern'], 'pieces'>;
}

/** Values of the page, of its slug and of its footer link. */
function listValues({ pattern, slug, footer }: PageSources): Value[] {
  return [
    ...[...pattern.pieces, ...footer.pieces].flatMap((piece) => (piece.kind === 'hole' ? [piece.value] : [])),
    ...slug.filter((part) => typeof part !== 'string'),
  ];
}

/** Returns the name of the column that a value is read from. */
export function findColumnName({ table }: Pick<Project, 'table'>, { source }: Value): string | undefined {
  const [column = -1] = source.kind === 'near' ? [] : listSourceColumns(source);
  return table.columns[column]?.name;
}

/** Returns the name of a value, for places where the seed has no brackets around it. */
export function getValueName({ source, name }: Value, columns: Columns): string | undefined {
  if (name !== undefined) return name;
  if (source.kind === 'row-number') return 'row_number';
  if (source.kind === 'column') return columns.names[source.column];
  return source.kind === 'row-slug' || source.kind === 'city-state' ? 'geo_url' : undefined;
}

/** Lists the columns that decide whether a row is a page, whatever the constructs of its page choose. */
export function listFixedColumns(project: Project): ReadonlySet<number> {
  const isFixed = (piece: Piece) => listPieceConstructs([piece]).length === 0;
  const { pattern, footer } = project;
  return listUsedColumns({
    ...project,
    pattern: { pieces: pattern.pieces.filter(isFixed) },
    footer: { ...footer, pieces: footer.pieces.filter(isFixed) },
  });
}

/** Lists the indexes of all columns that the page of a row, its slug, its link or its identity uses. */
export function listUsedColumns(sources: PageSources): ReadonlySet<number> {
  const { rowSlug, keyColumns, settings } = sources;
  return new Set([
    ...[...listValues(sources), ...(rowSlug ? [rowSlug] : [])].flatMap(({ source }) =>
      listSourceColumns(source),
    ),
    ...keyColumns,
    ...settings.flatMap(({ column, obstacle }) =>
      column === undefined || obstacle !== undefined ? [] : [column],
    ),
  ]);
}

/**
 * Finds the city column, if slugs or texts need it and the sheet has no slug column: a row
 * without a city has no subject.
 */
export function findNeededCityColumn(project: Project): number | undefined {
  let source = project.rowSlug?.source;
  while (source?.kind === 'row-slug') source = source.of;
  if (source?.kind !== 'city-state' || source.city.fallback !== undefined) return undefined;
  const { column: city } = source.city;
  const isNeeded = listValues(project).some(
    (value) => listSourceColumns(value.source).includes(city) && !hasFallback(value),
  );
  return isNeeded ? city : undefined;
}

/** Reports used columns that share their name with another column. Both lists of a combination may have the same key. */
export function checkDuplicateColumns(table: Table, sources: PageSources): Problem[] {
  const { columns, file, headerRow: row } = table;
  const shown = listUsedColumns({ ...sources, keyColumns: [] });
  return [...listUsedColumns(sources)].flatMap((index): Problem[] => {
    const used = columns[index];
    const list = table.findList(index);
    const twins = columns.filter(
      ({ name }, other) =>
        other !== index &&
        toColumnKey(name) === toColumnKey(used?.name ?? '') &&
        (shown.has(index) || table.findList(other) === list),
    );
    if (!used || twins.length === 0) return [];
    const named = [used, ...twins].map(({ letter, name }) => `${letter} "${name}"`).join(' and ');
    const place = table.isCombined ? ` in ${table.lists.map((each) => each.file).join(' and ')}` : '';
    const text = `A placeholder uses "${used.name}", and several columns${place} have this name: ${named}. Rename or remove all but one of them.`;
    return [{ code: 'duplicate-header', severity: 'fault', file, row, field: used.name, text }];
  });
}

/** Maximum number of unused columns to name. */
const MAX_NAMED_COLUMNS = 20;

/**
 * Reports the columns of each list that no page uses, all in one notice.
 * @param table the sheet without the columns that the project adds
 * @param read indexes of columns that are read for other columns and lists
 */
export function reportUnusedColumns(table: Table, sources: PageSources, read: readonly number[]): Problem[] {
  const used = new Set([...listUsedColumns(sources), ...read]);
  let first = 0;
  return table.lists.flatMap(({ columns, file, headerRow: row }): Problem[] => {
    const from = first;
    first += columns.length;
    const unused = columns.filter(({ name }, index) => name !== '' && !used.has(from + index));
    const field = unused[0]?.name;
    if (field === undefined) return [];
    const more = unused.length - MAX_NAMED_COLUMNS;
    const named = unused
      .slice(0, MAX_NAMED_COLUMNS)
      .map(({ letter, name }) => `${letter} "${name}"`)
      .join(', ');
    const text = `No placeholder uses ${unused.length === 1 ? 'this column' : 'these columns'}: ${named}${more > 0 ? ` and ${more} more` : ''}. Write [${field}] in the seed page if its values belong on the pages.`;
    return [{ code: 'columns-unused', severity: 'notice', file, row, field, text }];
  });
}
