/**
 * Tutorials of an admin: created with a preview image, played in a frame only after a click, changed and deleted.
 */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { inDeepTier } from '#testkit/tier.ts';
import { press, waitForText } from './press.ts';
import { toFile, watchCalls } from './project-form.ts';
import { makeTutorial, openTutorials, saveButton, VIDEO } from './tutorial-form.ts';
import { uploadFile } from './transfers.ts';

const preview = (page: Page) => page.getByRole('img', { name: 'Preview Image' });

async function drawPicture() {
  const ground = { width: 1600, height: 900, channels: 3, background: '#0c7686' } as const;
  const bytes = await sharp({ create: ground }).png().toBuffer();
  return { ...toFile('preview.png', bytes), mimeType: 'image/png' };
}

describe('a tutorial', () => {
  it('is created once with its preview, played after a click, and saved without its preview', async () => {
    const { page, readPolicyReports } = await openTutorials('/tutorials/create');
    await press(saveButton(page));
    for (const text of [
      'Title is required',
      'Tutorial description is required',
      'Link to video is required',
    ]) {
      await waitForText(page, text);
    }
    await page.getByLabel('Title').fill('Export a page');
    await page.getByLabel('Tutorial description').fill('1234567');
    await waitForText(page, 'Tutorial description must be at least 15 characters');
    await page.getByLabel('Tutorial description').fill('12345678');
    await page.getByLabel('Link to video').fill('youtube');
    await waitForText(page, 'Enter a valid URL');
    await page.getByLabel('Link to video').fill(VIDEO);
    expect(await page.getByLabel('Difficulty level').inputValue()).toBe('easy');
    await page.getByLabel('Difficulty level').selectOption('Medium');
    const drop = page.getByRole('button', { name: /Drop an image here/ });
    await uploadFile(page, () => press(drop), await drawPicture());
    await preview(page).waitFor();
    const calls = watchCalls(page);
    await saveButton(page).dblclick();
    await waitForText(page, 'Tutorial was successfully added!');
    await page.clock.fastForward(4000);
    await page.waitForURL('**/tutorials');
    expect(calls.filter((call) => call === 'POST tutorials')).toHaveLength(1);
    const card = page.getByRole('region', { name: 'Export a page' });
    await expect.poll(() => card.innerText()).toContain('Medium');
    await expect
      .poll(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(1280);
    await watch(page);
    expect(await readPolicyReports()).toEqual([]);
    await press(page.getByRole('link', { name: 'Edit' }));
    await preview(page).waitFor();
    await press(page.getByRole('button', { name: 'Remove the preview image' }));
    await press(saveButton(page));
    await waitForText(page, 'Tutorial was successfully updated!');
    expect(new URL(page.url()).pathname).toMatch(/^\/tutorials\/\d+\/edit$/);
    // A second save has the revision of the first.
    await page.getByLabel('Title').fill('Export one page');
    await Promise.all([
      page.waitForResponse((reply) => reply.request().method() === 'PUT' && reply.ok()),
      press(saveButton(page)),
    ]);
    expect(calls.filter((call) => call.startsWith('PUT tutorials/'))).toHaveLength(2);
    await page.goto('/tutorials?search=Export+one');
    const changed = page.getByRole('region', { name: 'Export one page' });
    await changed.waitFor();
    expect(await changed.locator('img').count()).toBe(0);
    await remove(page, 'Export one page');
  });

  inDeepTier(() => {
    it('with a link to another site is not embedded', async () => {
      const link = 'https://videos.example.com/1';
      const id = await makeTutorial({ title: 'Elsewhere', link });
      const { page } = await openTutorials(`/tutorials/${id}`);
      const way = page.getByRole('link', { name: 'Open the video at videos.example.com' });
      expect(await way.getAttribute('href')).toBe(link);
      expect(await way.getAttribute('rel')).toBe('noopener noreferrer');
      expect(await page.getByRole('button', { name: 'Play video' }).count()).toBe(0);
    });
  });
});

/** Checks that no request goes to the video's site before the click. */
async function watch(page: Page): Promise<void> {
  const referers: string[] = [];
  await page.route('https://www.youtube-nocookie.com/**', (route) => {
    referers.push(route.request().headers().referer ?? '');
    return route.fulfill({ contentType: 'text/html', body: '<p>The film</p>' });
  });
  await press(page.getByRole('link', { name: 'Export a page' }));
  const play = page.getByRole('button', { name: 'Play video' });
  await play.waitFor();
  expect([await page.locator('iframe').count(), referers]).toEqual([0, []]);
  await press(play);
  await page.frameLocator('iframe').getByText('The film').waitFor();
  expect(referers).toEqual([`${new URL(page.url()).origin}/`]);
}

async function remove(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog', { name: 'Confirm Action' }).getByRole('button', { name: 'Yes' }).click();
  await waitForText(page, 'Tutorial was successfully deleted!');
  await expect.poll(() => page.getByRole('region', { name: title }).count()).toBe(0);
}
