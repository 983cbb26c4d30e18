/** `geoloom geotag` and `geoloom images`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readZip } from '#testkit/zip-reader.ts';
import { createTestFolder, runGeoloom, type TestFolder } from './command-fixture.ts';

const IMAGES = join(import.meta.dirname, '../geotag/fixtures');
const SHEET = 'city,state,lat,lng\nHouston,Texas,29.7604,-95.3698\nSydney,NSW,-33.86882,151.20929\n';

let folder: TestFolder;
beforeEach(() => {
  folder = createTestFolder();
  mkdirSync(folder.resolve('photos'));
  for (const name of ['Deck One.jpg', 'porch.JPEG'])
    writeFileSync(folder.resolve(`photos/${name}`), readFileSync(join(IMAGES, 'exif.jpg')));
});
afterEach(() => folder.remove());

function geotag(sheet: string, out: string, ...more: string[]) {
  const rows = folder.write('towns.csv', sheet);
  const images = folder.resolve('photos');
  return runGeoloom(['geotag', '--images', images, '--rows', rows, '--out', folder.resolve(out), ...more]);
}

describe('geoloom geotag', () => {
  it('writes a copy of each image into a folder for each town', async () => {
    const { code, stdout } = await geotag(SHEET, 'tagged');
    expect(stdout).toMatch(/^4 copies of 2 images for 2 towns\./);
    expect(code).toBe(0);
    expect(folder.list('tagged')).toEqual(['houston-texas', 'sydney-nsw']);
    expect(folder.list('tagged/sydney-nsw')).toEqual(['deck-one-sydney-nsw.jpg', 'porch-sydney-nsw.jpg']);
  });

  it('writes the same bytes into a zip as into a folder', async () => {
    await geotag(SHEET, 'tagged');
    const { code, stdout } = await geotag(SHEET, 'tagged.zip', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      images: 2,
      towns: 2,
      copies: 4,
      skipped: 0,
      skipped_images: 0,
      problems: [],
    });
    expect(code).toBe(0);
    const zip = readZip(readFileSync(folder.resolve('tagged.zip')));
    expect([...zip.keys()].toSorted()).toEqual([
      'houston-texas/deck-one-houston-texas.jpg',
      'houston-texas/porch-houston-texas.jpg',
      'sydney-nsw/deck-one-sydney-nsw.jpg',
      'sydney-nsw/porch-sydney-nsw.jpg',
    ]);
    for (const [name, content] of zip)
      expect(content.equals(readFileSync(folder.resolve(`tagged/${name}`)))).toBe(true);
  });

  it('writes images of several megabytes completely', async () => {
    const photo = readFileSync(folder.resolve('photos/porch.JPEG'));
    // A scan that is larger than one write.
    const scan = Buffer.from(Array.from({ length: 1_500_000 }, (_, at) => (at * at) % 251));
    const large = Buffer.concat([photo.subarray(0, -2), scan, photo.subarray(-2)]);
    writeFileSync(folder.resolve('photos/porch.JPEG'), large);
    expect((await geotag(SHEET, 'tagged')).code).toBe(0);
    const { code } = await geotag(SHEET, 'tagged.zip');
    expect(code).toBe(0);
    const zip = readZip(readFileSync(folder.resolve('tagged.zip')));
    for (const name of ['houston-texas', 'sydney-nsw']) {
      const copy = readFileSync(folder.resolve(`tagged/${name}/porch-${name}.jpg`));
      expect(copy.subarray(-scan.length - 2).equals(large.subarray(-scan.length - 2))).toBe(true);
      expect(zip.get(`${name}/porch-${name}.jpg`)?.equals(copy)).toBe(true);
    }
  });

  it('skips rows and images that can’t be used, with the reason', async () => {
    writeFileSync(folder.resolve('photos/fake.jpg'), 'no image');
    const { code, stdout } = await geotag(`${SHEET}Dallas,Texas,,\n`, 'tagged', '--json');
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      copies: 4,
      skipped: 1,
      skipped_images: 1,
      problems: [
        { code: 'coordinate-empty', row: 4 },
        { code: 'image-format', file: 'fake.jpg' },
      ],
    });
  });

  it('reads coordinates in one column, altitudes, and names the parts that a motion photo loses', async () => {
    const photo = readFileSync(folder.resolve('photos/porch.JPEG'));
    writeFileSync(
      folder.resolve('photos/porch.JPEG'),
      Buffer.concat([photo, Buffer.from('\0\0\0\x18ftypmp42')]),
    );
    const sheet = 'city,state,coordinates,elevation_ft\nHouston,Texas,"29.7604, -95.3698",41\n';
    const { code, stdout } = await geotag(sheet, 'tagged', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      copies: 2,
      problems: [{ code: 'image-video-dropped', severity: 'notice', file: 'porch.JPEG' }],
    });
    const file = folder.resolve('tagged/houston-texas/porch-houston-texas.jpg');
    const read = await runGeoloom(['images', '--read', file, '--json']);
    const place = { latitude: 29.7604, longitude: -95.3698, altitude: 12.497 };
    expect(JSON.parse(read.stdout).files[0]).toMatchObject({ exif: place, xmp: place });
  });

  it('fills templates and refuses unknown columns', async () => {
    const templates = ['--file-name', '[geo_city] [row_number]', '--caption', 'Decks in [geo_city | upper]'];
    expect((await geotag(SHEET, 'tagged', ...templates)).code).toBe(0);
    expect(folder.list('tagged/houston-texas')).toEqual(['houston-2-2.jpg', 'houston-2.jpg']);
    const file = folder.resolve('tagged/houston-texas/houston-2.jpg');
    const { stdout } = await runGeoloom(['images', '--read', file, '--json']);
    expect(JSON.parse(stdout).files[0].exif.caption).toBe('Decks in HOUSTON');
    expect((await geotag(SHEET, 'other', '--caption', '[nothing]')).code).toBe(1);
    expect(folder.list()).not.toContain('other');
  });

  it.each([
    ['a sheet without coordinates', 'city\nHouston\n', 'tagged', 'no-coordinate-column'],
    ['a zip that exists', SHEET, 'old.zip', 'out-exists'],
    ['a folder that is not empty', SHEET, 'photos', 'out-not-empty'],
  ])('refuses %s and writes nothing', async (_what, sheet, out, problem) => {
    folder.write('old.zip', 'old');
    const rows = folder.write('towns.csv', sheet);
    const before = folder.list();
    const [images, target] = [folder.resolve('photos'), folder.resolve(out)];
    const args = ['geotag', '--images', images, '--rows', rows, '--out', target, '--json'];
    const { code, stdout } = await runGeoloom(args);
    expect(code).toBe(1);
    expect(JSON.parse(stdout).problems).toContainEqual(expect.objectContaining({ code: problem }));
    expect(folder.list()).toEqual(before);
  });

  it('refuses a folder without an image that can be tagged, and writes nothing', async () => {
    for (const name of ['Deck One.jpg', 'porch.JPEG']) writeFileSync(folder.resolve(`photos/${name}`), '');
    const { code, stdout } = await geotag(SHEET, 'deep/tagged.zip', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, copies: 0 });
    expect(folder.list()).toEqual(['photos', 'towns.csv']);
  });
});

describe('geoloom images', () => {
  it('shows coordinates, place and caption of each file', async () => {
    await geotag(SHEET, 'tagged');
    const file = folder.resolve('tagged/sydney-nsw/porch-sydney-nsw.jpg');
    const { code, stdout } = await runGeoloom(['images', '--read', file]);
    expect(stdout).toMatch(/porch-sydney-nsw\.jpg +-33\.868820 +151\.209290 +Sydney, NSW +Sydney, NSW/);
    expect(code).toBe(0);
  });

  it('names a file that isn’t an image', async () => {
    const { code, stdout } = await runGeoloom([
      'images',
      '--read',
      folder.write('note.txt', 'words'),
      '--json',
    ]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, files: [], problems: [{ code: 'image-format' }] });
  });
});
