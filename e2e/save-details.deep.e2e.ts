/** Details of saving: unusual titles, a message that waits for the pointer, and leaving without input. */
import { describe, expect, it } from 'vitest';
import { measureHorizontalOverflow } from './accessibility.ts';
import { holdClock, advanceUntil } from './clock.ts';
import { press } from './press.ts';
import {
  answer,
  dialog,
  isAtProject,
  openForm,
  openFilledForm,
  saveButton,
  success,
  testAndOpen,
} from './project-form.ts';

describe('saving', () => {
  it('keeps a title with emoji, right-to-left letters and text that looks like code', async () => {
    const title = `🏠 تصليح الأسقف ⛈️ <script>window.hacked = true</script>{{7*7}} ${'long '.repeat(60)}`;
    const page = await openFilledForm(title.slice(0, 299).trimEnd());
    await testAndOpen(page);
    const heading = page.getByRole('heading', { level: 1 });
    await expect.poll(() => heading.textContent()).toBe(title.slice(0, 299).trimEnd());
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(await measureHorizontalOverflow(page)).toBe(0);
  });

  it('reports a title that is too long at its field', async () => {
    const page = await openFilledForm('y'.repeat(301));
    await saveButton(page).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Fix the problems below' });
    await alert.getByText('Title must be at most 300 characters').waitFor();
  });

  it('redirects only after the pointer has left the message', async () => {
    const page = await openFilledForm('Pointer inside');
    const { promise: isSeen, resolve: finish } = Promise.withResolvers<void>();
    await page.route('**/save-test', (route) => isSeen.then(() => route.continue()));
    await holdClock(page);
    await page.getByRole('button', { name: 'Test Page' }).click();
    await page.getByRole('button', { name: 'Testing...' }).waitFor();
    finish();
    const message = success(page).getByText('Test was successfully started!');
    await advanceUntil(page, () => message.isVisible());
    await message.hover();
    await page.clock.runFor(60_000);
    expect(await message.isVisible()).toBe(true);
    expect(isAtProject(page)).toBe(false);
    await page.mouse.move(5, 400);
    expect(await advanceUntil(page, () => isAtProject(page))).toBeGreaterThan(1500);
  });
});

describe('leaving', () => {
  it('asks for confirmation only after input', async () => {
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
