/** Reads files of places, and writes sheets of towns that a build can read. */
import { fileURLToPath } from 'node:url';
import { BYTE_ORDER_MARK, writeRecord } from '#contract/csv.ts';
import type { Places, Problem } from '#engine';
import { createPlaces, PLACE_COLUMNS } from '#engine/places/places.ts';
import type { TownRow } from '#engine/places/select-towns.ts';
import { describeFileError } from './file-problem.ts';
import { readWholeFile } from './source-file.ts';

/** The towns of the United States. */
const US_PLACES = fileURLToPath(new URL('../engine/places/us.tsv', import.meta.url));
/** All towns of the world have less than a quarter of this. */
const PLACES_BYTES = 64_000_000;

/** Reads a file of places, by default that of the United States. */
export function loadPlaces(path = US_PLACES): { places?: Places; problems: Problem[] } {
  try {
    const { bytes, source } = readWholeFile(path, PLACES_BYTES);
    const places = bytes && createPlaces(bytes);
    if (places) return { places, problems: [] };
    const text = `${path} isn't a file of places, or it is damaged. Choose one that tools/write-places.ts wrote.`;
    return { problems: [{ code: 'places-unreadable', severity: 'fault', text, file: source.file }] };
  } catch (error) {
    return { problems: [describeFileError(error, path)] };
  }
}

/** Opens a file of places, by default that of the United States. It throws if it can't be read. */
export function readPlaces(path = US_PLACES): Places {
  const { places, problems } = loadPlaces(path);
  if (places) return places;
  throw new Error(problems.map(({ text }) => text).join(' '));
}

let opened: { path: string; places: Places } | undefined;

/** Opens a file of places once per process. */
export function openPlaces(path = US_PLACES): Places {
  if (opened?.path === path) return opened.places;
  const places = readPlaces(path);
  opened = { path, places };
  return places;
}

/** Writes the rows of towns as CSV with the names of their columns. */
export function writePlacesSheet(rows: readonly TownRow[]): string {
  const hasUrls = rows.some(({ geo_url: url }) => url !== undefined);
  const columns = [...PLACE_COLUMNS, ...(hasUrls ? (['geo_url'] as const) : [])];
  const records = rows.map((row) => writeRecord(columns.map((column) => row[column] ?? '')));
  return BYTE_ORDER_MARK + writeRecord(columns) + records.join('');
}
