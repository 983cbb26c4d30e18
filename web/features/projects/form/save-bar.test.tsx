/** The bar shows why the project can't be saved, and links to the place to fix it. */
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { pass } from '#testkit/web-clock.ts';
import { installBrowserParts, openCreateForm } from './form-fixture.tsx';
import { makeSeed, makeTable, makeUse, SEED_FILE, SHEET_FILE } from './section-fixture.tsx';
import { makeDraft } from './form-fixture.tsx';

const fault = { severity: 'fault', code: 'a', text: 'It is wrong.' } as const;
const ofSeed = { ...fault, file: 'seed.xml' };
const ofSheet = { ...fault, file: 'towns.xlsx' };
const ofFooter = { ...fault, file: 'footer link template' };

beforeEach(installBrowserParts);

test.each([
  ['the seed page first', [ofFooter, ofSheet, ofSeed], '#upload-seed-page'],
  ['then the sheet', [ofFooter, ofSheet], '#import-spreadsheet-data'],
  ['the footer last', [ofFooter], '#footer-link-structure'],
])('links to the first section with a problem: %s', async (_order, problems, place) => {
  const uses = [makeUse('[geo_city]')];
  await openCreateForm({
    draft: makeDraft({ seed: SEED_FILE, sheet: SHEET_FILE }),
    found: {
      inspection: {
        problems,
        seed: makeSeed({ placeholders: uses }),
        table: makeTable({ file: 'towns.xlsx' }),
      },
    },
  });
  await screen.findByText(/^Fix \d problems? to continue$/);
  expect(screen.getByRole('link', { name: 'Show' }).getAttribute('href')).toBe(place);
});

test('says how many saves are left this hour once only a few remain, and when there are more', async () => {
  const resetsAt = new Date(Date.now() + 12 * 60_000);
  let left = 3;
  const open = () =>
    openCreateForm({
      answer: ({ path }) =>
        path === 'projects/save-pace'
          ? { data: { plan: 'Free', limit: 30, left, resets_at: resetsAt.toISOString() } }
          : undefined,
    });
  const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' }).format(resetsAt);
  const page = await open();
  expect(await screen.findByText(`3 of 30 saves left until ${clock}`)).toBeTruthy();
  page.unmount();
  left = 0;
  await open();
  const used = `You've used all 30 saves for this hour. You can save again at ${clock}`;
  expect(await screen.findByText(used)).toBeTruthy();
  await pass(13 * 60_000);
  await waitFor(() => expect(screen.queryByText(used)).toBeNull());
});
