/** Keyboard focus while a project is edited: few stops before Save Project, and none lost after a dialog. */
import { expect, it } from 'vitest';
import { inDeepTier } from '#testkit/tier.ts';
import { makeFinishedProject } from './made-projects.ts';
import { waitForFocus } from './press.ts';
import {
  dialog,
  largeSeed,
  openEditForm,
  openForm,
  openFilledForm,
  readFixture,
  saveButton,
  waitForFigure,
} from './project-form.ts';
import { makeListedProjects, openPage } from './project-list.ts';
import { arrowTo, listStops, tabTo } from './tab-key.ts';

const MAX_STOPS = 12;
/** Limit without the skip link: a stop for each control, for all placeholders, and for each change of the estimate. */
const MAX_STOPS_OF_ALL = 34;

it('Tab moves from Title to Save Project in fewer than 12 presses', async () => {
  const id = await makeFinishedProject({ title: 'Edited by keyboard', script: readFixture('towns.csv') });
  const page = await openEditForm(id);
  await waitForFigure(page, 'Pages', '12');
  await page.getByLabel('Title').focus();
  const stops = await listStops(page, page.getByRole('link', { name: 'Skip to Save Project' }));
  await page.keyboard.press('Enter');
  await waitForFocus(saveButton(page));
  expect(stops.length, stops.join('\n')).toBeLessThan(MAX_STOPS);
  await page.getByLabel('Title').focus();
  const all = await listStops(page, saveButton(page));
  expect(all.length, all.join('\n')).toBeLessThanOrEqual(MAX_STOPS_OF_ALL);
});

inDeepTier(() => {
  it('the placeholders are one stop, and arrow keys move between them', async () => {
    const page = await openFilledForm('Placeholders by keyboard');
    const names = ['[geo_url]', '[geo_city]', '[open_sunday]'];
    const [first, second, last] = names.map((name) => page.getByRole('button', { name, exact: true }).last());
    if (!first || !second || !last) throw new Error('A placeholder is missing.');
    await page.getByLabel('Footer link template').focus();
    await tabTo(page, first);
    await page.keyboard.press('ArrowRight');
    await waitForFocus(second);
    await page.keyboard.press('End');
    await waitForFocus(last);
    await page.keyboard.press('ArrowRight');
    await waitForFocus(first);
  });

  it('after the split question the focus is on Save Project, for both answers', async () => {
    const { page } = await openForm({
      title: 'Split by keyboard',
      seed: largeSeed('large.xml'),
      sheet: 'towns.csv',
    });
    await waitForFigure(page, 'Pages', '12');
    await saveButton(page).focus();
    await page.keyboard.press('Enter');
    await waitForFocus(dialog(page));
    await page.keyboard.press('Escape');
    await waitForFocus(saveButton(page));
    await page.keyboard.press('Enter');
    await waitForFocus(dialog(page));
    await tabTo(page, dialog(page).getByRole('button', { name: 'Yes' }));
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'hidden' });
    await waitForFocus(saveButton(page));
  });

  it('a dialog of the form returns the focus to its button, and the leave question to the link', async () => {
    const page = await openFilledForm('Questions by keyboard');
    const leave = page.getByRole('link', { name: 'Tutorials' }).first();
    await leave.focus();
    await page.keyboard.press('Enter');
    await waitForFocus(dialog(page));
    await page.keyboard.press('Escape');
    await waitForFocus(leave);
    const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
    await cancel.focus();
    await page.keyboard.press('Enter');
    await waitForFocus(dialog(page));
    await page.keyboard.press('Escape');
    await waitForFocus(cancel);
  });

  it('after a project is deleted from its row, the row in its place has the focus', async () => {
    await makeListedProjects();
    const page = await openPage('/projects?search=listed&sort=title');
    const menu = (name: string) => page.getByRole('button', { name: `Actions for Listed ${name}` });
    const choose = async (name: string) => {
      await menu(name).focus();
      await page.keyboard.press('Enter');
      await arrowTo(page, page.getByRole('menuitem', { name: 'Delete…' }));
      await page.keyboard.press('Enter');
      await waitForFocus(dialog(page));
    };
    await choose('Amber');
    await page.keyboard.press('Escape');
    await waitForFocus(menu('Amber'));
    for (const [name, next] of [
      ['Amber', 'Moss'],
      ['Zinc', 'Moss'],
    ] as const) {
      await choose(name);
      await tabTo(page, dialog(page).getByRole('button', { name: 'Yes' }));
      await page.keyboard.press('Enter');
      await menu(name).waitFor({ state: 'detached' });
      await waitForFocus(menu(next));
    }
  });
});
