/** What figures of Google Search look like on the wire, and for which periods and dimensions they can be asked. */
import { z } from 'zod';
import { ROW_ID_META, rowId } from './fields.ts';

/** Days or months that end with the newest day that Google has published. */
export const PERIODS = ['7d', '28d', '3m', '6m', '12m', '16m'] as const;
export type Period = (typeof PERIODS)[number];

export const DIMENSIONS = ['date', 'query', 'page', 'country', 'device'] as const;

/** `1` is short for the preceding period. */
export const COMPARISONS = ['previous', 'year', '1'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** A day as Google counts it, in Pacific time: 2026-03-02. */
export const day = z.iso.date();

export const searchFigures = z
  .object({
    clicks: z.int(),
    impressions: z.int(),
    ctr: z.number().describe('Clicks of impressions, from 0 to 1; 0 without impressions'),
    position: z
      .number()
      .nullable()
      .describe('Average place in the results, 1 is the first; null without impressions'),
  })
  .meta({ id: 'SearchFigures' });
export type SearchFigures = z.output<typeof searchFigures>;

export const dayRange = z.object({ from: day, to: day });

/** Query of a report: the domain, the period, and what it is compared with. */
export const periodQuery = {
  period: z.enum(PERIODS).default('28d'),
  compare: z
    .enum(COMPARISONS)
    .optional()
    .describe('With the preceding period (`previous` or `1`), or the same days a year before'),
};

export const domainQuery = rowId
  .optional()
  .meta({ ...ROW_ID_META, description: 'All own domains without it' });

/**
 * How the figures of a domain come: nothing is chosen, they wait for their turn, they are being collected, all are
 * there, or Google refuses them.
 */
const SOURCE_STATES = ['none', 'waiting', 'collecting', 'ready', 'failed'] as const;
export const sourceState = z.enum(SOURCE_STATES);
export type SourceState = z.output<typeof sourceState>;
