/**
 * Saving and testing a new project as a person does it: what is missing, one project for two clicks, the
 * question about large output, and leaving with or without what was entered.
 */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findSidewaysScroll } from './accessibility.ts';
import { BY_CALLS } from './browser.ts';
import { holdClock, passUntil } from './clock.ts';
import { showProject } from './made-projects.ts';
import { press } from './press.ts';
import {
  answer,
  choose,
  dialog,
  dropSeed,
  dropSheet,
  followMessage,
  largeSeed,
  openForm,
  QUESTION,
  saveButton,
  testAndOpen,
  waitForDraft,
  waitForFigure,
  watchCalls,
} from './project-form.ts';

const success = (page: Page) => page.getByRole('dialog', { name: 'Success!' });
const isAtProject = (page: Page) => /\/projects\/\d+$/.test(page.url());

async function openWhole(title: string): Promise<Page> {
  const { page } = await openForm({ title, seed: 'seed.xml', sheet: 'towns.csv' });
  await waitForFigure(page, 'Pages', '12');
  return page;
}

describe('saving', () => {
  it('asks for what is missing, then adds the project once and opens it after four seconds', async () => {
    const { page } = await openForm();
    await saveButton(page).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Fix the problems below' });
    await alert.getByText('Title is required').waitFor();
    await alert.getByText('Seed Page is required').waitFor();
    await alert.getByText('Either Google Sheet Link or Manual Spreadsheet Data is required').waitFor();
    await page.getByLabel('Title').fill('Roof repair, saved once');
    await choose(page, dropSeed(page), 'seed.xml');
    await choose(page, dropSheet(page), 'towns.csv');
    await waitForFigure(page, 'Pages', '12');
    const calls = watchCalls(page);
    await holdClock(page);
    await saveButton(page).dblclick();
    await passUntil(page, () => success(page).getByText('Project was successfully added!').isVisible());
    // Of four seconds some have passed until the message is seen.
    expect(await passUntil(page, () => isAtProject(page))).toBeGreaterThan(2500);
    await page.clock.resume();
    expect(calls.filter((call) => call === 'POST save-xml')).toHaveLength(1);
    await page.getByRole('heading', { name: 'Roof repair, saved once' }).waitFor();
  });

  it('goes on only when the pointer has left the message', async () => {
    const page = await openWhole('Pointer inside');
    const { promise: isSeen, resolve: letGo } = Promise.withResolvers<void>();
    await page.route('**/save-test', (route) => isSeen.then(() => route.continue()));
    await holdClock(page);
    await page.getByRole('button', { name: 'Test Page' }).click();
    await page.getByRole('button', { name: 'Testing...' }).waitFor();
    letGo();
    const message = success(page).getByText('Test was successfully started!');
    await passUntil(page, () => message.isVisible());
    await message.hover();
    await page.clock.runFor(60_000);
    expect(await message.isVisible()).toBe(true);
    expect(isAtProject(page)).toBe(false);
    await page.mouse.move(5, 400);
    expect(await passUntil(page, () => isAtProject(page))).toBeGreaterThan(1500);
  });

  it('closes Save while a fault stands, and says so next to it', async () => {
    const { page } = await openForm({ seed: 'seed-misspelt.xml', sheet: 'towns.csv' });
    await page.getByText('Fix 1 problem to continue').waitFor();
    expect(await saveButton(page).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Test Page' }).isDisabled()).toBe(true);
  });

  it('keeps a title with emoji, letters from right to left and what looks like a program', async () => {
    const title = `🏠 تصليح الأسقف ⛈️ <script>window.hacked = true</script>{{7*7}} ${'long '.repeat(60)}`;
    const page = await openWhole(title.slice(0, 299).trimEnd());
    await testAndOpen(page);
    const heading = page.getByRole('heading', { level: 1 });
    await expect.poll(() => heading.textContent()).toBe(title.slice(0, 299).trimEnd());
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(await findSidewaysScroll(page)).toBe(0);
  });

  it('says at its field that a title is too long', async () => {
    const page = await openWhole('y'.repeat(301));
    await saveButton(page).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Fix the problems below' });
    await alert.getByText('Title must be at most 300 characters').waitFor();
  });
});

describe('output above ten million bytes', () => {
  async function ask(title: string): Promise<Page> {
    const { page } = await openForm({ title, seed: largeSeed('large.xml'), sheet: 'towns.csv' });
    await waitForFigure(page, 'Pages', '12');
    await saveButton(page).click();
    await dialog(page).getByText(QUESTION, { exact: true }).waitFor();
    return page;
  }

  const countParts = async (id: number) => (await showProject(id)).parts.length;

  it('is asked about; No makes one part', async () => {
    const page = await ask('Large, in one');
    await answer(page, 'No');
    const id = await followMessage(page);
    await expect.poll(() => countParts(id), BY_CALLS).toBe(1);
  });
});

describe('leaving', () => {
  it('asks before Cancel throws anything away, then closes the draft and goes to the list', async () => {
    const page = await openWhole('Thrown away');
    await waitForDraft(page);
    const calls = watchCalls(page);
    await press(page.getByRole('button', { name: 'Cancel' }));
    await answer(page, 'No');
    await dialog(page).waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Title').inputValue()).toBe('Thrown away');
    await press(page.getByRole('button', { name: 'Cancel' }));
    await answer(page, 'Yes');
    await page.waitForURL('**/projects');
    await expect.poll(() => calls).toContain('GET project/cancel-project');
    await page.goto('/projects/create-project');
    await page.getByLabel('Notes').fill('Begun again');
    // It goes to the server once it is known that no earlier draft is there.
    await waitForDraft(page);
    expect(await page.getByRole('button', { name: 'Restore draft' }).count()).toBe(0);
  });

  it('asks only when something was entered', async () => {
    const { page } = await openForm();
    await press(page.getByRole('link', { name: 'Projects' }).first());
    await page.waitForURL('**/projects');
    await page.goBack();
    await page.getByLabel('Title').fill('Left');
    await press(page.getByRole('link', { name: 'Projects' }).first());
    await dialog(page).getByText('Leave this page?').waitFor();
    await answer(page, 'No');
    expect(page.url()).toMatch(/create-project$/);
    await press(page.getByRole('link', { name: 'Projects' }).first());
    await answer(page, 'Yes');
    await page.waitForURL('**/projects');
  });
});
