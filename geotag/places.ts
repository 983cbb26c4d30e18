/** Reads the coordinates of the rows of a sheet. */
import type { Table } from '#engine/sheet/table.ts';
import { Columns } from '#engine/language/columns.ts';
import { findCoordinateColumns, readCoordinates } from './coordinate-columns.ts';
import type { Coordinates } from './coordinates.ts';

export interface Place extends Coordinates {
  /** City and state, if the sheet has them. */
  label: string;
}

/** Returns the places by row number; empty without coordinates. */
export function readPlaces(table: Table): Map<number, Place> {
  const columns = new Columns(table.columns);
  const { coordinates } = findCoordinateColumns(table);
  const places = new Map<number, Place>();
  if (!coordinates) return places;
  const named = ['geo_city', 'geo_state'].flatMap((name) => {
    const source = columns.resolve(name)?.source;
    return source?.kind === 'column' ? [source.column] : [];
  });
  for (let row = 0; row < table.rowCount; row += 1) {
    const cell = (column: number) => table.getCell(row, column);
    const read = readCoordinates(coordinates, cell);
    if ('fault' in read) continue;
    const { latitude, longitude } = read;
    // Sheets have 0 for unknown coordinates.
    if (latitude === 0 && longitude === 0) continue;
    const label = named.map((column) => cell(column).trim()).filter((text) => text !== '');
    places.set(table.rowNumber(row), { label: label.join(', '), latitude, longitude });
  }
  return places;
}
