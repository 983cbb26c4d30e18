/** Resources: searchable cards, with downloads. */
import { readFileSync } from 'node:fs';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FILTER_NAMES } from '#engine/language/filters.ts';
import { SAMPLES } from '#web/ui/sample-files.tsx';
import { openPage } from '../projects/shared/page-fixture.tsx';
import { ResourcesPage } from './resources-page.tsx';
import { WalkthroughPage } from './walkthrough-page.tsx';

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

test('finds all words in any order and case, and reports a search without results', () => {
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

test('each sample has a file name of its type and shows its actual size', () => {
  open();
  const links = screen.getAllByRole<HTMLAnchorElement>('link', { name: /^Download/ });
  expect(links.map((link) => link.download)).toEqual(SAMPLES.map(({ name }) => name));
  for (const { url, bytes } of SAMPLES) {
    const file = decodeURIComponent(url).split('/examples/').at(-1) ?? '';
    expect(readFileSync(`examples/${file}`).length).toBe(bytes);
  }
});

test('the reference names every filter that the engine has', async () => {
  open();
  search('reference');
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Open the reference' });
  openPage(WalkthroughPage, { path: '/resources/:slug', at: new URL(link.href).pathname }, () => ({
    data: [],
  }));
  const filters = await screen.findByRole('region', { name: 'Filters' });
  const text = filters.textContent ?? '';
  expect(text).toContain('[price | number:"1.234,50"]');
  for (const name of FILTER_NAMES) expect(text).toContain(name);
});
