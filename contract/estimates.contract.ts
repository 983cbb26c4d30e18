/** Estimates of the quality of the pages of a draft, from a sample of its rows. */
import { z } from 'zod';
import { defineContract } from './endpoint.ts';
import { GUID_META, timestamp } from './fields.ts';

const share = z.number().min(0).max(1);
const points = z.int().min(1).describe('Points that the change would add to the score');
const examples = z.array(z.string()).describe('Examples of texts that several pages have');

const estimatedChange = z.discriminatedUnion('kind', [
  z
    .object({
      kind: z.literal('variants'),
      points,
      paragraphs: z
        .array(z.object({ text: z.string(), words: z.int() }))
        .describe('With placeholders in place of the values of a row'),
    })
    .describe('Paragraphs that are the same on nearly all pages; the points assume three variants of each'),
  z
    .object({ kind: z.literal('columns'), points, columns: z.array(z.string()) })
    .describe('Columns with texts that the page doesn’t use'),
  z
    .object({
      kind: z.literal('condition'),
      points,
      column: z.string(),
      share: share.describe('Share of the rows where it is empty'),
      gap: z.string().describe('Text around the gap'),
    })
    .describe('A condition for a column that is empty in some rows'),
  z.object({ kind: z.literal('neighbors'), points }).describe('Links to nearby towns'),
  z.object({ kind: z.literal('titles'), points, is_missing: z.boolean(), texts: examples }),
  z.object({ kind: z.literal('descriptions'), points, is_missing: z.boolean(), texts: examples }),
]);
export type EstimatedChange = z.output<typeof estimatedChange>;

const qualityEstimate = z
  .object({
    score: z.number().describe('0 to 100, the mean of the sampled pages'),
    parts: z.object({
      similarity: z.number().describe('Out of 45; higher means that the pages differ more'),
      substance: z.number().describe('Out of 35, for words in total and words about the town'),
      head_and_links: z.number().describe('Out of 20'),
    }),
    template_share: share.describe('Mean share of a page that comes from the template'),
    similarity: share.describe('Mean similarity of a page with its closest sibling, estimated for all rows'),
    rows: z.int().describe('Number of sampled rows'),
    changes: z.array(estimatedChange).max(3).describe('Most points first'),
    estimated_at: timestamp,
  })
  .meta({ id: 'QualityEstimate' });
export type QualityEstimate = z.output<typeof qualityEstimate>;

/** A form asks after each pause in typing. */
const OFTEN = 240;

export const estimatesContract = defineContract({
  show: {
    id: 'estimates.show',
    method: 'GET',
    access: 'user',
    rows: 'self',
    path: '/api/v1/projects/drafts/{id}/estimate',
    params: z.object({ id: z.guid().meta(GUID_META) }),
    summary: 'Estimates the quality of the pages of a draft; null while it has no pages.',
    callsPerMinute: OFTEN,
    reply: qualityEstimate.nullable(),
  },
});
