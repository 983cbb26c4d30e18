/**
 * Geocoder as a person uses it: from the choice of the platform to the opened zip, whose images carry each town's place
 * as another reader of tags finds it.
 */
import { readFileSync } from 'node:fs';
import exifr from 'exifr';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readZip } from '#testkit/zip-reader.ts';
import { findBarriers, findSidewaysScroll } from './accessibility.ts';
import { acceptDialogs, callApi, visitSignedIn } from './browser.ts';
import { showProject, waitForEnd } from './made-projects.ts';
import { press } from './press.ts';
import {
  choose,
  dropSheet,
  fileOf,
  followMessage,
  readDraft,
  saveAndOpen,
  saveButton,
  sheetPanel,
  testAndOpen,
  waitForFigure,
} from './project-form.ts';
import { takeDownload } from './transfers.ts';

const TOWNS =
  'city,state,lat,lng\nHouston,Texas,29.7604,-95.3698\nSydney,New South Wales,-33.86882,151.20929\n';
const imagesPanel = (page: Page) => page.getByRole('region', { name: 'Upload Images' });

const photo = async (name: string, red: number) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({
    create: { width: 900, height: 600, channels: 3, background: { r: red, g: 120, b: 80 } },
  })
    .jpeg()
    .toBuffer(),
});

type Files = Awaited<ReturnType<typeof photo>>[];

async function giveImages(page: Page, files: Files): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: /Drop images here/ }).press('Enter'),
  ]);
  await chooser.setFiles(files);
}

/** As forms send it, past the screens. @returns what the server answers */
async function sendForm(path: string, fields: Readonly<Record<string, string>>, file?: Files[number]) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ type: 'geocoder', ...fields })) form.set(name, value);
  if (file) form.set('file', new Blob([Uint8Array.from(file.buffer)], { type: file.mimeType }), file.name);
  const reply = await callApi(`/api/v1/${path}`, { method: 'POST', body: form });
  expect(reply.ok, reply.statusText).toBe(true);
  return (await reply.json()) as { data: unknown };
}

/** A saved project with one image whose edit form was begun elsewhere: its draft has another one. */
async function makeBegun(script: string): Promise<number> {
  await sendForm('upload', {}, await photo('saved.jpg', 110));
  const { data } = await sendForm('save-xml', { title: 'Decks', script });
  const { project_id: id } = data as { project_id: number };
  await waitForEnd(id);
  await sendForm('upload', { project_id: String(id) }, await photo('earlier.jpg', 120));
  return id;
}

async function chooseGeocoder() {
  const visit = await visitSignedIn('/projects/select-project-type');
  await visit.page.getByRole('radio', { name: 'Geocoder' }).click();
  await visit.page.waitForURL(/\/projects\/create-project$/);
  return visit;
}

async function fill(page: Page, files: Files, sheet = TOWNS): Promise<void> {
  await page.getByLabel('Title').fill('Decks');
  await giveImages(page, files);
  await choose(page, dropSheet(page), fileOf('towns.csv', sheet));
  await expect.poll(() => imagesPanel(page).getByRole('listitem').count()).toBe(files.length);
}

