/** Scans: checks of a project's pages on the customer's site. */
import { z } from 'zod';
import { defineContract } from './endpoint.ts';
import { commaJoined, ROW_ID_META, idParams, listQuery, timestamp, rowId } from './fields.ts';

const SCAN_STATES = ['queued', 'running', 'completed', 'failed', 'canceled'] as const;

/**
 * Result of a page; the first that applies: it didn't respond, robots.txt disallows it, its status is an error or it is not
 * HTML, it redirects (by a refresh, too), it asks not to be indexed, it names another page or several as its canonical URL,
 * or nothing is wrong.
 */
export const FINDINGS = [
  'unreachable',
  'disallowed',
  'error',
  'redirect',
  'noindex',
  'canonical',
  'ok',
] as const;
export type Finding = (typeof FINDINGS)[number];

/** Changes since the last completed scan of the project. */
export const CHANGES = ['new', 'changed', 'gone', 'same'] as const;
export type Change = (typeof CHANGES)[number];

const finding = z.enum(FINDINGS);

export const scan = z
  .object({
    id: z.int(),
    project_id: z.int(),
    project: z.string(),
    state: z.enum(SCAN_STATES),
    pages_total: z.int(),
    pages_done: z.int(),
    findings: z.partialRecord(finding, z.int()).describe('Pages of each kind so far'),
    changes: z
      .partialRecord(z.enum(CHANGES), z.int())
      .nullable()
      .describe('Null until the end, and for the first scan of a project'),
    message: z.string().nullable().describe('Why it failed'),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'Scan' });
export type Scan = z.output<typeof scan>;

export const scanPage = z
  .object({
    position: z.int(),
    row: z.int().describe('Of the sheet'),
    town: z.string(),
    address: z.string(),
    finding,
    status: z.int().nullable().describe('Of the last answer; null where there was none'),
    problem: z.string().nullable().describe('One sentence: what is wrong, or why there was no answer'),
    redirects_to: z.string().nullable(),
    title: z.string().nullable(),
    canonical: z.string().nullable(),
    is_noindex: z.boolean(),
    words: z.int().nullable(),
    change: z.enum(CHANGES).nullable(),
    before: z
      .object({
        finding,
        status: z.int().nullable(),
        title: z.string().nullable(),
        words: z.int().nullable(),
      })
      .nullable()
      .describe('Of the last completed scan, where this page was another then'),
  })
  .meta({ id: 'ScanPage' });
export type ScanPage = z.output<typeof scanPage>;

const own = { access: 'user', rows: 'own' } as const;
const path = '/api/v1/scans';

export const scansContract = defineContract({
  list: {
    ...own,
    id: 'scans.list',
    method: 'GET',
    path,
    summary: 'Lists scans, newest first.',
    query: z.object({
      ...listQuery(['created_at'], '-created_at'),
      project_id: rowId.optional().meta(ROW_ID_META),
      state: commaJoined(SCAN_STATES),
    }),
    reply: z.array(scan),
    answers: 'list',
  },
  create: {
    ...own,
    id: 'scans.create',
    method: 'POST',
    audit: ['scan.create'],
    path,
    summary: 'Scans the pages of a project: two requests a second to each host, as robots.txt allows.',
    callsPerMinute: 20,
    body: z.object({ project_id: rowId }),
    reply: scan,
    status: 201,
  },
  show: {
    ...own,
    id: 'scans.show',
    method: 'GET',
    path: `${path}/{id}`,
    summary: 'Shows a scan and its progress.',
    params: idParams,
    reply: scan,
  },
  pages: {
    ...own,
    id: 'scans.pages',
    method: 'GET',
    path: `${path}/{id}/pages`,
    summary: 'Lists the pages of a scan.',
    params: idParams,
    query: z.object({
      ...listQuery(['position', 'town', 'address', 'status', 'words', 'title'], 'position'),
      finding: commaJoined(FINDINGS).describe('Kinds, comma-joined'),
      change: commaJoined(CHANGES).describe('Changes since the last scan, comma-joined'),
    }),
    reply: z.array(scanPage),
    answers: 'list',
  },
  cancel: {
    ...own,
    id: 'scans.cancel',
    method: 'POST',
    audit: ['scan.cancel'],
    path: `${path}/{id}/cancel`,
    summary: 'Stops a scan; pages already fetched are kept.',
    params: idParams,
    reply: scan,
  },
  export: {
    ...own,
    id: 'scans.export',
    method: 'GET',
    audit: ['scan.export'],
    path: `${path}/{id}/export`,
    summary: 'Sends the pages of a scan as CSV.',
    callsPerMinute: 20,
    params: idParams,
    reply: z.string(),
    answers: 'file',
  },
});
