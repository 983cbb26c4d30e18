/** Resources: searchable cards, with downloads. */
import { readFileSync } from 'node:fs';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FILTER_NAMES } from '#engine/language/filters.ts';
import { SAMPLES } from '#web/ui/sample-files.tsx';
import { openPage } from '../projects/shared/page-fixture.tsx';
import { ResourcesPage } from './resources-page.tsx';

const open = () => openPage(ResourcesPage, { path: '/resources' }, () => ({ data: [] }));
const titles = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const search = (value: string) =>
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search resources' }), { target: { value } });

test('has a guide to export and to import for each platform', () => {
  open();
  for (const name of ['WordPress', 'HubSpot', 'Drupal', 'Wix']) {
    expect(titles()).toContain(`Export a seed page from ${name}`);
    expect(titles()).toContain(`Import the parts into ${name}`);
  }
});

test('finds by every word, in any order and case, and says when nothing fits', () => {
  open();
  search('WIX  guide');
  expect(titles()).toEqual(['Export a seed page from Wix', 'Import the parts into Wix']);
  search('photos');
  expect(titles()).toEqual(['Geotag photos with Geocoder']);
  search('typo3');
  expect(titles()).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(titles().length).toBeGreaterThan(10);
});

test('each sample is downloaded under a name of its own kind, with its true size', () => {
  open();
  const links = screen.getAllByRole<HTMLAnchorElement>('link', { name: /^Download/ });
  expect(links.map((link) => link.download)).toEqual(SAMPLES.map(({ name }) => name));
  for (const { url, bytes } of SAMPLES) {
    const file = decodeURIComponent(url).split('/examples/').at(-1) ?? '';
    expect(readFileSync(`examples/${file}`).length).toBe(bytes);
  }
});

test('the reference names every filter that the engine has', () => {
  open();
  search('reference');
  const text = screen.getByRole('list', { name: 'Resources' }).textContent ?? '';
  for (const name of FILTER_NAMES) expect(text).toContain(name);
});
