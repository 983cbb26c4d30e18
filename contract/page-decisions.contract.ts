/** Weak pages that Google didn't index: which ones there are, and the decision to merge or drop one. */
import { z } from 'zod';
import { defineContract } from './endpoint.ts';
import { idParams, listQuery, ROW_ID_META, rowId, storable, timestamp } from './fields.ts';
import { indexState } from './reporting.contract.ts';
import { domainQuery } from './search-shapes.ts';

const own = { access: 'user', rows: 'own' } as const;
const path = '/api/v1/page-decisions';

const ofPages = {
  domain_id: domainQuery,
  project_id: rowId.optional().meta({ ...ROW_ID_META, description: 'All own projects if omitted' }),
};

/** A weak page is only merged with a page that is at most this far away, in miles. */
export const MAX_MERGE_MILES = 100;

const PAGE_DECISIONS = ['merge', 'drop'] as const;
/** A page whose decision was undone is kept: it can be decided again although the current run leaves it out. */
export const LISTED_DECISIONS = [...PAGE_DECISIONS, 'keep'] as const;
export type PageDecisionKind = (typeof LISTED_DECISIONS)[number];

const rowKey = z.string().describe('Identifies the row of the sheet, also in later runs');

const pageFacts = {
  project_id: z.int(),
  project: z.string(),
  is_read_only: z.boolean().describe('The agency of the project is inactive'),
  row_key: rowKey,
  row: z.int().describe('Of the sheet, whose header is row 1'),
  town: z.string().describe('Text of the link to the page'),
  address: z.string(),
};

export const weakPage = z
  .object({
    id: z.string().describe('Project and row'),
    ...pageFacts,
    score: z.number().describe('Quality, 0 to 100'),
    flaws: z.array(z.string()).describe('Codes of quality problems, costliest first'),
    index: indexState,
    has_place: z.boolean().describe('False without coordinates in the sheet'),
    combined_row: z.int().nullable().describe('Row of the second list; null without one'),
    target: z
      .object({
        row_key: rowKey,
        row: z.int(),
        town: z.string(),
        address: z.string(),
        score: z.number(),
        is_indexed: z.boolean().nullable().describe('Null before the first inspection'),
        miles: z.number(),
      })
      .nullable()
      .describe(
        `The nearest strong page within ${MAX_MERGE_MILES} miles, of the same row of the second list. One that wasn’t inspected counts as twice as far away, one that isn’t indexed as four times`,
      ),
  })
  .meta({ id: 'WeakPage' });
export type WeakPage = z.output<typeof weakPage>;

export const pageDecision = z
  .object({
    id: z.int(),
    ...pageFacts,
    decision: z.enum(LISTED_DECISIONS).describe('Kept pages are listed until a run includes them again'),
    target: z
      .object({
        row_key: rowKey,
        town: z.string(),
        address: z.string(),
        is_missing: z.boolean().describe('The current run doesn’t have it, so the redirect isn’t exported'),
      })
      .nullable()
      .describe('The page that a merged one redirects to, or did before it was kept; null for a dropped one'),
    decided_at: timestamp,
    is_applied: z.boolean().describe('The current run is built by this decision'),
  })
  .meta({ id: 'PageDecision' });
export type PageDecision = z.output<typeof pageDecision>;

const givenKey = storable(z.string().min(1).max(1_000));

export const pageDecisionsContract = defineContract({
  weak: {
    ...own,
    id: 'pageDecisions.weak',
    method: 'GET',
    path: `${path}/weak`,
    summary:
      'Lists pages below the quality gate (60 without one) that aren’t indexed, although they may be, and have no decision yet.',
    query: z.object({ ...ofPages, ...listQuery(['score', 'town', 'row'], 'score') }),
    reply: z.array(weakPage),
    replyType: 'list',
  },
  list: {
    ...own,
    id: 'pageDecisions.list',
    method: 'GET',
    path,
    summary:
      'Lists the pages that were merged or dropped, and those that are kept again, newest decision first.',
    query: z.object({
      ...ofPages,
      ...listQuery(['decided_at', 'town', 'row'], '-decided_at'),
      decision: z.enum(LISTED_DECISIONS).optional(),
    }),
    reply: z.array(pageDecision),
    replyType: 'list',
  },
  downloads: {
    ...own,
    id: 'pageDecisions.downloads',
    method: 'GET',
    path: `${path}/downloads`,
    summary: 'Counts the lines of each download.',
    query: z.object(ofPages),
    reply: z.object({ redirects: z.int(), redirection: z.int(), dropped: z.int() }),
  },
  decide: {
    ...own,
    id: 'pageDecisions.decide',
    method: 'PUT',
    audit: ['project.update'],
    path: '/api/v1/projects/{id}/page-decisions',
    summary:
      'Merges a page with a strong one, drops it, or undoes the decision. Later runs leave out merged and dropped pages.',
    params: idParams,
    body: z.object({
      row_key: givenKey,
      decision: z.enum(PAGE_DECISIONS).nullable().describe('Null undoes the decision'),
      target_key: givenKey
        .optional()
        .describe('Row key of the page that a merged one redirects to; required to merge'),
    }),
    reply: z.object({
      decision: z.enum(PAGE_DECISIONS).nullable(),
      redirects_to: z.string().nullable().describe('URL of the page that a merged one redirects to'),
    }),
  },
  export: {
    ...own,
    id: 'pageDecisions.export',
    method: 'GET',
    audit: ['agency.export', 'domain.export', 'project.export'],
    path: `${path}/export`,
    summary: 'Sends the redirects of merged pages or the list of dropped pages as CSV.',
    callsPerMinute: 20,
    query: z.object({
      ...ofPages,
      format: z
        .enum(['redirects', 'redirection', 'dropped'])
        .default('redirects')
        .describe(
          'Redirects as from, to and status; for the WordPress plugin Redirection, with dropped pages as 410; or dropped pages only',
        ),
    }),
    reply: z.string(),
    replyType: 'file',
  },
});
