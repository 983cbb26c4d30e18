/** Image fields of the platforms: each page of HubSpot, Drupal, Wix and Webflow has the image whose turn it is. */
import { expect, it } from 'vitest';
import { buildFormat, readSeedFixture } from '#testkit/format-build.ts';
import type { PlatformId } from '../registry.ts';

const IMAGES = ['front', 'ridge'].map((name) => ({
  url: `https://geo.example/${name}.jpg`,
  alt: `A "${name}"`,
}));
const ROWS = [
  ['geo_city', 'geo_state', 'geo_url', 'tagline', 'phone'],
  ...['Houston', 'Waco', 'Dallas'].map((town) => [town, 'Texas', town.toLowerCase(), 'Leaks', '555-0100']),
];
const ALT = '[featured_image_alt]';

const CASES: readonly [format: PlatformId, seed: string, change: (seed: string) => string, found: RegExp][] =
  [
    [
      'hubspot',
      'hubspot/minimal/seed.xml',
      (seed) => seed.replace('</item>', '<wp:attachment_url>[featured_image]</wp:attachment_url></item>'),
      /<wp:attachment_url>(https:..geo[^<]*)</g,
    ],
    [
      'drupal',
      'drupal/feeds/seed.xml',
      (seed) =>
        seed.replace('</item>', `<field_image alt="${ALT}"><url>[featured_image]</url></field_image></item>`),
      /<field_image alt="A &quot;(?:front|ridge)&quot;"><url>([^<]*)</g,
    ],
    [
      'wix',
      'wix/plain/seed.csv',
      () => `Title,Image,Alt\nPlumber in [geo_city],[featured_image],${ALT}\n`,
      /"(https:[^"]*)","A ""(?:front|ridge)"""/g,
    ],
    [
      'webflow',
      'webflow/older/seed.csv',
      () => `Name,Slug,Item ID,Image,Alt\nPlumber in [geo_city],[geo_url],x,[featured_image],${ALT}\n`,
      /"(https:[^"]*)","A ""(?:front|ridge)"""/g,
    ],
  ];

it.each(CASES)('of %s have the images in turn, encoded for their place', (format, seed, change, found) => {
  const build = buildFormat(change(readSeedFixture(seed)), ROWS, { format, images: IMAGES });
  const [front, ridge] = IMAGES.map(({ url }) => url);
  expect([...build.text.matchAll(found)].map(([, url]) => url)).toEqual([front, ridge, front]);
  expect(build.audit().problems).toEqual([]);
});
