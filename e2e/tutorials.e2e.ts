/**
 * Tutorials as an administrator writes them: with a preview image, shown in a frame after a click alone,
 * changed by two at once, deleted; and titles of every kind on all their screens.
 */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { findBarriersInBoth, findSidewaysScroll } from './accessibility.ts';
import { acceptDialogs, callApi, visitSignedIn } from './browser.ts';
import { press } from './press.ts';
import { fileOf, watchCalls } from './project-form.ts';
import { giveFile } from './transfers.ts';

const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

async function makeTutorial(fields: { title: string; description?: string; link?: string }): Promise<number> {
  const body = JSON.stringify({ description: 'A short film.', link: VIDEO, ...fields });
  const reply = await callApi('/api/v1/tutorials', { method: 'POST', body });
  if (!reply.ok) throw new Error(await reply.text());
  return ((await reply.json()) as { data: { id: number } }).data.id;
}

const open = async (path: string, width = 1440) => {
  const visited = await visitSignedIn(path, { width });
  acceptDialogs(visited.page);
  return visited;
};
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Tutorial' });
const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const preview = (page: Page) => page.getByRole('img', { name: 'Preview Image' });

async function drawPicture() {
  const ground = { width: 1600, height: 900, channels: 3, background: '#0c7686' } as const;
  const bytes = await sharp({ create: ground }).png().toBuffer();
  return { ...fileOf('preview.png', bytes), mimeType: 'image/png' };
}

describe('a tutorial', () => {
  it('is created once with its preview, watched after a click, and left without its preview', async () => {
    const { page, readPolicyReports } = await open('/tutorials/create');
    await press(saveButton(page));
    for (const text of [
      'Title is required',
      'Tutorial description is required',
      'Link to video is required',
    ]) {
      await says(page, text);
    }
    await page.getByLabel('Title').fill('Export a page');
    await page.getByLabel('Tutorial description').fill('1234567');
    await says(page, 'Tutorial description must be at least 15 characters');
    await page.getByLabel('Tutorial description').fill('12345678');
    await page.getByLabel('Link to video').fill('youtube');
    await says(page, 'Enter a valid URL');
    await page.getByLabel('Link to video').fill(VIDEO);
    expect(await page.getByLabel('Difficulty level').inputValue()).toBe('easy');
    await page.getByLabel('Difficulty level').selectOption('Medium');
    const drop = page.getByRole('button', { name: /Drop an image here/ });
    await giveFile(page, () => press(drop), await drawPicture());
    await preview(page).waitFor();
    const calls = watchCalls(page);
    await saveButton(page).dblclick();
    await says(page, 'Tutorial was successfully added!');
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
    await says(page, 'Tutorial was successfully updated!');
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

  it('with a link to any other place is not framed', async () => {
    const link = 'https://videos.example.com/1';
    const id = await makeTutorial({ title: 'Elsewhere', link });
    const { page } = await open(`/tutorials/${id}`);
    const way = page.getByRole('link', { name: 'Open the video at videos.example.com' });
    expect(await way.getAttribute('href')).toBe(link);
    expect(await way.getAttribute('rel')).toBe('noopener noreferrer');
    expect(await page.getByRole('button', { name: 'Play video' }).count()).toBe(0);
  });

  it('that two change is kept as the first saved it; what fails is reported, and the form stays', async () => {
    const id = await makeTutorial({ title: 'Changed by two' });
    const [{ page: first }, { page: second }] = [
      await open(`/tutorials/${id}/edit`),
      await open(`/tutorials/${id}/edit`),
    ];
    for (const page of [first, second])
      await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Changed by two');
    await first.getByLabel('Title').fill('Changed by one');
    await press(saveButton(first));
    await says(first, 'Tutorial was successfully updated!');
    await press(saveButton(second));
    await says(second, /Ada Lovelace saved this on .+ Load it again\./);
    await press(second.getByRole('button', { name: 'Discard my changes and reload' }));
    await expect.poll(() => second.getByLabel('Title').inputValue()).toBe('Changed by one');
    await second.route('**/api/v1/tutorials/*', (route) => route.abort('connectionreset'));
    await press(saveButton(second));
    await second.getByRole('alert').filter({ hasText: 'Something went wrong' }).waitFor();
    const { page: third } = await open('/tutorials/999999/edit');
    await says(third, 'There is no tutorial at this address.');
    await third.route('**/api/v1/tutorials/*', (route) => route.abort('connectionreset'));
    await third.goto(`/tutorials/${id}`);
    await says(third, 'Failed to fetch tutorial.');
  });
});

/** Nothing is asked of the other server before the click. */
async function watch(page: Page): Promise<void> {
  const asked: string[] = [];
  await page.route('https://www.youtube-nocookie.com/**', (route) => {
    asked.push(route.request().headers().referer ?? '');
    return route.fulfill({ contentType: 'text/html', body: '<p>The film</p>' });
  });
  await press(page.getByRole('link', { name: 'Export a page' }));
  const play = page.getByRole('button', { name: 'Play video' });
  await play.waitFor();
  expect([await page.locator('iframe').count(), asked]).toEqual([0, []]);
  await press(play);
  await page.frameLocator('iframe').getByText('The film').waitFor();
  expect(asked).toEqual([`${new URL(page.url()).origin}/`]);
}

async function remove(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog', { name: 'Confirm Action' }).getByRole('button', { name: 'Yes' }).click();
  await says(page, 'Tutorial was successfully deleted!');
  await expect.poll(() => page.getByRole('region', { name: title }).count()).toBe(0);
}

describe('titles of every kind', () => {
  it('are shown as they are, on screens without a serious barrier that fit a phone', async () => {
    const titles = ['x', 'A'.repeat(300), '🌍🧵 Städte', 'كيف تصدر صفحة', '<script>alert(1)</script>'];
    const ids: number[] = [];
    for (const title of titles) ids.push(await makeTutorial({ title, description: `Explains ${title}` }));
    const { page, errors } = await open('/tutorials', 390);
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
      findings.push(...(await findBarriersInBoth(page)).map((barrier) => `${path} ${barrier}`));
      if ((await findSidewaysScroll(page)) > 0) findings.push(`${path} scrolls sideways`);
    }
    expect([findings, errors]).toEqual([[], []]);
  });
});
