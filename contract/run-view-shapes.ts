/** Replies about parts of a run: its towns, its pages, and the styles of its samples. */
import { z } from 'zod';

const degrees = z.number();

export const runTowns = z
  .object({
    points: z
      .array(z.tuple([degrees, degrees, z.int(), z.int()]))
      .describe(
        'Latitude and longitude, rounded to hundredths of a degree, how many towns there are ready, how many skipped',
      ),
    skipped: z
      .array(z.object({ row: z.int(), label: z.string(), latitude: degrees, longitude: degrees }))
      .describe('The first 100 skipped towns, in the order of the sheet'),
  })
  .meta({
    id: 'RunTowns',
    examples: [
      {
        points: [[29.76, -95.37, 1, 0]],
        skipped: [{ row: 4218, label: 'St. Marys, PA', latitude: 41.43, longitude: -78.56 }],
      },
    ],
  });

export type RunTowns = z.output<typeof runTowns>;

export const PAGE_STATES = ['ready', 'warning', 'held', 'skipped'] as const;

const pageQuality = z
  .object({
    score: z.number().describe('0 to 100'),
    words: z.int(),
    own_share: z.number().describe('Share of its text that no other page has, from 0 to 1'),
    closest: z
      .object({ row: z.int().nullable(), similarity: z.number().describe('Share, from 0 to 1') })
      .nullable()
      .describe('Its closest sibling'),
    problems: z.array(z.string()).describe('Codes of quality problems, costliest first'),
  })
  .meta({ id: 'PageQuality' });

export const runPage = z
  .object({
    id: z.int().describe('Row of the sheet, whose header is row 1'),
    title: z.string().describe('Empty for a skipped row'),
    url: z.string().describe('URL of the page; empty for a skipped row'),
    state: z.enum(PAGE_STATES),
    reason: z
      .string()
      .describe('Reasons for skipping the row or holding its page back, or notices about its page'),
    part: z.int().nullable().describe('Number of the part that contains the page'),
    quality: pageQuality.nullable().describe('Null for skipped rows and pages that weren’t measured'),
  })
  .meta({
    id: 'RunPage',
    examples: [
      {
        id: 2,
        title: 'Roof repair in Austin',
        url: 'https://harbour.example/roof-repair-austin/',
        state: 'ready',
        reason: '',
        part: 1,
        quality: null,
      },
    ],
  });

export type RunPage = z.output<typeof runPage>;

/** Styles of the site for samples. */
export const siteStylesReply = z
  .object({
    site: z.string().nullable().describe('Host of the pages; null if their URLs have none'),
    is_styled: z.boolean().describe('True if samples are shown with the styles of the site'),
  })
  .meta({ id: 'SiteStyles', examples: [{ site: 'harbour.example', is_styled: true }] });

export type SiteStylesReply = z.output<typeof siteStylesReply>;
