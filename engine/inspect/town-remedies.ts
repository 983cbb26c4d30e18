/** One-click remedies for a row whose town isn't certain: each writes what distinguishes one of the candidates. */
import type { ColumnChoices } from '../language/columns.ts';
import type { Place, Places } from '../places/places.ts';
import { listLikely, nameArea, OWN_KEYS, TownReader } from '../render/place-columns.ts';
import { toColumnKey } from '../sheet/column-name.ts';
import type { Table } from '../sheet/table.ts';
import type { RowRemedy } from './inspection.ts';

/** Columns that may distinguish towns of one name, best first, and their names in a sheet that gets one. */
const DISTINCTIONS = [
  { column: 'geo_county', added: 'county', read: ({ county }: Place) => county },
  { column: 'geo_zip', added: 'zip', read: ({ zips }: Place) => zips[0] ?? '' },
] as const;

/** Candidates that are the only ones with their text. */
function listDistinct(candidates: readonly Place[], read: (place: Place) => string): Place[] {
  return candidates.filter(
    (place) =>
      read(place) !== '' && candidates.every((other) => other === place || read(other) !== read(place)),
  );
}

/** @returns lists the remedies of a row by its index; none if it has a cell that fits no candidate */
export function createTownRemedies(
  table: Table,
  { choices, places }: { choices: ColumnChoices; places: Places },
): (row: number) => RowRemedy[] {
  const reader = new TownReader(table, choices);
  const findColumn = (keys: readonly string[]) =>
    table.columns.find(({ key }) => keys.some((each) => toColumnKey(each) === key));
  return (row) => {
    const found = reader.find(row, places);
    if (found.kind !== 'ambiguous') return [];
    const { candidates } = found;
    const [best] = DISTINCTIONS.filter(({ column }) => reader.readOwn(row, column) === '')
      .map((distinction) => ({ ...distinction, towns: listDistinct(candidates, distinction.read) }))
      .sort((a, b) => b.towns.length - a.towns.length);
    if (!best) return [];
    const { column, added, read, towns } = best;
    const { name: field = added } = findColumn([column, ...OWN_KEYS[column]]) ?? {};
    const isOneState = new Set(candidates.map(({ state }) => state)).size === 1;
    return listLikely(towns).map((place): RowRemedy => {
      const number = table.rowNumber(row);
      const area = nameArea(place, !isOneState);
      const label = column === 'geo_zip' ? `Use ${read(place)}, ${area}` : `Use ${area}`;
      const done = `Row ${number} is ${place.name} in ${place.county || place.state}`;
      return { label, done, fix: { kind: 'cell', row: number, field, value: read(place) } };
    });
  };
}
