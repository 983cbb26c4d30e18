/** Towns of the United States by distance, state, county or ZIP codes. */
import { z } from 'zod';
import { defineContract } from './endpoint.ts';
import { problem } from './envelope.ts';
import { pageQuery, storable } from './fields.ts';

const MAX_MILES = 500;
const MAX_NAME = 100;
/** A URL holds about 1,000 ZIP codes. */
const MAX_ZIPS = 6000;
/** Points of a map. */
export const MAX_POINTS = 5000;

const name = storable(z.string().trim().max(MAX_NAME)).optional();

/** Exactly one of `near`, `state` (with `county`, its county) and `zips`. */
export const townFilter = {
  near: name.describe('A town (“Austin, TX”), a ZIP code or coordinates'),
  within: z.coerce
    .number<string | number>('Enter a number of miles')
    .gt(0, 'Enter at least 1 mile')
    .max(MAX_MILES, `Enter at most ${MAX_MILES} miles`)
    .optional()
    .describe('Miles from `near`; 25 without it'),
  min_population: z.coerce
    .number<string | number>('Enter a whole number')
    .int('Enter a whole number')
    .min(0, 'Enter 0 or more')
    .max(100_000_000, 'Enter at most 100,000,000')
    .optional()
    .describe('0 includes places of unknown population; 1 without it, or 0 with `zips`'),
  state: name.describe('Code or name'),
  county: name.describe('Name; needs `state`'),
  zips: storable(z.string().max(MAX_ZIPS, 'Use at most 1,000 ZIP codes'))
    .optional()
    .describe('ZIP codes, separated by spaces, commas or line ends'),
};

export type TownFilter = z.input<z.ZodObject<typeof townFilter>>;

const town = z
  .object({
    city: z.string(),
    state: z.string().describe('`TX`'),
    county: z.string().describe('Empty for a town in several counties or none'),
    zip: z.string().nullable().describe('The most central one of the town, or one of `zips`'),
    lat: z.number(),
    lng: z.number(),
    population: z.int().nullable(),
    timezone: z.string().describe('`America/Chicago`'),
    miles: z.number().optional().describe('Distance from `near`'),
  })
  .meta({ id: 'Town' });

export type Town = z.output<typeof town>;

export const placesContract = defineContract({
  list: {
    id: 'places.list',
    method: 'GET',
    path: '/api/v1/places',
    access: 'user',
    rows: 'shared',
    callsPerMinute: 240,
    summary: 'Lists towns by distance, state, county or ZIP codes.',
    query: z.object({ ...townFilter, ...pageQuery }),
    reply: z.array(town),
    replyType: 'list',
    extra: z.object({
      points: z
        .array(z.tuple([z.number(), z.number()]))
        .describe(`Latitude and longitude of all towns, not only of this page; at most ${MAX_POINTS}`),
      center: z
        .tuple([z.number(), z.number()])
        .nullable()
        .describe('Latitude and longitude of `near`; null for other areas'),
      problems: z.array(problem).describe('ZIP codes that were skipped or are of a neighboring town'),
    }),
  },
});
