/** Our own illustrated tutorials: steps with screenshots. */
import { Box, Image, Text } from '@mantine/core';

interface Step {
  text: string;
  /** Name of a picture in `/guides/`; `node tools/screenshots.ts` creates it. */
  picture?: string;
  /** Describes the picture. */
  alt?: string;
}

export interface Walkthrough {
  slug: string;
  title: string;
  steps: readonly Step[];
}

/** Slug of the reference of the page language, next to those of the tutorials. */
export const PAGE_LANGUAGE = 'page-language';

export const WALKTHROUGHS: readonly Walkthrough[] = [
  {
    slug: 'first-project',
    title: 'Build your first project',
    steps: [
      {
        text: 'Open Projects and click New project. Pick the platform that the site is built on. Not sure? Drop the export on the last card.',
        picture: 'choose-platform',
        alt: 'The cards for Geocoder, WordPress, HubSpot, Drupal and Wix',
      },
      {
        text: 'Give the project a title and drop the exported page on Upload Seed Page. Each placeholder that was found is listed with the number of places it fills.',
        picture: 'form-seed',
        alt: 'Create Project with a WordPress export and its placeholders',
      },
      {
        text: 'Add the sheet: a Google Sheet link, pasted cells, or a CSV, TSV or XLSX file. Problems are listed with their row and column before anything is built.',
        picture: 'form-sheet',
        alt: 'The sheet of towns in the form',
      },
      {
        text: 'Click Test Page for three sample pages, then Save Project. When the run is done, download the files and follow the import steps on the project page.',
        picture: 'project-files',
        alt: 'A finished project with its files and import steps',
      },
    ],
  },
  {
    slug: 'prepare-a-sheet',
    title: 'Prepare your sheet',
    steps: [
      {
        text: 'Put the column names in the first row. A column named geo_city fills [geo_city], [Geo City] and [geo-city]. If your columns have other names, choose them under Match columns; the next project of the domain remembers the choice.',
      },
      {
        text: 'Give each row its own URL: a column geo_url, url, slug or path. Without one, the URL comes from city and state, and two rows of one town would get the same.',
      },
      {
        text: 'Columns lat and lng put the towns on the maps. Leave a cell empty rather than typing n/a.',
      },
      {
        text: 'Check the sheet in the form. A marked cell is a problem: the text below it says what to do. Rows that can’t become pages are skipped, and you can download them.',
        picture: 'form-sheet',
        alt: 'The sheet of towns in the form, with the first rows',
      },
    ],
  },
  {
    slug: 'read-search-figures',
    title: 'Read your search figures',
    steps: [
      {
        text: 'Connect Google Search Console under Integrations, then choose the property of each domain.',
      },
      {
        text: 'Open Reporting and pick a domain. Click a figure to show its line; the dashed line is the period before.',
        picture: 'reporting',
        alt: 'Reporting with clicks, impressions, CTR and position',
      },
      {
        text: 'Choose Towns to see which pages earn impressions. Pages without impressions need more of their own text, or links from other pages.',
      },
    ],
  },
];

/**
 * Finds the walkthrough that a link of this site opens: `https://this-site/resources/first-project`.
 * @param site origin of this site
 */
export function findWalkthrough(link: string, site: string): Walkthrough | undefined {
  const { origin, pathname } = new URL(link, site);
  if (origin !== site) return undefined;
  return WALKTHROUGHS.find(({ slug }) => pathname === `/resources/${slug}`);
}

export function WalkthroughSteps({ steps }: Pick<Walkthrough, 'steps'>) {
  return (
    <Box component="ol" m={0} p={0} display="grid" style={{ gap: 24, listStyle: 'none' }}>
      {steps.map(({ text, picture, alt }, index) => (
        <li key={text}>
          <Text fz="md" lh="22px" maw={680}>
            <Text span fw={600}>
              {index + 1}.{' '}
            </Text>
            {text}
          </Text>
          {picture !== undefined && (
            <Image
              src={`/guides/${picture}.webp`}
              alt={alt}
              width={1440}
              height={900}
              loading="lazy"
              mt={10}
              radius={8}
              h="auto"
              style={{ border: '1px solid var(--line)' }}
            />
          )}
        </li>
      ))}
    </Box>
  );
}
