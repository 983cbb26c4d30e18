/** Finds the towns of a filter while it is typed. */
import { useEffect, useState } from 'react';
import type { Failure } from '#contract/envelope.ts';
import { placesContract, type TownFilter } from '#contract/places.contract.ts';
import { ApiError, send } from '#web/client/call.ts';
import { formatError } from '#web/client/format-error.ts';
import type { MapZoom } from '#web/kit/town-map.rules.ts';
import type { TownPoint } from '#web/kit/town-regions.rules.ts';

const TYPING_PAUSE_MS = 400;

export interface FoundTowns {
  count: number;
  points: TownPoint[];
  zoom: MapZoom;
  /** ZIP codes that were skipped or are of a neighboring town. */
  notes: string[];
}

export interface TownSearch {
  found?: FoundTowns;
  isBusy: boolean;
  error?: string;
  errors?: Failure['errors'];
  /** Towns that an ambiguous name may mean. */
  choices?: string[];
}

/** @param filter `undefined` while it is incomplete */
export function useFoundTowns(filter: TownFilter | undefined): TownSearch {
  const key = JSON.stringify(filter);
  const [search, setSearch] = useState<TownSearch & { key?: string | undefined }>({ isBusy: false });
  useEffect(() => {
    if (key === undefined) return;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      findTowns(JSON.parse(key) as TownFilter, leaving.signal)
        .then((result) => setSearch({ ...result, key, isBusy: false }))
        .catch((error: unknown) => {
          if (!leaving.signal.aborted) setSearch({ key, isBusy: false, ...describe(error) });
        });
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [key]);
  if (key === undefined) return { isBusy: false };
  return search.key === key ? search : { isBusy: true };
}

async function findTowns(filter: TownFilter, signal: AbortSignal): Promise<Pick<TownSearch, 'found'>> {
  const { meta, points, center, problems } = await send(
    placesContract.list,
    { query: { ...filter, per_page: 1 } },
    { signal },
  );
  const found = {
    count: meta?.total ?? 0,
    points: points.map(([latitude, longitude]): TownPoint => [latitude, longitude, 1, 0]),
    zoom: center
      ? { circle: { latitude: center[0], longitude: center[1], miles: Number(filter.within ?? 0) } }
      : {},
    notes: problems.map(({ text }) => text),
  };
  return { found };
}

function describe(error: unknown): Omit<TownSearch, 'isBusy'> {
  const { errors, choices } = (error instanceof ApiError && error.failure) || {};
  return { ...(errors ? { errors } : { error: formatError(error) }), ...(choices && { choices }) };
}
