/** Quality of the pages of a run. */
import { z } from 'zod';
import { rowId } from './fields.ts';
import { THIN } from './quality-limits.ts';

const share = z.number().min(0).max(1);
const points = z.number();

/** As stored with a run. */
export const storedQuality = z.object({
  score: points.describe('0 to 100, the mean of all pages'),
  parts: z.object({
    similarity: points.describe('Out of 45; higher means that the pages differ more'),
    substance: points.describe('Out of 35, for words in total and words about the town'),
    head_and_links: points.describe('Out of 20'),
  }),
  template_share: share.describe('Mean share of a page that comes from the template'),
  pages: z.int(),
  histogram: z.array(z.int()).length(20).describe('Pages by score, in steps of 5 points'),
  scores: z
    .array(z.int())
    .length(100)
    .nullable()
    .default(null)
    .describe('Pages by score, in steps of one point; null for older runs'),
  costs: z
    .array(z.object({ code: z.string(), points: points.describe('Mean per page'), pages: z.int() }))
    .describe('Most points lost first'),
  cluster_count: z.int(),
  clusters: z
    .array(
      z.object({
        size: z.int(),
        from: share.describe('Lowest similarity of two connected pages in the group'),
        to: share,
        rows: z.array(z.int()).describe('Of the sheet; the first 500'),
        near: z
          .string()
          .nullable()
          .default(null)
          .describe('The largest town around its pages; null if they are far apart or have no coordinates'),
      }),
    )
    .describe('The 50 largest groups of pages that read alike'),
  facts: z
    .object({
      similarity: share.describe('Mean similarity of a page with its closest sibling'),
      thin_pages: z.int().describe(`Pages with fewer than ${THIN.localWords} words from their row`),
      long_titles: z.int().describe('Titles that search engines may cut off'),
      dead_links: z.int().describe('Links to pages that aren’t in the files'),
    })
    .nullable()
    .default(null)
    .describe('Null for older runs'),
  areas: z
    .array(z.object({ name: z.string(), latitude: z.number(), longitude: z.number() }))
    .default([])
    .describe('The largest cities that have pages around them; none without coordinates'),
});
export type StoredQuality = z.output<typeof storedQuality>;

export const runQuality = storedQuality
  .extend({
    previous: z
      .object({ run: rowId, score: points })
      .nullable()
      .describe('The previous completed full run that was measured'),
    to_fix: z
      .object({ all: z.int(), alike: z.int(), thin: z.int(), head: z.int(), links: z.int() })
      .describe('Number of pages to fix, by what to fix'),
    has_files: z.boolean().describe('False if retention removed its files: pages can’t be compared'),
  })
  .meta({ id: 'RunQuality' });
export type RunQuality = z.output<typeof runQuality>;

export const FIX_KINDS = ['alike', 'thin', 'head', 'links'] as const;
export type FixKind = (typeof FIX_KINDS)[number];

/** A page to fix. */
export const pageToFix = z
  .object({
    id: z.int().describe('Row of the sheet, whose header is row 1'),
    title: z.string().describe('Text of the link to the page, usually its town; else its title'),
    url: z.string(),
    score: z.number().describe('0 to 100'),
    words: z.int(),
    own_words: z.int().describe('Words that no other page has'),
    local_words: z.int().nullable().describe('Words that come from its row; null for older runs'),
    closest: z
      .object({ row: z.int(), title: z.string(), url: z.string(), score: z.number(), similarity: share })
      .nullable()
      .describe('Its closest sibling'),
    problems: z.array(z.string()).describe('Codes of quality problems, costliest first'),
  })
  .meta({ id: 'PageToFix' });
export type PageToFix = z.output<typeof pageToFix>;

const pairPage = z.object({ row: z.int(), title: z.string(), url: z.string(), score: z.number() });

export const pagePair = z
  .object({ left: pairPage, right: pairPage, similarity: share })
  .meta({ id: 'PagePair' });
export type PagePair = z.output<typeof pagePair>;

const segments = z
  .array(z.tuple([z.string(), z.boolean()]))
  .nullable()
  .describe('Texts, and whether only this page has them; null if the page lacks the paragraph');

export const pageComparison = z
  .object({
    paragraphs: z
      .array(z.object({ left: segments, right: segments }))
      .describe('Plain texts; the titles come first'),
    words: z.int().describe('Words of the left page'),
    own_words: z.int().describe('Those that the right page doesn’t have'),
    is_cut: z.boolean().describe('A page has more text than was compared'),
    shared: z
      .object({
        text: z.string().describe('The longest paragraph that both have, as the left page has it'),
        pages: z.int().describe('Pages that have it'),
        of: z.int().describe('Pages that were checked'),
      })
      .nullable(),
  })
  .meta({ id: 'PageComparison' });
export type PageComparison = z.output<typeof pageComparison>;

const degrees = z.number();

export const qualityMap = z
  .object({
    points: z
      .array(z.tuple([degrees, degrees, z.int(), z.int()]))
      .describe(
        'Latitude and longitude in hundredths of a degree, number of pages at or above the score, number below it',
      ),
    groups: z
      .array(z.object({ group: z.int(), points: z.array(z.tuple([degrees, degrees])) }))
      .describe('Where the pages of groups are; none for older runs'),
  })
  .meta({ id: 'QualityMap' });
export type QualityMap = z.output<typeof qualityMap>;
