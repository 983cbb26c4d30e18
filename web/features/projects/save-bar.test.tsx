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
