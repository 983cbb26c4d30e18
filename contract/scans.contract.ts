/** Scans: checks of a project's pages on the customer's site. */
import { z } from 'zod';
import { defineContract } from './endpoint.ts';
import { commaJoined, ROW_ID_META, idParams, listQuery, timestamp, rowId } from './fields.ts';
import { storedQuality } from './run-quality-shapes.ts';
import { FINDINGS } from './scan-findings.ts';

const SCAN_STATES = ['queued', 'running', 'completed', 'failed', 'canceled'] as const;

/** Changes since the last completed scan of the project. */
export const CHANGES = ['new', 'changed', 'gone', 'same'] as const;
export type Change = (typeof CHANGES)[number];

/** Differences between the file of a page and the page on the site, which a theme, a plugin or a user made. */
export const DIFFERENCES = [
  'noindex',
  'canonical',
  'title',
  'h1-missing',
  'h1-repeated',
  'sitemap-missing',
] as const;
export type DifferenceCode = (typeof DIFFERENCES)[number];

const finding = z.enum(FINDINGS);

const difference = z.object({
  code: z.enum(DIFFERENCES),
  file: z.string().nullable().describe('As in the file of the run; null if it has none, or isn’t known'),
  live: z.string().nullable().describe('As on the site; null if it has none'),
});
export type Difference = z.output<typeof difference>;

const storedScanQuality = storedQuality.pick({
  score: true,
  parts: true,
  template_share: true,
  pages: true,
  histogram: true,
  costs: true,
  cluster_count: true,
});
export type StoredScanQuality = z.output<typeof storedScanQuality>;

const scanSitemap = z.object({
  state: z
    .enum(['complete', 'incomplete', 'missing'])
    .describe('Pages are looked up only in sitemaps that were read to the end'),
  urls: z.array(z.string()).describe('Sitemaps that were found; the first 20'),
  problem: z.string().nullable().describe('One sentence that says why it isn’t complete'),
});
export type ScanSitemap = z.output<typeof scanSitemap>;

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
    quality: storedScanQuality
      .extend({
        files: z
          .object({ run: rowId, score: z.number() })
          .nullable()
          .describe('Score of the files of the scanned run, which has row data'),
        previous: z
          .object({ scan: rowId, score: z.number() })
          .nullable()
          .describe('The previous scan of the project that was measured'),
      })
      .nullable()
      .describe('Quality of the pages on the site, without row data; null until the end'),
    differences: z
      .partialRecord(z.enum(DIFFERENCES), z.int())
      .describe('Pages that differ from their file, by kind, so far'),
    sitemap: scanSitemap.nullable().describe('Null until the end, and if no page could be read'),
    message: z.string().nullable().describe('Why it failed, or what is missing'),
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
    status: z.int().nullable().describe('Of the last response; null without one'),
    problem: z.string().nullable().describe('One sentence: the problem, or why there was no response'),
    redirects_to: z.string().nullable(),
    title: z.string().nullable(),
    canonical: z.string().nullable(),
    is_noindex: z.boolean(),
    words: z.int().nullable(),
    differences: z.array(difference).describe('Compared with the file of the run'),
    quality: z
      .object({
        score: z.number(),
        own_share: z.number(),
        closest: z
          .object({ position: z.int(), town: z.string(), address: z.string(), similarity: z.number() })
          .nullable(),
        problems: z.array(z.string()).describe('Codes of quality problems, costliest first'),
      })
      .nullable()
      .describe('On the site, without row data; null if the page wasn’t measured'),
    change: z.enum(CHANGES).nullable(),
    before: z
      .object({
        finding,
        status: z.int().nullable(),
        title: z.string().nullable(),
        words: z.int().nullable(),
      })
      .nullable()
      .describe('In the last completed scan, if this page differed'),
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
    replyType: 'list',
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
      ...listQuery(['position', 'town', 'address', 'status', 'words', 'title', 'score'], 'position'),
      finding: commaJoined(FINDINGS).describe('Kinds, comma-joined'),
      difference: commaJoined(DIFFERENCES).describe('Differences from the file, comma-joined'),
      change: commaJoined(CHANGES).describe('Changes since the last scan, comma-joined'),
    }),
    reply: z.array(scanPage),
    replyType: 'list',
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
    replyType: 'file',
  },
});
