/** Towns of the gazetteer, selected by a form before it adds them to its sheet. */
import type { HandlerInput, ReplyInput } from '#contract/endpoint.ts';
import { MAX_POINTS, type placesContract, type Town, type TownFilter } from '#contract/places.contract.ts';
import type { SelectedTown } from '#engine/places/select-towns.ts';
import { toListMeta } from '#server/db/list-page.ts';
import type { PlacesRefusal, TownQuery } from '#server/jobs/engine-pool.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';

type Input = HandlerInput<(typeof placesContract)['list']>;
type Reply = ReplyInput<(typeof placesContract)['list']>;

const AREAS = ['near', 'state', 'zips'] as const;
/** Fields of the refusals. */
const FIELDS: Readonly<Record<string, keyof TownFilter>> = {
  'state-unknown': 'state',
  'county-unknown': 'county',
  'zip-unknown': 'zips',
  'zip-invalid': 'zips',
  'places-none': 'min_population',
};

/** Creates the service of the towns. */
export function createPlaces({ pool }: Pick<Context, 'pool'>) {
  return {
    async list({ query: { page, per_page: perPage, ...query } }: Input, caller: Caller): Promise<Reply> {
      checkTownFilter(query);
      const slice = { start: (page - 1) * perPage, count: perPage, pointCount: MAX_POINTS };
      const found = await pool.findPlaces({ userId: caller.actor.userId, query, ...slice }, caller.signal);
      if ('refused' in found) throw refuseTowns(found.refused);
      const { towns, total, points, center, problems } = found;
      return {
        data: towns.map(toTown),
        meta: toListMeta({ page, per_page: perPage }, total),
        points,
        center,
        problems,
      };
    },
  };
}

/** @throws AppError `invalid` unless exactly one area is set */
export function checkTownFilter(query: TownQuery): void {
  const [area, other] = AREAS.filter((name) => query[name] !== undefined);
  if (area === undefined) throw refuse('near', 'Choose a town, a state or ZIP codes.');
  if (other !== undefined) throw refuse(other, `Use either ${area} or ${other}.`);
  if (query.zips?.trim() === '') throw refuse('zips', 'Enter at least one ZIP code.');
  if (query.county !== undefined && area !== 'state') throw refuse('state', 'Add the state of the county.');
}

function refuse(field: keyof TownFilter, message: string): AppError {
  return new AppError('invalid', { message, fields: { [field]: [message] } });
}

/** Creates the error for a name that is unknown or ambiguous. */
export function refuseTowns({ problem: { code, text }, choices }: PlacesRefusal): AppError {
  const fields = { [FIELDS[code] ?? 'near']: [text] };
  return new AppError('invalid', { message: text, fields, ...(choices && { choices }) });
}

function toTown({ place, miles, zip }: SelectedTown): Town {
  const { name, state, county, lat, lng, population = null, timezone } = place;
  return {
    city: name,
    state,
    county,
    zip: zip ?? place.zips[0] ?? null,
    lat,
    lng,
    population,
    timezone,
    ...(miles !== undefined && { miles: Math.round(miles * 10) / 10 }),
  };
}
