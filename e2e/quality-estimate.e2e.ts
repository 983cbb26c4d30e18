/** The quality estimate in the form's rail: from the files of the form, with changes that the verbs begin. */
import { expect, it } from 'vitest';
import { PAGE_SETS, writeTowns } from '#engine/estimate/page-sets-fixture.ts';
import { findViolationsInBothSchemes, measureHorizontalOverflow } from './accessibility.ts';
import { choose, openForm, toFile, waitForFigure } from './project-form.ts';

it('shows what the pages would score, and builds the construct that would raise it', async () => {
  const { page, errors, readPolicyReports } = await openForm({ seed: toFile('plumber.xml', PAGE_SETS.weak) });
  const card = page.getByRole('region', { name: 'Quality estimate' });
  await card.getByText('Add a sheet to see an estimate.').waitFor();
  await choose(
    page,
    page.getByRole('button', { name: /Drop the sheet here/ }),
    toFile('towns.csv', writeTowns(300)),
  );
  await waitForFigure(page, 'Pages', '300');
  await card.getByText('Different from each other').waitFor();
  await card.getByText('0 of 45').waitFor();
  await card.getByText('100% of each page is the same. Google may not index pages this alike.').waitFor();
  await card.getByText('From a sample of 40 rows').waitFor();
  expect(await findViolationsInBothSchemes(page)).toEqual([]);
  await card.getByRole('button', { name: 'Show them' }).click();
  await card.getByRole('button', { name: 'Build variants' }).first().waitFor();
  expect(await findViolationsInBothSchemes(page)).toEqual([]);
  await card.getByRole('button', { name: 'Insert' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Build a construct' });
  await dialog.getByText('[if local_intro and landmark][local_intro] [landmark][/if]').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await measureHorizontalOverflow(page)).toBe(0);
  await expect.poll(() => dialog.count()).toBe(0);
  expect(await readPolicyReports()).toEqual([]);
  expect(errors).toEqual([]);
});
