/** Test only: the places of the United States, and places of an invented file. */
import { readFileSync } from 'node:fs';
import type { Place } from './place.ts';
import { writePlacesFile } from './places-file.ts';
import { createPlaces, type Places } from './places.ts';

export function readUsPlaces(): Places {
  return expectPlaces(readFileSync(new URL('us.tsv', import.meta.url)));
}

function expectPlaces(bytes: Uint8Array): Places {
  const places = createPlaces(bytes);
  if (!places) throw new Error('These bytes are no file of places.');
  return places;
}

/** A town of Texas, with changes. */
export function makePlace(changes: Partial<Place> = {}): Place {
  return {
    name: 'Waco',
    aliases: [],
    country: 'US',
    state: 'TX',
    stateName: 'Texas',
    county: 'McLennan County',
    lat: 31.54933,
    lng: -97.14667,
    population: 132_356,
    timezone: 'America/Chicago',
    zips: ['76701'],
    nearZips: [],
    ...changes,
  };
}

export function makePlaces(places: Place[]): Places {
  return expectPlaces(
    new TextEncoder().encode(writePlacesFile({ version: '2026-01-01', credits: 'Test', places })),
  );
}
