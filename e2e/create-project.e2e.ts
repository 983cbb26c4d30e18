/**
 * "Create Project": uploads a seed and a sheet, checks the expected output, and finds errors where they can be fixed.
 */
import { describe, expect, it } from 'vitest';
import { inDeepTier } from '#testkit/tier.ts';
import { press } from './press.ts';
import {
  dropSeed,
  figure,
  fixture,
  matchPanel,
  openForm,
  seedPanel,
  sheetPanel,
  waitForFigure,
} from './project-form.ts';
import { uploadFile } from './transfers.ts';

describe('a seed page and a sheet', () => {
  it('show the expected pages with their positions in the files, and follow the footer template', async () => {
    const { page, errors, readPolicyReports } = await openForm({ seed: 'seed.xml', sheet: 'towns.csv' });
    await waitForFigure(page, 'Pages', '12');
    await expect.poll(() => figure(page, 'Output').textContent()).toMatch(/^1 part, \d+\.\d\d KB$/);
    await matchPanel(page).getByText('5 of 5 placeholders matched.').waitFor();
    const seed = seedPanel(page);
    await seed.getByText('WordPress export, WXR 1.2').waitFor();
    await seed.getByText('1 page, built with the block editor').waitFor();
    await seed.getByText('1 parent page').waitFor();
    await seed.getByText('[gallery ids="1,2"]').waitFor();
    await sheetPanel(page).getByText('12 rows, 6 columns, headings in row 1').waitFor();
    await matchPanel(page).getByText('1 column isn’t used:').waitFor();
    await page.getByText('https://harbour.example/areas/roof-repair-houston-tx/', { exact: true }).waitFor();
    await page.getByLabel('Footer link template').fill('<a href="[geo_url]">Roofer in [geo_city]</a>');
    await page.getByText('Roofer in Houston', { exact: true }).waitFor();
    expect(await readPolicyReports()).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('shows no error while one of the two is missing', async () => {
    const { page } = await openForm({ seed: 'seed.xml' });
    await seedPanel(page)
      .getByText(/5 placeholders/)
      .waitFor();
    await waitForFigure(page, 'Pages', '–');
    expect(await page.getByRole('alert').count()).toBe(0);
    const { page: other } = await openForm({ sheet: 'towns.csv' });
    await sheetPanel(other).getByText('12 rows, 6 columns').waitFor();
    await sheetPanel(other).getByRole('cell', { name: 'Houston', exact: true }).waitFor();
    expect(await other.getByRole('alert').count()).toBe(0);
  });
});

inDeepTier(() => {
  describe('bad input', () => {
    it('asks which column fills a misspelled placeholder, and uses the choice', async () => {
      const { page } = await openForm({ seed: 'seed-misspelt.xml', sheet: 'towns.csv' });
      await page.getByText('Fix 1 problem to continue').waitFor();
      await matchPanel(page).getByText('Needs a choice').waitFor();
      await press(page.getByRole('link', { name: 'Show' }));
      await matchPanel(page).getByRole('combobox', { name: 'Column for geo_cty' }).click();
      await page.getByRole('option', { name: /^geo_city/ }).click();
      await waitForFigure(page, 'Pages', '12');
      await expect.poll(() => page.getByText('Needs a choice').count()).toBe(0);
    });

    it('marks the cells of skipped rows, and lists each with row and column', async () => {
      const { page } = await openForm({ seed: 'seed.xml', sheet: 'towns-with-problems.csv' });
      await waitForFigure(page, 'Pages', '9');
      await waitForFigure(page, 'Skipped', '3');
      const sheet = sheetPanel(page);
      await press(sheet.getByRole('tab', { name: /Problems/ }));
      const grid = sheet.getByRole('region', { name: 'Rows with a problem' });
      await expect
        .poll(() => grid.locator('[data-severity]').allTextContents())
        .toEqual(['springfield-mo', '6', 'empty', 'empty']);
      const words = (await sheet.innerText()).replaceAll(/\s+/g, ' ');
      expect(words).toMatch(/Row 4, geo_url .*row 3/);
      expect(words).toMatch(/Row 6 The row has 7 cells, the header has 6/);
      expect(words).toMatch(/Row 8, geo_url/);
      expect(words).toMatch(/Row 10, phone/);
      expect(words).toContain('1 row without a problem');
    });
  });
});

inDeepTier(() => {
  describe('the accessible page', () => {
    it('works with the keyboard only: the drop area is a button', async () => {
      const { page } = await openForm({ sheet: 'towns.csv' });
      await dropSeed(page).focus();
      await uploadFile(page, () => page.keyboard.press('Enter'), fixture('seed.xml'));
      await waitForFigure(page, 'Pages', '12');
    });

    it('keeps the chosen color scheme from the first paint on', async () => {
      const { page } = await openForm();
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByText('Dark', { exact: true }).click();
      await expect.poll(() => page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
      await page.addInitScript(() => {
        addEventListener('DOMContentLoaded', () => {
          const html = document.documentElement;
          html.dataset.early = html.getAttribute('data-mantine-color-scheme') ?? 'none';
        });
      });
      await page.reload();
      expect(await page.locator('html').getAttribute('data-early')).toBe('dark');
    });
  });
});

it('shows the first link of a template with handlers and styles, and the browser blocks nothing', async () => {
  const { page, errors, readPolicyReports } = await openForm({ seed: 'seed.xml', sheet: 'towns.csv' });
  await waitForFigure(page, 'Pages', '12');
  const inside = 'onclick="alert(1)" style="color: red"><b onmouseover=alert(2)>In &amp; near';
  const html = `<style>b { color: red }</style><a href="[geo_url]" ${inside} [geo_city]</b></a>`;
  await page.getByRole('textbox', { name: 'Footer link template' }).fill(html);
  const footer = page.getByRole('region', { name: 'Footer Link Structure' });
  await footer.getByText('In & near Houston', { exact: true }).waitFor();
  // The code that visitors get still has them.
  await footer.getByText(`${inside} Houston</b></a>`).waitFor();
  expect(await readPolicyReports()).toEqual([]);
  expect(errors).toEqual([]);
});
