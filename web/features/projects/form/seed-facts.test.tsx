import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SeedInspection } from './form-state.ts';
import { SeedFacts } from './seed-facts.tsx';

const seed: SeedInspection = {
  file: 'seed.xml',
  bytes: 1,
  platform: 'wordpress',
  format: 'WXR 1.2',
  builder: 'Elementor',
  pattern: { title: 'Roof repair in [geo_city]', type: 'page', id: 21, line: 42 },
  records: [],
  media: 3,
  parents: 1,
  placeholders: [],
  untouched: [],
};

const facts = (more: Partial<SeedInspection> = {}, whole = seed) => {
  const { container } = render(
    <MantineProvider env="test">
      <SeedFacts seed={{ ...whole, ...more }} isMatched={false} />
    </MantineProvider>,
  );
  return [...container.querySelectorAll('li')].map((item) => item.textContent);
};

test('shows what the export is, what the page was built with and what goes along', () => {
  expect(facts()).toEqual([
    'WordPress export, WXR 1.2',
    '1 page, built with Elementor',
    '3 media, 1 parent page',
  ]);
  expect(screen.getByText('Roof repair in [geo_city]')).toBeTruthy();
});

test('leaves out what is not there', () => {
  expect(facts({ builder: 'other', media: 0, parents: 0 })).toEqual(['WordPress export, WXR 1.2', '1 page']);
});

test('counts no page where one of several must be chosen', () => {
  const page = { title: 'Roofs', type: 'page', id: 1, slug: 'roofs', status: 'publish', line: 9, page: '1' };
  const choices = [page, { ...page, id: 2, slug: 'gutters', page: '2' }];
  const { pattern, ...open } = { ...seed, choices, media: 0, parents: 0 };
  expect(facts({}, open)).toEqual(['WordPress export, WXR 1.2']);
  expect(facts({ ...(pattern && { pattern }) }, open)).toEqual([
    'WordPress export, WXR 1.2',
    '1 page, built with Elementor',
  ]);
});

test('lists the brackets that stay, with their number and first line', () => {
  facts({
    untouched: [
      { text: '[gallery]', count: 2, line: 1234 },
      { text: '[PDF]', count: 1, line: 7 },
    ],
  });
  expect(screen.getByText(/leave alone/).textContent).toBe(
    'Brackets and shortcodes we’ll leave alone: [gallery] (2 times, first on line 1,234), [PDF] (line 7)',
  );
});
