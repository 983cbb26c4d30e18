/** The bar says why nothing can be saved, and where that is fixed. */
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { pass } from '#testkit/web-clock.ts';
import { chooseSeed, chooseSheet, installBrowserParts, openCreate, type } from './form-fixture.tsx';

const TYPING_PAUSE_MS = 250;
const shownPlace = () => screen.queryByRole('link', { name: 'Show' })?.getAttribute('href');

beforeEach(installBrowserParts);

test('leads to the first section that has something to fix, the footer last', async () => {
  openCreate();
  chooseSeed('seed.xml');
  chooseSheet('towns-with-problems.csv');
  await waitFor(() => expect(screen.getByText('3 rows will be skipped')).toBeTruthy());
  expect(shownPlace()).toBe('#import-spreadsheet-data');
  type('Footer link template', '<a href="[geo_url]">[geo_towm]</a>');
  await pass(TYPING_PAUSE_MS);
  await waitFor(() => expect(shownPlace()).toBe('#footer-link-structure'));
  chooseSeed('seed-misspelt.xml');
  await waitFor(() => expect(screen.getByText('Fix 2 problems to continue')).toBeTruthy());
  expect(shownPlace()).toBe('#upload-seed-page');
  chooseSeed('seed.xml');
  chooseSheet('towns-doubled-header.csv');
  await waitFor(() => expect(shownPlace()).toBe('#import-spreadsheet-data'));
});

test('says how many saves are left this hour once only a few remain, and when there are more', async () => {
  const resetsAt = new Date(Date.now() + 12 * 60_000);
  let left = 3;
  const page = openCreate(({ path }) =>
    path === 'projects/save-pace'
      ? { data: { plan: 'Free', limit: 30, left, resets_at: resetsAt.toISOString() } }
      : undefined,
  );
  const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' }).format(resetsAt);
  expect(await screen.findByText(`3 of 30 saves left until ${clock}`)).toBeTruthy();
  page.unmount();
  left = 0;
  openCreate(({ path }) =>
    path === 'projects/save-pace'
      ? { data: { plan: 'Free', limit: 30, left, resets_at: resetsAt.toISOString() } }
      : undefined,
  );
  const used = `You've used all 30 saves for this hour. You can save again at ${clock}`;
  expect(await screen.findByText(used)).toBeTruthy();
  await pass(13 * 60_000);
  await waitFor(() => expect(screen.queryByText(used)).toBeNull());
});
