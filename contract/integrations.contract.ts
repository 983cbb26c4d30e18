/** Connections to external accounts: Google, for Search Console. Figures come from our own database. */
import { z } from 'zod';
import { defineContract } from './endpoint.ts';
import { listMeta } from './envelope.ts';
import { ROW_ID_META, idParams, listQuery, timestamp, rowId, storable } from './fields.ts';
import {
  day,
  dayRange,
  DIMENSIONS,
  domainQuery,
  periodQuery,
  searchFigures,
  sourceState,
} from './search-shapes.ts';

const CODE_CHARACTERS = 2048;
const CHECKS_PER_MINUTE = 20;

/** A property of Search Console: `sc-domain:example.com` or `https://www.example.com/`. */
export const searchProperty = z
  .object({
    id: z.int(),
    site: z.string(),
    permission: z.string().describe('As Google calls it: siteOwner, siteFullUser, siteRestrictedUser'),
    domains: z
      .array(
        z.object({
          id: z.int(),
          name: z.string(),
          state: sourceState,
          message: z.string().nullable().describe('Reason why there are no figures'),
          data_until: day.nullable().describe('Newest day with figures'),
          collected_at: timestamp.nullable(),
        }),
      )
      .describe('Domains whose figures come from this property'),
  })
  .meta({ id: 'SearchProperty' });
export type SearchProperty = z.output<typeof searchProperty>;

export const integration = z
  .object({
    id: z.int(),
    provider: z.literal('google'),
    account: z.string().describe('Email address of the connected account'),
    status: z.enum(['connected', 'revoked']).describe('Revoked: Google no longer accepts the connection'),
    scope: z.array(z.string()).describe('What the account allowed'),
    message: z.string().nullable(),
    connected_at: timestamp,
    connected_by: z.string().nullable().describe('Null once that account is deleted'),
    is_own: z.boolean().describe('Connected by the caller, whose private sheets can be read with it'),
    is_read_only: z.boolean().describe('It belongs to an inactive agency'),
    checked_at: timestamp,
    properties: z.array(searchProperty),
  })
  .meta({ id: 'Integration' });
export type Integration = z.output<typeof integration>;

const own = { access: 'user', rows: 'own' } as const;
/** Only the owner of an account connects and disconnects it. */
const connecting = { ...own, personal: 'connections' } as const;
const path = '/api/v1/integrations';

const statRow = z.object({
  key: z.string().describe('The date, query, page URL, country (ISO 3166-1 alpha-3, lower case) or device'),
  ...searchFigures.shape,
  previous: searchFigures
    .nullable()
    .describe('Of the same key, or of the compared day; null without `compare`, and for days not collected'),
});

const runMark = z.object({
  day,
  project_id: z.int(),
  project: z.string(),
  run_id: z.int(),
  pages: z.int(),
});

export const searchStat = z
  .object({
    period: dayRange.nullable().describe('Null while there are no figures'),
    previous_period: dayRange.nullable(),
    data_until: day.nullable(),
    state: sourceState,
    totals: searchFigures,
    previous: searchFigures
      .nullable()
      .describe('Null without `compare`, and if none of these days was collected'),
    rows: z.array(statRow).describe('Each day of the period in order, or one page of the list'),
    meta: listMeta.describe('Of rows'),
    marks: z.array(runMark).describe('Runs of projects of these domains within the period'),
  })
  .meta({ id: 'SearchStat' });
export type SearchStat = z.output<typeof searchStat>;

export const integrationsContract = defineContract({
  list: {
    ...own,
    id: 'integrations.list',
    method: 'GET',
    path,
    summary: 'Lists the connected accounts with their properties.',
    reply: z.array(integration),
  },
  providers: {
    ...own,
    id: 'integrations.providers',
    method: 'GET',
    path: `${path}/providers`,
    summary: 'Lists the providers that this server can connect to.',
    reply: z.array(
      z.object({
        provider: z.literal('google'),
        is_open: z.boolean().describe('Set up on this server'),
        is_simulated: z.boolean(),
      }),
    ),
  },
  connect: {
    ...connecting,
    id: 'integrations.connect',
    method: 'GET',
    path: `${path}/google/connect`,
    summary: 'Starts a consent at Google, which returns to the page /integrations with code and state.',
    callsPerMinute: CHECKS_PER_MINUTE,
    query: z.object({
      wanted: z
        .enum(['search', 'sheets'])
        .default('search')
        .describe('What Geoloom may read: figures of Search Console, or Google Sheets that aren’t public'),
    }),
    reply: z.object({ url: z.string() }),
  },
  finish: {
    ...connecting,
    id: 'integrations.finish',
    method: 'POST',
    audit: ['integration.create'],
    path: `${path}/google`,
    summary: 'Completes the consent with the state and code from Google, which work once.',
    callsPerMinute: CHECKS_PER_MINUTE,
    body: z.object({
      code: storable(z.string().min(1).max(CODE_CHARACTERS)),
      state: z.string().min(1).max(CODE_CHARACTERS),
    }),
    reply: integration,
    status: 201,
  },
  choose: {
    ...own,
    id: 'integrations.choose',
    method: 'PUT',
    audit: ['domain.update'],
    path: `${path}/properties`,
    summary: 'Chooses the property for the figures of a domain, or none.',
    body: z.object({
      domain_id: rowId,
      property_id: rowId.optional().meta({ ...ROW_ID_META, description: 'None without it; figures stay' }),
    }),
    reply: z.array(integration),
  },
  remove: {
    ...connecting,
    id: 'integrations.remove',
    method: 'DELETE',
    audit: ['integration.delete'],
    path: `${path}/{id}`,
    summary: 'Disconnects an account, also at Google; collected figures are kept.',
    params: idParams,
    reply: z.object({}),
    replyType: 'message',
  },
  checkConnection: {
    ...own,
    id: 'integrations.checkConnection',
    method: 'GET',
    path: `${path}/gsc-check-connection`,
    summary: 'Checks the connection to Google now and reads the list of properties again.',
    callsPerMinute: CHECKS_PER_MINUTE,
    query: z.object({ domain_id: domainQuery }),
    reply: z.object({
      connected: z.boolean(),
      property: z.string().nullable().describe('Of the domain'),
      properties: z.array(z.string()),
      message: z.string(),
    }),
  },
  stat: {
    ...own,
    id: 'integrations.stat',
    method: 'GET',
    path: `${path}/gsc-stat`,
    summary: 'Shows figures of Google Search by day, query, page, country or device.',
    query: z.object({
      ...periodQuery,
      ...listQuery(['clicks', 'impressions', 'ctr', 'position', 'key'], '-clicks'),
      domain_id: domainQuery,
      dimension: z.enum(DIMENSIONS).default('date').describe('All but `date` need a domain'),
    }),
    reply: searchStat,
  },
});
