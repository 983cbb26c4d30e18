/**
 * The same business, sheet and service twice: on its old site only the town name changes, on its new site each page
 * has text about its town, conditions, variants and links to nearby towns. Their quality is measured by real runs.
 */
import { readFileSync } from 'node:fs';

export const EXAMPLES = new URL('../examples/', import.meta.url);

export interface HeaterSite {
  domain: string;
  title: string;
  notes: string;
  seed: string;
  /** Share of the pages that the simulated Google indexes, if they have a text about their town. */
  indexedShare: number;
  /** Position of an indexed page in the first place of the range of its town. */
  bestPosition: number;
  /** Impressions half a year ago, as a share of the newest ones. */
  earlierShare: number;
}

export const HEATER_SITES: readonly HeaterSite[] = [
  {
    domain: 'bluebonnet-old.example',
    title: 'Water heaters in Central Texas, old site',
    notes: 'Sample data. Only the town name changes from page to page.',
    seed: 'heater-page-plain.xml',
    indexedShare: 0.33,
    bestPosition: 24,
    earlierShare: 1.6,
  },
  {
    domain: 'bluebonnet.example',
    title: 'Water heaters in Central Texas, new site',
    notes:
      'Sample data. The same business, service and sheet as the old site, with text about each town, conditions, variants and links to nearby towns.',
    seed: 'heater-page.xml',
    indexedShare: 0.95,
    bestPosition: 4,
    earlierShare: 0.2,
  },
];

export const HEATER_SHEET = 'heater-towns.csv';

export interface HeaterTown {
  name: string;
  path: string;
  population: number;
  /** The sheet has a text about the town. */
  isDescribed: boolean;
}

let towns: readonly HeaterTown[] | undefined;

/** Lists the towns of the sheet. Its first cells have no commas. */
export function listHeaterTowns(): readonly HeaterTown[] {
  towns ??= readFileSync(new URL(HEATER_SHEET, EXAMPLES), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [name = '', state = '', , , , population = ''] = line.split(',');
      const slug = `${name} ${state}`.toLowerCase().replaceAll(' ', '-');
      return {
        name,
        path: `/water-heater-repair-${slug}/`,
        population: Number(population),
        isDescribed: !line.endsWith(','),
      };
    });
  return towns;
}
