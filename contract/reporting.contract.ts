/** Reports that join figures of Google Search with domains, projects and pages. */
import { z } from 'zod';
import { defineContract } from './endpoint.ts';
import { ROW_ID_META, listQuery, rowId, timestamp } from './fields.ts';
import { day, DIMENSIONS, domainQuery, periodQuery, searchFigures, sourceState } from './search-shapes.ts';

const own = { access: 'user', rows: 'own' } as const;
const path = '/api/v1/reporting';

const ofPages = {
  domain_id: domainQuery,
  project_id: rowId.optional().meta({ ...ROW_ID_META, description: 'All own projects if omitted' }),
};

const INDEX_STATES = ['indexed', 'not_indexed', 'unknown'] as const;

export const indexState = z
  .object({
    is_indexed: z.boolean(),
    coverage: z.string().describe('Google’s message, such as "Crawled - currently not indexed"'),
    google_canonical: z.string().nullable().describe('Canonical URL that Google chose'),
    last_crawled_at: timestamp.nullable().describe('Null if Google never crawled the page'),
    inspected_at: timestamp,
  })
  .meta({ id: 'IndexState' });
export type IndexState = z.output<typeof indexState>;

export const townRow = z
  .object({
    project_id: z.int(),
    project: z.string(),
    row: z.int().describe('Of the sheet, whose header is row 1'),
    town: z.string().describe('Text of the link to the page'),
    address: z.string(),
    latitude: z.number().nullable().describe('Null without such a column in the sheet'),
    longitude: z.number().nullable(),
    ...searchFigures.shape,
    previous: searchFigures.nullable(),
    index: indexState.nullable().describe('From URL inspection; null before the first inspection'),
    score: z.number().nullable().describe('Quality of the page, 0 to 100; null if it wasn’t measured'),
    is_weak: z.boolean().describe('Below the quality gate of its project, or below 60 without one'),
    flaws: z.array(z.string()).describe('Codes of quality problems, costliest first'),
  })
  .meta({ id: 'TownRow' });
export type TownRow = z.output<typeof townRow>;

export const portfolioRow = z
  .object({
    id: z.int(),
    name: z.string(),
    agency: z.string().nullable().describe('Agency that it is shared with; null for a personal domain'),
    is_read_only: z.boolean().describe('That agency is inactive'),
    property: z.string().nullable(),
    state: sourceState,
    data_until: day.nullable(),
    ...searchFigures.shape,
    previous_clicks: z.int().describe('Of the 28 days before'),
    change: z.number().nullable().describe('0.12 for 12% more clicks; null without earlier clicks'),
    series: z.array(z.int()).describe('Clicks of each of the 28 days; empty without figures'),
  })
  .meta({ id: 'PortfolioRow' });
export type PortfolioRow = z.output<typeof portfolioRow>;

/** Points of a band of scores. */
export const SCORE_BAND = 20;

const pageCounts = {
  pages: z.int().describe('Measured pages of the current runs'),
  inspected: z.int().describe('Pages that have an index status'),
  indexed: z.int(),
};

export const indexShares = z
  .object({
    ...pageCounts,
    bands: z
      .array(z.object({ from: z.int(), to: z.int(), ...pageCounts }))
      .describe(`Scores in steps of ${SCORE_BAND} points, lowest first; 100 is in the last one`),
  })
  .meta({ id: 'IndexShares' });
export type IndexShares = z.output<typeof indexShares>;

const step = z.object({ is_done: z.boolean(), count: z.int() });

export const reportingContract = defineContract({
  towns: {
    ...own,
    id: 'reporting.towns',
    method: 'GET',
    path: `${path}/towns`,
    summary: 'Lists the generated pages with their figures: which earn impressions, and which don’t.',
    query: z.object({
      ...periodQuery,
      ...ofPages,
      ...listQuery(['clicks', 'impressions', 'ctr', 'position', 'change', 'town', 'row', 'score'], '-clicks'),
      earning: z.enum(['yes', 'no']).optional().describe('Pages with impressions in the period, or without'),
      index: z.enum(INDEX_STATES).optional().describe('Only pages with this index status in Google'),
      quality: z
        .enum(['weak', 'strong'])
        .optional()
        .describe('Pages below the quality gate of their project (60 without one), or the others'),
    }),
    reply: z.array(townRow),
    replyType: 'list',
  },
  coverage: {
    ...own,
    id: 'reporting.coverage',
    method: 'GET',
    path: `${path}/coverage`,
    summary: 'Counts the generated pages, those that earn impressions, and what they earn.',
    query: z.object({ ...periodQuery, ...ofPages }),
    reply: z.object({
      pages: z.int(),
      earning: z.int().describe('With at least one impression in the period'),
      clicking: z.int().describe('With at least one click'),
      inspected: z.int().describe('Pages that have an index status'),
      indexed: z.int(),
      totals: searchFigures,
      previous: searchFigures.nullable(),
    }),
  },
  indexShares: {
    ...own,
    id: 'reporting.indexShares',
    method: 'GET',
    path: `${path}/index-shares`,
    summary:
      'Counts the measured pages that may be indexed, and those that Google inspected and indexed, by their quality.',
    query: z.object(ofPages),
    reply: indexShares,
  },
  map: {
    ...own,
    id: 'reporting.map',
    method: 'GET',
    path: `${path}/map`,
    summary:
      'Shows where the clicks of the generated pages come from; no points without coordinates in the sheet.',
    query: z.object({ ...periodQuery, ...ofPages }),
    reply: z.object({
      points: z
        .array(z.tuple([z.number(), z.number(), z.int(), z.int()]))
        .describe(
          'Latitude and longitude, rounded to hundredths of a degree, clicks, pages; those with clicks',
        ),
      unplaced: z.int().describe('Clicks of pages without coordinates'),
    }),
  },
  export: {
    ...own,
    id: 'reporting.export',
    method: 'GET',
    audit: ['agency.export', 'domain.export', 'project.export'],
    path: `${path}/export`,
    summary: 'Sends a report as CSV.',
    callsPerMinute: 20,
    query: z.object({
      ...periodQuery,
      ...ofPages,
      dimension: z.enum([...DIMENSIONS, 'town']).default('date'),
    }),
    reply: z.string(),
    replyType: 'file',
  },
  domains: {
    ...own,
    id: 'reporting.domains',
    method: 'GET',
    path: `${path}/domains`,
    summary: 'Lists the caller’s active domains with their clicks in the last 28 days and the change.',
    query: z.object(listQuery(['clicks', 'impressions', 'change', 'name'], '-clicks')),
    reply: z.array(portfolioRow),
    replyType: 'list',
  },
  setup: {
    ...own,
    id: 'reporting.setup',
    method: 'GET',
    path: `${path}/setup`,
    summary: 'Lists the completed setup steps, derived from current data.',
    reply: z.object({
      domain: step,
      search_console: step.describe('Domains with a property'),
      project: step,
      test: step.describe('Completed tests, or runs that made pages'),
      download: step,
    }),
  },
});
