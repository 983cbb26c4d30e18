/** Actions in the form of a Geocoder project: images and towns. */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import { visitSignedIn } from './browser.ts';
import { choose, dropSheet, toFile } from './project-form.ts';

export const TOWNS =
  'city,state,lat,lng\nHouston,Texas,29.7604,-95.3698\nSydney,New South Wales,-33.86882,151.20929\n';
export const imagesPanel = (page: Page) => page.getByRole('region', { name: 'Upload Images' });

export const photo = async (name: string, red: number) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({
    create: { width: 900, height: 600, channels: 3, background: { r: red, g: 120, b: 80 } },
  })
    .jpeg()
    .toBuffer(),
});

export type Files = Awaited<ReturnType<typeof photo>>[];

export async function uploadImages(page: Page, files: Files): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: /Drop images here/ }).press('Enter'),
  ]);
  await chooser.setFiles(files);
}

export async function chooseGeocoder() {
  const visit = await visitSignedIn('/projects/select-project-type');
  await visit.page.getByRole('radio', { name: 'Geocoder' }).click();
  await visit.page.waitForURL(/\/projects\/create-project$/);
  return visit;
}

export async function fillImages(page: Page, files: Files, sheet = TOWNS): Promise<void> {
  await page.getByLabel('Title').fill('Decks');
  await uploadImages(page, files);
  await choose(page, dropSheet(page), toFile('towns.csv', sheet));
  await expect.poll(() => imagesPanel(page).getByRole('listitem').count()).toBe(files.length);
}
