/** Tutorials that two users change at once, whose server stops, or that have unusual titles. */
import { describe, expect, it } from 'vitest';
import { findViolationsInBothSchemes, measureHorizontalOverflow } from './accessibility.ts';
import { press, waitForText } from './press.ts';
import { makeTutorial, openTutorials, saveButton } from './tutorial-form.ts';

describe('a tutorial', () => {
  it('that two users change keeps the version that was saved first; errors are reported, and the form stays', async () => {
    const id = await makeTutorial({ title: 'Changed by two' });
    const [{ page: first }, { page: second }] = [
      await openTutorials(`/tutorials/${id}/edit`),
      await openTutorials(`/tutorials/${id}/edit`),
    ];
    for (const page of [first, second])
      await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Changed by two');
    await first.getByLabel('Title').fill('Changed by one');
    await press(saveButton(first));
    await waitForText(first, 'Tutorial was successfully updated!');
    await press(saveButton(second));
    await waitForText(second, /Ada Lovelace saved this on .+ Reload it and try again\./);
    await press(second.getByRole('button', { name: 'Discard my changes and reload' }));
    await expect.poll(() => second.getByLabel('Title').inputValue()).toBe('Changed by one');
    await second.route('**/api/v1/tutorials/*', (route) => route.abort('connectionreset'));
    await press(saveButton(second));
    await second.getByRole('alert').filter({ hasText: 'Something went wrong' }).waitFor();
    const { page: third } = await openTutorials('/tutorials/999999/edit');
    await waitForText(third, 'We couldn’t find that tutorial.');
    await third.route('**/api/v1/tutorials/*', (route) => route.abort('connectionreset'));
    await third.goto(`/tutorials/${id}`);
    await waitForText(third, 'Failed to fetch tutorial');
  });

  it('are shown literally, on accessible screens that fit a phone', async () => {
    const titles = ['x', 'A'.repeat(300), '🌍🧵 Städte', 'كيف تصدر صفحة', '<script>alert(1)</script>'];
    const ids: number[] = [];
    for (const title of titles) ids.push(await makeTutorial({ title, description: `Explains ${title}` }));
    const { page, errors } = await openTutorials('/tutorials', 390);
    for (const title of titles) await page.getByRole('link', { name: title, exact: true }).waitFor();
    const paths = [
      '/tutorials',
      `/tutorials/${ids[1]}`,
      `/tutorials/${ids[3]}`,
      '/tutorials/create',
      `/tutorials/${ids[1]}/edit`,
    ];
    const findings: string[] = [];
    for (const path of paths) {
      await page.goto(path);
      await page.locator('form, [class*="picture"]').first().waitFor();
      findings.push(...(await findViolationsInBothSchemes(page)).map((barrier) => `${path} ${barrier}`));
      if ((await measureHorizontalOverflow(page)) > 0) findings.push(`${path} scrolls sideways`);
    }
    expect([findings, errors]).toEqual([[], []]);
  });
});
