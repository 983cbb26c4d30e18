/** Figures of Google Search on the wire, and the periods and dimensions of reports. */
import { z } from 'zod';
import { ROW_ID_META, rowId } from './fields.ts';

/** Days or months until the last day that Google has published. */
export const PERIODS = ['7d', '28d', '3m', '6m', '12m', '16m'] as const;
export type Period = (typeof PERIODS)[number];

export const DIMENSIONS = ['date', 'query', 'page', 'country', 'device'] as const;

/** `1` is short for the preceding period. */
export const COMPARISONS = ['previous', 'year', '1'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** A day in Pacific time, as Google counts: 2026-03-02. */
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

/** Query of a report: domain, period and comparison. */
export const periodQuery = {
  period: z.enum(PERIODS).default('28d'),
  compare: z
    .enum(COMPARISONS)
    .optional()
    .describe('With the preceding period (`previous` or `1`), or the same days a year before'),
};

export const domainQuery = rowId
  .optional()
  .meta({ ...ROW_ID_META, description: 'All own domains if omitted' });

/**
 * Collection state of a domain's figures: no property chosen, queued, collecting, complete, or refused by Google.
 */
const SOURCE_STATES = ['none', 'waiting', 'collecting', 'ready', 'failed'] as const;
export const sourceState = z.enum(SOURCE_STATES);
export type SourceState = z.output<typeof sourceState>;
