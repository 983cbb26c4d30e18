/** Which columns of the sheet a page is made of: what is wrong with the others costs nothing. */
import type { Problem } from '../problem.ts';
import { columnKey } from '../table/column-name.ts';
import type { Value, ValueSource } from '../template/value.ts';
import type { Project } from './project.ts';

/** Values of the page, of its slug and of its footer link. */
function valuesOf({ program, slug, footer }: Project): Value[] {
  return [
    ...program.slots.flatMap(({ uses, value }) => (uses > 0 ? (program.values[value] ?? []) : [])),
    ...slug.filter((part) => typeof part !== 'string'),
    ...footer.pieces.flatMap((piece) => (piece.kind === 'hole' ? [piece.value] : [])),
  ];
}

function columnsOf(source: ValueSource): number[] {
  if (source.kind === 'column') return [source.column];
  if (source.kind === 'row-slug') return columnsOf(source.of);
  if (source.kind === 'city-state') {
    return source.state === undefined ? [source.city] : [source.city, source.state];
  }
  return [];
}

/** Indexes of all columns that the page of a row, its slug, its link or its identity is made of. */
export function usedColumns(project: Project): ReadonlySet<number> {
  const { rowSlug, keyColumn } = project;
  return new Set([
    ...[...valuesOf(project), ...(rowSlug ? [rowSlug] : [])].flatMap(({ source }) => columnsOf(source)),
    ...(keyColumn === undefined ? [] : [keyColumn]),
  ]);
}

/**
 * The column of the city where slugs or texts need it and the sheet has no column for the slug: a row
 * without it has nothing to be about.
 */
export function neededCityColumn(project: Project): number | undefined {
  let source = project.rowSlug?.source;
  while (source?.kind === 'row-slug') source = source.of;
  if (source?.kind !== 'city-state') return undefined;
  const { city } = source;
  const isNeeded = valuesOf(project).some(
    (value) =>
      columnsOf(value.source).includes(city) && !value.filters.some(({ name }) => name === 'default'),
  );
  return isNeeded ? city : undefined;
}

/** Faults of columns that a page uses and whose name another column has too. */
export function judgeDoubledColumns(project: Project): Problem[] {
  const { columns, file, headerRow: row } = project.table;
  return [...usedColumns(project)].flatMap((index): Problem[] => {
    const used = columns[index];
    const twins = columns.filter((column) => column !== used && columnKey(column.name) === used?.key);
    if (!used || twins.length === 0) return [];
    const named = [used, ...twins].map(({ letter, name }) => `${letter} "${name}"`).join(' and ');
    const text = `A placeholder uses "${used.name}", and several columns have this name: ${named}. Rename or remove all but one of them.`;
    return [{ code: 'header-doubled', severity: 'fault', file, row, field: used.name, text }];
  });
}
