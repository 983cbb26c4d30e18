/** Selects towns on a thread, so that the gazetteer is neither read nor searched on the event loop. */
import { workerData } from 'node:worker_threads';
import type { Places } from '#engine';
import {
  NO_TOWNS,
  parsePlace,
  selectTowns,
  type TownFilter,
  type TownSelection,
} from '#engine/places/select-towns.ts';
import { addPlaces } from '#pump/add-places.ts';
import { openPlaces } from '#pump/places-sheet.ts';
import type {
  AddPlacesResult,
  AddPlacesInput,
  EngineThreadData,
  FindPlacesResult,
  FindPlacesInput,
  PlacesRefusal,
  TownQuery,
} from './engine-task.ts';

/** Opens the file of places that the server is set to. */
export const openTowns = (): Places => openPlaces((workerData as EngineThreadData | null)?.placesFile);

const UNREADABLE = 'Write a town and its state, such as “Austin, TX”.';

function toFilter({ near, county, state = '', ...query }: TownQuery): TownFilter {
  const area = { within: query.within, minPopulation: query.min_population };
  if (query.zips !== undefined) return { ...area, zips: query.zips };
  if (near !== undefined) return { ...area, near: parsePlace(near) };
  return { ...area, ...(county === undefined ? { state } : { county: { county, state } }) };
}

function select(query: TownQuery): TownSelection | { refused: PlacesRefusal } {
  const filter = toFilter(query);
  if (query.near !== undefined && !filter.near)
    return { refused: { problem: { code: 'place-unknown', severity: 'fault', text: UNREADABLE } } };
  const selection = selectTowns(openTowns(), filter);
  const problem = selection.problems.find(({ severity }) => severity === 'fault');
  return problem
    ? { refused: { problem, ...(selection.choices && { choices: selection.choices }) } }
    : selection;
}

const roundDegrees = (degrees: number) => Math.round(degrees * 1000) / 1000;

/** Finds one page of the towns, and the coordinates of all of them. */
export function handleFindPlaces({ query, start, count, pointCount }: FindPlacesInput): FindPlacesResult {
  const selection = select(query);
  if ('refused' in selection) return selection;
  const { towns, problems, center } = selection;
  const toPoint = ({ lat, lng }: { lat: number; lng: number }): [number, number] => [
    roundDegrees(lat),
    roundDegrees(lng),
  ];
  return {
    towns: towns.slice(start, start + count),
    total: towns.length,
    points: towns.slice(0, pointCount).map(({ place }) => toPoint(place)),
    center: center ? toPoint(center) : null,
    problems,
  };
}

/** Adds the towns to a sheet. */
export function handleAddPlaces({ query, sheet, columns }: AddPlacesInput): AddPlacesResult {
  const selection = select(query);
  if ('refused' in selection) return selection;
  const { towns, problems } = selection;
  return towns.length === 0
    ? { refused: { problem: problems[0] ?? NO_TOWNS } }
    : addPlaces(sheet, towns, columns);
}
