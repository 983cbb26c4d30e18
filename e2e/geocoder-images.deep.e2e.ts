/**
 * A Geocoder project: samples, invalid images and towns, a change of the type, and an earlier draft.
 */
import { readFileSync } from 'node:fs';
import exifr from 'exifr';
import { describe, expect, it } from 'vitest';
import { measureHorizontalOverflow } from './accessibility.ts';
import { acceptDialogs, callApi, visitSignedIn } from './browser.ts';
import {
  chooseGeocoder,
  type Files,
  fillImages,
  uploadImages,
  imagesPanel,
  photo,
  TOWNS,
} from './geocoder-form.ts';
import { showProject, waitForRuns } from './made-projects.ts';
import { press } from './press.ts';
import { saveAndOpen, sheetPanel, testAndOpen, waitForFigure } from './project-form.ts';
import { captureDownload } from './transfers.ts';

/** Sends a form to the API. @returns the response */
async function sendForm(path: string, fields: Readonly<Record<string, string>>, file?: Files[number]) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ type: 'geocoder', ...fields })) form.set(name, value);
  if (file) form.set('file', new Blob([Uint8Array.from(file.buffer)], { type: file.mimeType }), file.name);
  const reply = await callApi(`/api/v1/${path}`, { method: 'POST', body: form });
  expect(reply.ok, reply.statusText).toBe(true);
  return (await reply.json()) as { data: unknown };
}

/** Creates a project with one image, and a draft of it with another image. */
async function makeWithDraft(script: string): Promise<number> {
  await sendForm('upload', {}, await photo('saved.jpg', 110));
  const { data } = await sendForm('save-xml', { title: 'Decks', script });
  const { project_id: id } = data as { project_id: number };
  await waitForRuns(id);
  await sendForm('upload', { project_id: String(id) }, await photo('earlier.jpg', 120));
  await callApi('/api/v1/project/cancel-project');
  return id;
}

describe('a Geocoder project', () => {
  it('shows three sample images next to their tags, and downloads a single image', async () => {
    const { page } = await chooseGeocoder();
    await fillImages(page, [await photo('Deck.jpg', 40)]);
    await page.getByLabel('File name of each copy').fill('[geo_city]-[image_name]');
    await testAndOpen(page);
    await page
      .getByRole('region', { name: 'Test images' })
      .getByText('houston-deck.jpg', { exact: true })
      .waitFor();
    await expect.poll(() => page.getByLabel('Tags of the image').innerText()).toContain('29.7604');
    await press(page.getByRole('button', { name: 'Tag all 2 images' }));
    const one = page.getByRole('link', { name: 'Download sydney-deck.jpg' });
    const download = await captureDownload(page, () => press(one));
    expect((await exifr.gps(readFileSync(await download.path())))?.longitude).toBeCloseTo(151.20929, 6);
  });

  it('drops images above 5,242,880 bytes, and files other than JPEG, silently', async () => {
    const { page } = await chooseGeocoder();
    const good = await photo('good.jpg', 10);
    const large = { ...good, name: 'large.jpg', buffer: Buffer.alloc(5_242_881) };
    const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') };
    await uploadImages(page, [good, large, text]);
    await imagesPanel(page).getByText('2 files skipped: only JPEG images of up to 5 MB are used.').waitFor();
    await expect.poll(() => imagesPanel(page).getByRole('listitem').count()).toBe(1);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('changing the type clears images and seed', async () => {
    const { page } = await chooseGeocoder();
    acceptDialogs(page);
    await fillImages(page, [await photo('Deck.jpg', 60)]);
    await page.getByText('WordPress', { exact: true }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByRole('region', { name: 'Upload Seed Page' }).waitFor();
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('');
    await page.getByText('Geocoder', { exact: true }).click();
    await imagesPanel(page).waitFor();
    await expect.poll(() => imagesPanel(page).getByRole('listitem').count()).toBe(0);
  });

  it('reports towns without coordinates before sending', async () => {
    const { page } = await chooseGeocoder();
    await fillImages(page, [await photo('Deck.jpg', 70)], `${TOWNS}Dallas,Texas,,\n`);
    await waitForFigure(page, 'Skipped', '1');
    await press(sheetPanel(page).getByRole('tab', { name: /Problems/ }));
    await sheetPanel(page).getByText('The row has no latitude. Write it as in 29.7604.').waitFor();
  });

  it('accepts images while an earlier draft is offered, which keeps its own', async () => {
    const long = 'Llanfair'.repeat(38);
    const id = await makeWithDraft(`${TOWNS}${long},Wales,53.2,-4.2\n`);
    const { page } = await visitSignedIn(`/projects/${id}/edit`);
    const names = () => imagesPanel(page).locator('bdi').allInnerTexts();
    await page.getByRole('button', { name: 'Restore draft' }).waitFor();
    await uploadImages(page, [await photo('added.jpg', 130)]);
    await imagesPanel(page).getByText('2 images', { exact: false }).waitFor();
    await waitForFigure(page, 'Tagged copies', '6');
    expect(await saveAndOpen(page)).toBe(id);
    await page.getByText('tagged images of 3 towns ready to download').waitFor();
    // A name without spaces wraps within the window.
    await page.getByRole('heading', { name: long }).waitFor();
    expect(await measureHorizontalOverflow(page)).toBe(0);
    expect((await showProject(id)).files.map(({ name }) => name)).toEqual(['saved.jpg', 'added.jpg']);
    await page.goto(`/projects/${id}/edit`);
    await press(page.getByRole('button', { name: 'Restore draft' }));
    await expect.poll(names).toEqual(['saved.jpg', 'earlier.jpg']);
  });
});
