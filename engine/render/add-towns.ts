/** Adds towns to the text of a sheet, in its columns with the same meaning. */
import { type ColumnChoices, Columns } from '../language/columns.ts';
import { slugify } from '../text/slugify.ts';
import { foldCounty, foldName } from '../places/fold-name.ts';
import type { PlaceColumn } from '../places/places.ts';
import { type SelectedTown, chooseTownSlug, toTownRow, toTownSlug } from '../places/select-towns.ts';
import { appendRows } from '../sheet/sheet-text.ts';
import type { Table } from '../sheet/table.ts';
import { DERIVED_COLUMNS, OWN_KEYS, TownReader } from './place-columns.ts';

export interface TownAddition {
  text: string;
  added: number;
  /** Towns that the sheet has already. */
  skipped: number;
  /** Other towns with the name and state of a row, which only a column for the URL of a page could tell apart. */
  twins: number;
}

/** Finds the column of each value; `undefined` for a sheet without a column for the city. */
function findColumns(table: Table, choices: ColumnChoices): ReadonlyMap<number, PlaceColumn> | undefined {
  const columns = new Columns(table.columns, choices);
  const found = new Map<number, PlaceColumn>();
  const find = (column: PlaceColumn, keys: readonly string[]) => {
    for (const key of [column, ...keys]) {
      const source = columns.resolve(key)?.source;
      if (source?.kind !== 'column' || found.has(source.column)) continue;
      found.set(source.column, column);
      return true;
    }
    return false;
  };
  if (!find('geo_city', [])) return undefined;
  find('geo_state', []);
  for (const column of DERIVED_COLUMNS) find(column, OWN_KEYS[column]);
  return found;
}

const toKey = (city: string, state: string) => `${foldName(city)}|${foldName(state)}`;

/** Towns of a sheet, as far as its columns tell. */
class SheetTowns {
  readonly hasState: boolean;
  /** A state is written out. */
  hasStateName = false;
  readonly slugs = new Set<string>();
  /** States written like `Tex.`, folded. */
  readonly #shortStates = new Set<string>();
  /** Counties of the rows by city and state; an empty one may be any. */
  readonly #counties = new Map<string, Set<string>>();

  constructor(table: Table, choices: ColumnChoices, hasState: boolean) {
    this.hasState = hasState;
    const reader = new TownReader(table, choices);
    for (let row = 0; row < table.rowCount; row += 1) {
      const city = reader.read(row, 'geo_city');
      const state = hasState ? reader.readState(row) : '';
      this.hasStateName ||= state.length > 2;
      if (state.endsWith('.')) this.#shortStates.add(foldName(state));
      this.slugs.add(slugify(reader.read(row, 'geo_url') || `${city} ${state}`, 'segment'));
      const key = toKey(city, state);
      const counties = this.#counties.get(key) ?? new Set();
      this.#counties.set(key, counties.add(foldCounty(reader.readOwn(row, 'geo_county'))));
    }
  }

  has({ name, state, stateName, county }: SelectedTown['place']): boolean {
    const own = foldCounty(county);
    const short = [...this.#shortStates].filter((each) => foldName(stateName).startsWith(each));
    return (this.hasState ? [state, stateName, ...short] : ['']).some((each) => {
      const counties = this.#counties.get(toKey(name, each));
      return counties !== undefined && (own === '' || counties.has('') || counties.has(own));
    });
  }
}

/**
 * Adds the towns that the sheet doesn't have, by city, state and county.
 * @param text that the table was read from
 * @returns `undefined` if the sheet has no column for the city
 */
export function addTowns(
  text: string,
  table: Table,
  { towns, choices }: { towns: readonly SelectedTown[]; choices: ColumnChoices },
): TownAddition | undefined {
  const columns = findColumns(table, choices);
  if (!columns) return undefined;
  const found = new Columns(table.columns, choices).resolve('geo_url')?.source;
  const slugColumn = found?.kind === 'column' ? found.column : -1;
  const sheet = new SheetTowns(table, choices, [...columns.values()].includes('geo_state'));
  const fresh = towns.filter(({ place }) => !sheet.has(place));
  const rows = fresh.flatMap((town) => {
    const state = sheet.hasStateName ? town.place.stateName : town.place.state;
    const cells = { ...toTownRow(town), geo_state: sheet.hasState ? state : '' };
    const isTwin = sheet.slugs.has(toTownSlug(cells));
    if (isTwin && slugColumn < 0) return [];
    const slug = chooseTownSlug(cells, sheet.slugs);
    return [
      table.columns.map((_, index) => {
        const column = columns.get(index);
        if (index === slugColumn) return slug;
        return column === undefined ? '' : cells[column];
      }),
    ];
  });
  return {
    text: rows.length > 0 ? appendRows(text, table, rows) : text,
    added: rows.length,
    skipped: towns.length - fresh.length,
    twins: fresh.length - rows.length,
  };
}