describe('a Geocoder project', () => {
  it('leads from the choice to the opened zip', async () => {
    const { page, errors, readPolicyReports } = await chooseGeocoder();
    for (const absent of ['Upload Seed Page', 'Footer Link Structure', 'Primary Images'])
      expect(await page.getByRole('region', { name: absent }).count(), absent).toBe(0);
    expect(await page.getByLabel('Notes').count()).toBe(0);
    await fill(page, [await photo('Deck one.jpg', 200), await photo('deck-two.jpg', 90)]);
    await waitForFigure(page, 'Tagged copies', '4');
    await imagesPanel(page).getByText('2 images', { exact: false }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await press(saveButton(page));
    await followMessage(page);
    await page.getByText('tagged images of 2 towns ready to download').waitFor();
    await page.getByRole('heading', { name: 'Houston, Texas' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const link = page.getByRole('link', { name: 'Download all Images' });
    const download = await takeDownload(page, () => press(link));
    expect(download.suggestedFilename()).toBe('decks.zip');
    const files = readZip(readFileSync(await download.path()));
    expect([...files.keys()].toSorted()).toEqual([
      'houston-texas/deck-one-houston-texas.jpg',
      'houston-texas/deck-two-houston-texas.jpg',
      'sydney-new-south-wales/deck-one-sydney-new-south-wales.jpg',
      'sydney-new-south-wales/deck-two-sydney-new-south-wales.jpg',
    ]);
    const copy = files.get('sydney-new-south-wales/deck-two-sydney-new-south-wales.jpg') ?? Buffer.alloc(0);
    const { latitude, longitude } = (await exifr.gps(copy)) ?? {};
    expect(latitude).toBeCloseTo(-33.86882, 6);
    expect(longitude).toBeCloseTo(151.20929, 6);
    const xmp = await exifr.parse(copy, { xmp: true });
    expect(xmp).toMatchObject({ City: 'Sydney', State: 'New South Wales' });
    expect(await readPolicyReports()).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('shows three sample images beside their tags, and one image is downloaded by itself', async () => {
    const { page } = await chooseGeocoder();
    await fill(page, [await photo('Deck.jpg', 40)]);
    await page.getByLabel('File name of each copy').fill('[geo_city]-[image_name]');
    await testAndOpen(page);
    await page
      .getByRole('region', { name: 'Test images' })
      .getByText('houston-deck.jpg', { exact: true })
      .waitFor();
    await expect.poll(() => page.getByLabel('Tags of the image').innerText()).toContain('29.7604');
    await press(page.getByRole('button', { name: 'Tag all 2 images' }));
    const one = page.getByRole('link', { name: 'Download sydney-deck.jpg' });
    const download = await takeDownload(page, () => press(one));
    expect((await exifr.gps(readFileSync(await download.path())))?.longitude).toBeCloseTo(151.20929, 6);
  });

  it('images above 5,242,880 bytes are dropped silently, and so is what is no JPEG', async () => {
    const { page } = await chooseGeocoder();
    const good = await photo('good.jpg', 10);
    const large = { ...good, name: 'large.jpg', buffer: Buffer.alloc(5_242_881) };
    const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') };
    await giveImages(page, [good, large, text]);
    await imagesPanel(page).getByText('2 files skipped: only JPEG images of up to 5 MB are used.').waitFor();
    await expect.poll(() => imagesPanel(page).getByRole('listitem').count()).toBe(1);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('changing the type clears images and seed', async () => {
    const { page } = await chooseGeocoder();
    acceptDialogs(page);
    await fill(page, [await photo('Deck.jpg', 60)]);
    await page.getByText('WordPress', { exact: true }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByRole('region', { name: 'Upload Seed Page' }).waitFor();
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('');
    await page.getByText('Geocoder', { exact: true }).click();
    await imagesPanel(page).waitFor();
    await expect.poll(() => imagesPanel(page).getByRole('listitem').count()).toBe(0);
  });

  it('names towns without coordinates before anything is sent', async () => {
    const { page } = await chooseGeocoder();
    await fill(page, [await photo('Deck.jpg', 70)], `${TOWNS}Dallas,Texas,,\n`);
    await waitForFigure(page, 'Rows skipped', '1');
    await press(sheetPanel(page).getByRole('tab', { name: /Problems/ }));
    await sheetPanel(page).getByText('The row has no latitude. Write it as in 29.7604.').waitFor();
  });

  it('takes images while an earlier draft is offered, which keeps its own', async () => {
    const long = 'Llanfair'.repeat(38);
    const id = await makeBegun(`${TOWNS}${long},Wales,53.2,-4.2\n`);
    const { page } = await visitSignedIn(`/projects/${id}/edit`);
    const names = () => imagesPanel(page).locator('bdi').allInnerTexts();
    await page.getByRole('button', { name: 'Restore draft' }).waitFor();
    await giveImages(page, [await photo('added.jpg', 130)]);
    await imagesPanel(page).getByText('2 images', { exact: false }).waitFor();
    await waitForFigure(page, 'Tagged copies', '6');
    expect(await saveAndOpen(page)).toBe(id);
    await page.getByText('tagged images of 3 towns ready to download').waitFor();
    // A name without a space is broken, and no wider than the window.
    await page.getByRole('heading', { name: long }).waitFor();
    expect(await findSidewaysScroll(page)).toBe(0);
    expect((await showProject(id)).files.map(({ name }) => name)).toEqual(['saved.jpg', 'added.jpg']);
    expect((await readDraft(id))?.files.map(({ name }) => name)).toEqual(['earlier.jpg']);
    await page.goto(`/projects/${id}/edit`);
    await press(page.getByRole('button', { name: 'Restore draft' }));
    await expect.poll(names).toEqual(['saved.jpg', 'earlier.jpg', 'added.jpg']);
  });
});
