/** Runs on the wire. */
import { z } from 'zod';
import { problem } from './envelope.ts';
import { timestamp } from './fields.ts';
import { qualityGate } from './quality-gate.ts';

export const RUN_STATES = [
  'draft',
  'planning',
  'waiting_for_split',
  'queued',
  'running',
  'auditing',
  'completed',
  'completed_with_skips',
  'failed',
  'canceled',
] as const;
export const runState = z.enum(RUN_STATES);
export type RunState = z.output<typeof runState>;

/** States of waiting and working runs. */
export const ACTIVE_STATES = ['planning', 'queued', 'running', 'auditing'] as const satisfies RunState[];

export const runPart = z
  .object({
    url: z.string(),
    name: z.string(),
    size: z.int(),
    pages: z.int().describe('0 for a table next to the parts, which lists the same pages'),
    sha256: z.string(),
  })
  .meta({ id: 'RunPart' });

const skippedRow = z.object({ row: z.int(), reasons: z.array(z.string()) });

const sample = z
  .object({
    row: z.int(),
    why: z.enum(['first', 'longest', 'special']),
    title: z.string(),
    address: z.string(),
    description: z.string(),
    snippet: z
      .object({ title: z.string(), description: z.string(), url: z.string() })
      .nullable()
      .optional()
      .describe('The search result as the SEO plugin of the site generates it; omitted if unknown'),
    limits: z
      .string()
      .optional()
      .describe('Parts of the page that only the platform renders; omitted by older runs'),
    source: z
      .string()
      .nullable()
      .describe('Null if it is longer than 100,000 characters: read source_url instead'),
    source_url: z.string().nullable().describe('Signed URL of a long source, as text'),
    url: z.string().describe('Signed URL of the rendered page, for a sandboxed frame'),
  })
  .meta({ id: 'Sample' });

export const runListItem = z
  .object({
    id: z.int(),
    kind: z.enum(['save', 'test']),
    state: runState,
    is_current: z.boolean(),
    pages_total: z.int(),
    pages_done: z.int(),
    skipped: z.int(),
    held: z.int().describe('Pages that the quality gate holds back'),
    dropped: z.int().describe('Pages that are left out for another reason'),
    bytes: z.int(),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    finished_at: timestamp.nullable(),
    pinned_at: timestamp.nullable().describe('Its files are kept while it is pinned'),
    pruned_at: timestamp
      .nullable()
      .describe('When retention removed its files: it has no downloads and can’t be restored'),
  })
  .meta({ id: 'RunListItem' });

export type RunListItem = z.output<typeof runListItem>;

/** Bit n of byte k, lowest first, is row 8k + n + 2 of the sheet, whose header is row 1. */
const rowBitmap = z.base64().meta({
  id: 'RowBitmap',
  description: 'Rows as bits: bit n of byte k, the lowest first, is row 8k + n + 2 of the sheet',
  examples: ['AQ=='],
});

export const run = z
  .object({
    ...runListItem.shape,
    parts_total: z.int(),
    parts_done: z.int(),
    rows_per_second: z.number().nullable(),
    message: z.string().nullable().describe('Why it failed, in one sentence'),
    gate: qualityGate.nullable().describe('The quality gate that the project had when the run started'),
    is_measuring: z
      .boolean()
      .describe('True while pages are built for measuring; the second build, half of the work, follows'),
    compared: z
      .number()
      .nullable()
      .describe('Share of the comparison of all pages that is done; null before and after it'),
    now_writing: z
      .string()
      .nullable()
      .describe('Link text of the page that is being written: usually its city'),
    problems: z
      .array(problem)
      .describe('From the plan on; at most 1,000: faults first, then skipped rows; always 250 notices'),
    problem_count: z.int(),
    notice_count: z.int().describe('Notices among all problems'),
    skipped_bitmap: rowBitmap.describe('All skipped rows'),
    notice_bitmap: rowBitmap.describe('All rows with a notice'),
    held_bitmap: rowBitmap.describe('All rows whose pages the quality gate holds back; empty before the end'),
    skipped_rows: z.array(skippedRow).describe('The first 1,000; none before the end'),
    skipped_rows_url: z.string().nullable(),
    parts: z.array(runPart),
    selectors: z
      .array(z.object({ name: z.string(), path: z.string() }))
      .describe('Settings to enter in the importer, and elements or columns of the files'),
    formed_link_count: z.int(),
    placeholders_filled: z.int(),
    placeholders_total: z.int(),
    quality_score: z
      .number()
      .nullable()
      .describe('Mean score of its pages, 0 to 100; null if they weren’t measured'),
    has_places: z.boolean().describe('The sheet has coordinates: the run has a map of its towns'),
    samples: z.array(sample),
    download_all_url: z.string().nullable(),
    download_all_images_url: z.string().nullable().describe('Geocoder: signed URL of a zip of all copies'),
    split_parts: z.int().nullable(),
    output_bytes: z.int().nullable(),
    pages_planned: z
      .int()
      .nullable()
      .describe('Figures of a full run with the same input; a test makes three of its pages'),
  })
  .meta({ id: 'Run' });

export type Run = z.output<typeof run>;

export const runProgress = run
  .pick({
    id: true,
    state: true,
    pages_total: true,
    pages_done: true,
    parts_total: true,
    parts_done: true,
    skipped: true,
    bytes: true,
    started_at: true,
    rows_per_second: true,
    is_measuring: true,
    compared: true,
    now_writing: true,
  })
  .meta({ id: 'RunProgress' });

export type RunProgress = z.output<typeof runProgress>;
