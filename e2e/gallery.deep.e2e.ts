/** Primary images and the map of towns on the page of a project. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { readPages } from '#testkit/wxr-pages.ts';
import { findViolations, measureHorizontalOverflow } from './accessibility.ts';
import { callApi, visitSignedIn } from './browser.ts';
import { makeFinishedProject } from './made-projects.ts';
import { press, waitForFocus } from './press.ts';
import { toFile, openForm, readFixture, saveAndOpen, waitForFigure } from './project-form.ts';
import { captureDownload } from './transfers.ts';

const NAMES = ['van.jpg', 'heater.jpg', 'tap.jpg'];
const SHEET = readFixture('towns.csv')
  .trim()
  .split('\n')
  .map((line, index) => `${line},${index === 0 ? 'lat,lng' : `${29 + index},-${95 + index}`}`)
  .join('\n');

function drawPhoto(index: number): Promise<Buffer> {
  const background = { r: 60 * index, g: 120, b: 140 };
  return sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

async function uploadPrimaryImages(): Promise<void> {
  for (const [index, name] of NAMES.entries()) {
    const bytes = await drawPhoto(index);
    const form = new FormData();
    form.set('type', 'wordpress');
    form.set('file', new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' }), name);
    const reply = await callApi('/api/v1/images/upload-primary', { method: 'POST', body: form });
    expect(reply.ok, await reply.text()).toBe(true);
  }
}

const shownImage = (page: Page) => page.locator('.yarl__slide_current img');
const waitForShown = (page: Page, name: string) =>
  expect.poll(() => shownImage(page).getAttribute('alt')).toBe(name);

it('primary images turn in a slideshow, by keyboard alone, and the towns are on a map', async () => {
  await uploadPrimaryImages();
  const id = await makeFinishedProject({ title: 'With images', script: `${SHEET}\n` });
  const { page, errors, readPolicyReports } = await visitSignedIn(`/projects/${id}`);
  await page.getByRole('img', { name: /^Map of \d+ towns ready/ }).waitFor();
  const opener = page.getByRole('button', { name: 'Open heater.jpg' });
  await opener.focus();
  expect(await findViolations(page)).toEqual([]);
  expect(await measureHorizontalOverflow(page)).toBe(0);
  await press(opener);
  await waitForShown(page, 'heater.jpg');
  await waitForFocus(page.getByRole('dialog'));
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('ArrowLeft');
  await waitForShown(page, 'van.jpg');
  await expect
    .poll(() => shownImage(page).evaluate((each) => (each as HTMLImageElement).complete))
    .toBe(true);
  await page.getByRole('button', { name: 'Start slideshow' }).press('Enter');
  await page.clock.fastForward(3000);
  await waitForShown(page, 'heater.jpg');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await readPolicyReports()).toEqual([]);
  expect(errors).toEqual([]);
});

it('primary images are reordered by keyboard and by drag, and removed in the gallery', async () => {
  await uploadPrimaryImages();
  const id = await makeFinishedProject({ title: 'In order', script: `${SHEET}\n` });
  const { page, errors } = await visitSignedIn(`/projects/${id}/edit`);
  const list = page.getByRole('list', { name: 'Images' });
  const order = () => list.locator('bdi').allInnerTexts();
  const kept = () =>
    page.waitForResponse((reply) => reply.url().endsWith('/images/order') && reply.status() === 200);
  await expect.poll(order).toEqual(['van.jpg', 'heater.jpg', 'tap.jpg']);
  const later = page.getByRole('button', { name: 'Move van.jpg later' });
  await Promise.all([kept(), press(later)]);
  await expect.poll(order).toEqual(['heater.jpg', 'van.jpg', 'tap.jpg']);
  await expect.poll(() => later.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await findViolations(page)).toEqual([]);
  const [first, last] = [list.getByRole('listitem').first(), list.getByRole('listitem').last()];
  await Promise.all([kept(), last.dragTo(first)]);
  await expect.poll(order).toEqual(['tap.jpg', 'heater.jpg', 'van.jpg']);
  const shown = page.getByRole('region', { name: 'Primary Images' }).locator('bdi');
  const { page: other } = await visitSignedIn(`/projects/${id}`);
  const before = other.getByRole('region', { name: 'Primary Images' }).locator('bdi');
  await expect.poll(() => before.allInnerTexts()).toEqual(['van.jpg', 'heater.jpg', 'tap.jpg']);
  expect(await saveAndOpen(page)).toBe(id);
  await expect.poll(() => shown.allInnerTexts()).toEqual(['tap.jpg', 'heater.jpg', 'van.jpg']);
  await press(page.getByRole('button', { name: 'Open heater.jpg' }));
  await press(page.getByRole('button', { name: 'Remove the image' }));
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect.poll(() => shown.allInnerTexts()).toEqual(['tap.jpg', 'van.jpg']);
  await waitForFocus(page.getByRole('button', { name: 'Open van.jpg' }));
  expect(errors).toEqual([]);
});

it("primary images of a WordPress project are its pages' featured images, in parts that pass the audit", async () => {
  const seed = readFixture('seed.xml').replace('<h2>', '<img src="[image_2]" alt="[image_2_alt]"><h2>');
  const { page } = await openForm({ title: 'Featured', seed: toFile('seed.xml', seed), sheet: 'towns.csv' });
  const files = await Promise.all(
    NAMES.map(async (name, index) => ({ name, mimeType: 'image/jpeg', buffer: await drawPhoto(index) })),
  );
  const picker = page.getByRole('region', { name: 'Primary Images' });
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    press(picker.getByRole('button', { name: /Drop images here/ })),
  ]);
  await chooser.setFiles(files);
  await picker.getByText(/^3 images, /).waitFor();
  await waitForFigure(page, 'Pages', '12');
  await saveAndOpen(page);
  await page.getByText('of 12 pages ready to import').waitFor();
  const link = page.getByRole('link', { name: 'Download featured.xml' });
  const download = await captureDownload(page, () => press(link));
  const part = readPages(readFileSync(await download.path()));
  const urls = new Map(part.map(({ fields }) => [fields['wp:post_id'], fields['wp:attachment_url']]));
  const turns = part.flatMap(({ metas }) => metas.filter(([key]) => key === '_thumbnail_id'));
  const featured = turns.map(([, id]) => /[^/]*$/.exec(urls.get(id) ?? '')?.[0]);
  expect(featured).toEqual(Array.from({ length: 12 }, (_, index) => NAMES[index % 3]));
  const second = urls.get(turns[1]?.[1] ?? '') ?? '';
  expect(part.filter(({ fields }) => fields['content:encoded']?.includes(second))).toHaveLength(12);
  const image = await fetch(second);
  expect(Buffer.from(await image.arrayBuffer()).equals(files[1]?.buffer ?? Buffer.alloc(0))).toBe(true);
});

it('a gallery whose code fails to load shows "Error Loading Page", and the page stays unchanged', async () => {
  await uploadPrimaryImages();
  const id = await makeFinishedProject({ title: 'Without a gallery', script: `${SHEET}\n` });
  const { page } = await visitSignedIn(`/projects/${id}`);
  const opener = page.getByRole('button', { name: 'Open heater.jpg' });
  await opener.waitFor();
  await page.route(/\/gallery-(?!opener)[\w-]+\.js$/, (route) => route.abort());
  await press(opener);
  await page.getByText('Error Loading Page').first().waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await opener.isVisible()).toBe(true);
});
