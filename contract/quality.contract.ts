/** Pages of a measured run: those to fix, and their files. */
import { z } from 'zod';
import { defineContract } from './endpoint.ts';
import { idParams, listQuery, rowId } from './fields.ts';
import { MAX_INTEGER } from './limits.ts';
import { MAX_GROUPS, WEAK_SCORE } from './quality-limits.ts';
import {
  FIX_KINDS,
  pageComparison,
  pagePair,
  pageToFix,
  qualityMap,
  runQuality,
} from './run-quality-shapes.ts';

const path = '/api/v1/projects/{id}/runs/{run}/quality';
const own = {
  method: 'GET',
  access: 'user',
  rows: 'own',
  params: z.object({ ...idParams.shape, run: rowId }),
} as const;

const group = z.coerce
  .number<string | number>()
  .int()
  .min(0)
  .max(MAX_GROUPS - 1)
  .optional()
  .describe('Number of a group of pages that read alike, from 0');

const filters = {
  kind: z.enum(FIX_KINDS).optional().describe('Only pages with this kind of problem; omitted: all'),
  group,
};

export const qualityContract = defineContract({
  show: {
    ...own,
    id: 'quality.show',
    path,
    summary:
      'Shows how different, substantial and complete the pages of a run are; 404 if they weren’t measured.',
    reply: runQuality,
  },
  pages: {
    ...own,
    id: 'quality.pages',
    path: `${path}/pages`,
    summary: 'Lists the pages of a run that have something to fix, the weakest first.',
    query: z.object({
      ...listQuery(['score', 'title', 'similarity', 'own_words', 'row'], 'score'),
      ...filters,
    }),
    reply: z.array(pageToFix),
    replyType: 'list',
  },
  pairs: {
    ...own,
    id: 'quality.pairs',
    path: `${path}/pairs`,
    summary: 'Lists the 20 closest pairs of pages, in a group or in the run.',
    query: z.object({ group }),
    reply: z.array(pagePair),
  },
  compare: {
    ...own,
    id: 'quality.compare',
    path: `${path}/compare`,
    summary: 'Compares two pages of a run paragraph by paragraph, as they are in its files.',
    callsPerMinute: 60,
    query: z.object({
      row: z.coerce.number<string | number>().int().min(1).max(MAX_INTEGER),
      with: z.coerce.number<string | number>().int().min(1).max(MAX_INTEGER),
    }),
    reply: pageComparison,
  },
  map: {
    ...own,
    id: 'quality.map',
    path: `${path}/map`,
    summary: 'Locates pages below a score, all other pages, and groups, for a map.',
    query: z.object({ below: z.coerce.number<string | number>().int().min(1).max(100).default(WEAK_SCORE) }),
    reply: qualityMap,
  },
  export: {
    ...own,
    id: 'quality.export',
    path: `${path}/export`,
    summary: 'Sends the pages to fix, or all groups of pages that read alike, as CSV.',
    callsPerMinute: 20,
    query: z.object({ of: z.enum(['pages', 'groups']).default('pages'), ...filters }),
    reply: z.string().describe('CSV'),
    replyType: 'file',
  },
});
