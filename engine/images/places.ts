/** Where the rows of a sheet are on earth, for those that say so in columns of their own. */
import type { Table } from '../table/table.ts';
import { Columns } from '../template/columns.ts';
import { type Axis, COORDINATE_KEYS, readCoordinate } from './coordinates.ts';

/** Degrees, north and east positive. */
export interface Place {
  /** City and state, as far as the sheet has them. */
  label: string;
  latitude: number;
  longitude: number;
}

/** @returns by row of the sheet; empty without the two columns */
export function readPlaces(table: Table): Map<number, Place> {
  const columns = new Columns(table.columns);
  const indexOf = (axis: Axis) =>
    COORDINATE_KEYS[axis].map((name) => columns.indexOf(name)).find((index) => index !== undefined);
  const [first, second] = [indexOf('latitude'), indexOf('longitude')];
  const places = new Map<number, Place>();
  if (first === undefined || second === undefined) return places;
  const named = ['geo_city', 'geo_state'].flatMap((name) => {
    const source = columns.resolve(name)?.source;
    return source?.kind === 'column' ? [source.column] : [];
  });
  for (let row = 0; row < table.rowCount; row += 1) {
    const cell = (column: number) => table.text(row * table.columns.length + column);
    const latitude = readCoordinate(cell(first), 'latitude');
    const longitude = readCoordinate(cell(second), 'longitude');
    if (latitude === undefined || longitude === undefined) continue;
    // Sheets write it for places that nobody looked up.
    if (latitude === 0 && longitude === 0) continue;
    const label = named.map((column) => cell(column).trim()).filter((text) => text !== '');
    places.set(table.rowNumber(row), { label: label.join(', '), latitude, longitude });
  }
  return places;
}
