/**
 * Geocoder from the project type to the opened zip, whose images have each town's coordinates as read by another
 * library.
 */
import { readFileSync } from 'node:fs';
import exifr from 'exifr';
import { describe, expect, it } from 'vitest';
import { readZip } from '#testkit/zip-reader.ts';
import { findViolations } from './accessibility.ts';
import { chooseGeocoder, fillImages, imagesPanel, photo } from './geocoder-form.ts';
import { press } from './press.ts';
import { followMessage, saveButton, waitForFigure } from './project-form.ts';
import { captureDownload } from './transfers.ts';

describe('a Geocoder project', () => {
  it('works from the project type to the opened zip', async () => {
    const { page, errors, readPolicyReports } = await chooseGeocoder();
    for (const absent of ['Upload Seed Page', 'Footer Link Structure', 'Primary Images'])
      expect(await page.getByRole('region', { name: absent }).count(), absent).toBe(0);
    expect(await page.getByLabel('Notes').count()).toBe(0);
    await fillImages(page, [await photo('Deck one.jpg', 200), await photo('deck-two.jpg', 90)]);
    await waitForFigure(page, 'Tagged copies', '4');
    await imagesPanel(page).getByText('2 images', { exact: false }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await press(saveButton(page));
    await followMessage(page);
    await page.getByText('tagged images of 2 towns ready to download').waitFor();
    await page.getByRole('heading', { name: 'Houston, Texas' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    const link = page.getByRole('link', { name: 'Download all Images' });
    const download = await captureDownload(page, () => press(link));
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
});
