/** Finds the columns that a page uses; problems of other columns are ignored. */
import type { Problem } from '../problem.ts';
import { toColumnKey } from '../sheet/column-name.ts';
import type { Table } from '../sheet/table.ts';
import { type Value, listSourceColumns, hasFallback } from '../language/value.ts';
import type { Project } from './project.ts';

/** Inputs of a page, available even before the project is compiled. */
interface PageSources extends Pick<Project, 'slug' | 'footer' | 'rowSlug' | 'keyColumn'> {
  pattern: Pick<Project['pattern'], 'pieces'>;
}

/** Values of the page, of its slug and of its footer link. */
function listValues({ pattern, slug, footer }: PageSources): Value[] {
  return [
    ...[...pattern.pieces, ...footer.pieces].flatMap((piece) => (piece.kind === 'hole' ? [piece.value] : [])),
    ...slug.filter((part) => typeof part !== 'string'),
  ];
}

/** Lists the indexes of all columns that the page of a row, its slug, its link or its identity uses. */
export function listUsedColumns(sources: PageSources): ReadonlySet<number> {
  const { rowSlug, keyColumn } = sources;
  return new Set([
    ...[...listValues(sources), ...(rowSlug ? [rowSlug] : [])].flatMap(({ source }) =>
      listSourceColumns(source),
    ),
    ...(keyColumn === undefined ? [] : [keyColumn]),
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

/** Reports used columns that share their name with another column. */
export function checkDuplicateColumns(table: Table, sources: PageSources): Problem[] {
  const { columns, file, headerRow: row } = table;
  return [...listUsedColumns(sources)].flatMap((index): Problem[] => {
    const used = columns[index];
    const twins = columns.filter((column) => column !== used && toColumnKey(column.name) === used?.key);
    if (!used || twins.length === 0) return [];
    const named = [used, ...twins].map(({ letter, name }) => `${letter} "${name}"`).join(' and ');
    const text = `A placeholder uses "${used.name}", and several columns have this name: ${named}. Rename or remove all but one of them.`;
    return [{ code: 'duplicate-header', severity: 'fault', file, row, field: used.name, text }];
  });
}
