/** A file names its platform, and a form for another platform shows it. */
import { expect, it } from 'vitest';
import { type PlatformId, recognizeFile, recognizePlatforms } from '#engine';
import { readFixture } from '#testkit/fixtures.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

it.each<[string, PlatformId]>([
  ['wordpress/elementor/seed.xml', 'wordpress'],
  ['hubspot/rss/seed.xml', 'hubspot'],
  ['drupal/views/seed.xml', 'drupal'],
  ['drupal/entity/seed.xml', 'drupal'],
  ['drupal/node-export/seed.xml', 'drupal'],
  ['drupal/migrate/seed.xml', 'drupal'],
  ['wix/export/seed.csv', 'wix'],
])('%s comes from %s', (path, id) => {
  expect(recognizeFile(readFixture(path), path)).toBe(id);
  expect(recognizeFile(readFixture(path), path, id)).toBeUndefined();
});

it.each<[string, PlatformId, PlatformId]>([
  ['drupal/views/seed.xml', 'wordpress', 'drupal'],
  ['drupal/entity/seed.xml', 'hubspot', 'drupal'],
  ['wordpress/elementor/seed.xml', 'drupal', 'wordpress'],
  ['wordpress/elementor/seed.xml', 'wix', 'wordpress'],
])('%s, given to %s, comes from %s', (path, wanted, id) => {
  expect(recognizeFile(readFixture(path), path, wanted)).toBe(id);
});

it('leaves a WordPress export, which HubSpot reads too, and a feed, which Drupal reads too', () => {
  expect(recognizeFile(readFixture('wordpress/elementor/seed.xml'), 'seed.xml', 'hubspot')).toBeUndefined();
  expect(recognizeFile(readFixture('drupal/rss/seed.xml'), 'seed.xml', 'drupal')).toBeUndefined();
});

it('finds no platform for a sitemap', () => {
  const sitemap = bytesOf(
    '<?xml version="1.0"?><urlset><url><loc>https://site.example/</loc></url></urlset>',
  );
  expect(recognizeFile(sitemap, 'sitemap.xml', 'wordpress')).toBeUndefined();
  expect(recognizePlatforms(sitemap, 'sitemap.xml')).toEqual([]);
});

it.each(['', '<rss', 'geo_city,geo_url\nWaco,waco\n', '{"a":1}'])('finds no platform in %j', (text) => {
  expect(recognizeFile(bytesOf(text), 'file')).toBeUndefined();
});
