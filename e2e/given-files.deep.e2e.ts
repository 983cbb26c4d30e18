/** Other ways to add a sheet, and the accessibility of the form with the errors of two files. */
import { describe, expect, it } from 'vitest';
import { findViolationsInBothSchemes, measureHorizontalOverflow } from './accessibility.ts';
import { press } from './press.ts';
import { matchPanel, openForm, readFixture, sheetPanel, waitForFigure } from './project-form.ts';

describe('a seed page and a sheet', () => {
  it('accept an XLSX file as the sheet', async () => {
    const { page, readPolicyReports } = await openForm({ seed: 'seed.xml', sheet: 'towns.xlsx' });
    await waitForFigure(page, 'Pages', '12');
    await sheetPanel(page).getByText('spreadsheet cells').waitFor();
    expect(await readPolicyReports()).toEqual([]);
  });

  it('accept cells pasted anywhere on the page', async () => {
    const { page } = await openForm({ seed: 'seed.xml' });
    const cells = readFixture('towns.csv').split('\n').slice(0, 3).join('\n');
    const tabbed = cells
      .replaceAll(/"([^"]*)"/g, (_, text: string) => text.replaceAll(',', ';'))
      .replaceAll(',', '\t');
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, tabbed);
    await waitForFigure(page, 'Pages', '2');
    await sheetPanel(page).getByText('separated by tabs').waitFor();
  });

  it('accept a file that is dropped on the loaded card', async () => {
    const { page } = await openForm({ seed: 'seed.xml', sheet: 'towns.csv' });
    await waitForFigure(page, 'Pages', '12');
    const name = sheetPanel(page).getByRole('heading', { name: 'towns.csv' });
    const rows = readFixture('towns.csv').split('\n').slice(0, 4).join('\n');
    await name.evaluate((element, text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'three.csv', { type: 'text/csv' }));
      for (const type of ['dragenter', 'dragover', 'drop']) {
        element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      }
    }, rows);
    await waitForFigure(page, 'Pages', '3');
    await sheetPanel(page).getByRole('heading', { name: 'three.csv' }).waitFor();
  });
});

describe('the page with the errors of its files', () => {
  it.each([1440, 390])(
    'has no accessibility violation in either color scheme and no horizontal scroll at %i',
    async (width) => {
      const given = { seed: 'seed-misspelt.xml', sheet: 'towns-with-problems.csv' };
      const { page } = await openForm(given, { width });
      await matchPanel(page).getByText('Needs a choice').waitFor();
      await press(sheetPanel(page).getByRole('tab', { name: /Problems/ }));
      expect(await findViolationsInBothSchemes(page)).toEqual([]);
      expect(await measureHorizontalOverflow(page)).toBe(0);
    },
  );
});
