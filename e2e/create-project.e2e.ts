/**
 * "Create Project" as a person uses it: a seed and a sheet go in, what would come out is seen; what is
 * wrong with them is where it can be fixed. Nothing is faked: the engine reads in its worker.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { press } from './press.ts';
import {
  dropSeed,
  figure,
  fixture,
  openForm,
  readFixture,
  seedPanel,
  sheetPanel,
  waitForFigure,
} from './project-form.ts';
import { giveFile, takeDownload } from './transfers.ts';

describe('a seed page and a sheet', () => {
  it('show what would come out, with each place in the files, and follow the footer template', async () => {
    const { page, errors, readPolicyReports } = await openForm({ seed: 'seed.xml', sheet: 'towns.csv' });
    await waitForFigure(page, 'Pages', '12');
    await waitForFigure(page, 'Parts', '1');
    await waitForFigure(page, 'Placeholders filled', '5 of 5');
    await expect.poll(() => figure(page, 'Output').textContent()).toMatch(/^\d+\.\d\d KB$/);
    const seed = seedPanel(page);
    await seed.getByText('WordPress export, WXR 1.2').waitFor();
    await seed.getByText('1 page, built with the block editor').waitFor();
    await seed.getByText('1 parent page').waitFor();
    await seed.getByText('[gallery ids="1,2"]').waitFor();
    await sheetPanel(page).getByText('12 rows, 6 columns, headings in row 1').waitFor();
    await sheetPanel(page).getByText('1 column is not used').waitFor();
    await press(seed.getByRole('button', { name: /^\[state_code\].*filled by a column/ }));
    await seed.getByText('content', { exact: true }).waitFor();
    await expect.poll(() => seed.locator('mark').allTextContents()).toEqual(['[state_code]']);
    await expect
      .poll(() => seed.locator('pre').innerText())
      .toContain('Roof repair in [geo_city], [state_code]');
    await page.getByText('https://harbour.example/areas/roof-repair-houston-tx/', { exact: true }).waitFor();
    await page.getByLabel('Footer link template').fill('<a href="[geo_url]">Roofer in [geo_city]</a>');
    await page.getByText('Roofer in Houston', { exact: true }).waitFor();
    expect(await readPolicyReports()).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('waits, without a complaint, for the other of the two', async () => {
    const { page } = await openForm({ seed: 'seed.xml' });
    await seedPanel(page).getByText('5 waiting for a sheet').waitFor();
    await waitForFigure(page, 'Pages', '–');
    expect(await page.getByRole('alert').count()).toBe(0);
    const { page: other } = await openForm({ sheet: 'towns.csv' });
    await sheetPanel(other).getByText('12 rows, 6 columns').waitFor();
    await sheetPanel(other).getByRole('cell', { name: 'Houston', exact: true }).waitFor();
    expect(await other.getByRole('alert').count()).toBe(0);
  });
});

describe('bad input', () => {
  it('shows a misspelt placeholder where it stands, and fixes it on request', async () => {
    const { page } = await openForm({ seed: 'seed-misspelt.xml', sheet: 'towns.csv' });
    const wrong = seedPanel(page).getByRole('group', { name: '[geo_cty] has no matching column' });
    await wrong.getByText('Roofers in').waitFor();
    await expect.poll(() => wrong.locator('mark').allTextContents()).toEqual(['[geo_cty]']);
    await waitForFigure(page, 'Pages', '–');
    await page.getByText('Fix 1 problem to continue').waitFor();
    await press(wrong.getByRole('button', { name: 'Use [geo_city]' }));
    await waitForFigure(page, 'Pages', '12');
    const button = seedPanel(page).getByRole('button', { name: 'Download seed-misspelt-fixed.xml' });
    const download = await takeDownload(page, () => press(button));
    const fixed = readFileSync(await download.path(), 'utf8');
    // The length of the serialized string is fixed with it, so the file equals the one without the mistake.
    expect(fixed).toBe(readFixture('seed.xml'));
  });

  it('marks the cells of rows that are left out, and repeats each with row and column', async () => {
    const { page } = await openForm({ seed: 'seed.xml', sheet: 'towns-with-problems.csv' });
    await waitForFigure(page, 'Pages', '9');
    await waitForFigure(page, 'Rows skipped', '3');
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

describe('the page for everybody', () => {
  it('works by keyboard alone: the drop area is a button, a chip opens and closes', async () => {
    const { page } = await openForm({ sheet: 'towns.csv' });
    await dropSeed(page).focus();
    await giveFile(page, () => page.keyboard.press('Enter'), fixture('seed.xml'));
    await waitForFigure(page, 'Pages', '12');
    const chip = seedPanel(page).getByRole('button', { name: /^\[phone\]/ });
    await chip.press('Enter');
    await expect.poll(() => chip.getAttribute('aria-expanded')).toBe('true');
    await chip.press('Space');
    await expect.poll(() => chip.getAttribute('aria-expanded')).toBe('false');
  });

  it('keeps the chosen colour scheme, from the first paint on', async () => {
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

it('shows the first link of a template with handlers and styles, and the browser refuses nothing', async () => {
  const { page, errors, readPolicyReports } = await openForm({ seed: 'seed.xml', sheet: 'towns.csv' });
  await waitForFigure(page, 'Pages', '12');
  const inside = 'onclick="alert(1)" style="color: red"><b onmouseover=alert(2)>In &amp; near';
  const html = `<style>b { color: red }</style><a href="[geo_url]" ${inside} [geo_city]</b></a>`;
  await page.getByRole('textbox', { name: 'Footer link template' }).fill(html);
  const footer = page.getByRole('region', { name: 'Footer Link Structure' });
  await footer.getByText('In & near Houston', { exact: true }).waitFor();
  // The code is what visitors get, so it keeps them.
  await footer.getByText(`${inside} Houston</b></a>`).waitFor();
  expect(await readPolicyReports()).toEqual([]);
  expect(errors).toEqual([]);
});
