/** Primary images of pages from a folder: `--images` and `--images-url` of `build`, `test` and `inspect`. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readPages } from '#testkit/wxr-pages.ts';
import { createTestFolder, runGeoloom, writeSeed, writeSheet } from './command-fixture.ts';

const folder = createTestFolder();
afterAll(() => folder.remove());
const JPEG = readFileSync(join(import.meta.dirname, '../geotag/fixtures/baseline.jpg'));
const seed = folder.write(
  'plumber.xml',
  writeSeed().replace('[geo_city]', '[geo_city] [image_1] [image_3_alt] [featured_image]'),
);
const rows = folder.write('towns.csv', writeSheet(4));
const URL = 'https://www.example.com/wp-content/uploads/roofs';
let made = 0;

function writePhotos(files: Record<string, Uint8Array>): string {
  made += 1;
  mkdirSync(folder.resolve(`photos-${made}`));
  for (const [name, bytes] of Object.entries(files)) folder.write(`photos-${made}/${name}`, bytes);
  return folder.resolve(`photos-${made}`);
}

function build(photos: string, command = 'build') {
  const input = ['--seed', seed, '--rows', rows, '--images', photos, '--images-url', `${URL}/`];
  const out = command === 'inspect' ? [] : ['--out', folder.resolve(`out-${made}`)];
  return runGeoloom([command, ...input, ...out, '--json']);
}

describe('primary images of a folder', () => {
  const photos = () =>
    writePhotos({ 'roof 10.jpg': JPEG, 'roof 9.JPG': JPEG, 'ridge.jpeg': JPEG, '.hidden.jpg': JPEG });

  it('have the given URL, are ordered by name, and are used in turn as featured image', async () => {
    const { code, stderr } = await build(photos());
    expect([code, stderr]).toEqual([0, '']);
    const items = readPages(readFileSync(folder.resolve(`out-${made}/plumber.xml`)));
    const address = new Map(items.map(({ fields }) => [fields['wp:post_id'], fields['wp:attachment_url']]));
    const featured = items.flatMap(({ metas }) => metas.filter(([key]) => key === '_thumbnail_id'));
    const urls = ['ridge.jpeg', 'roof%209.JPG', 'roof%2010.jpg'].map((name) => `${URL}/${name}`);
    expect(featured.map(([, id]) => address.get(id))).toEqual([...urls, urls[0]]);
    const text = readFileSync(folder.resolve(`out-${made}/plumber.xml`), 'utf8');
    expect(text).toContain(`Town 2 ${urls[0]} roof 10 ${urls[1]}`);
  });

  it('are in the manifest with their checksums, and not in the output folder', async () => {
    await build(photos());
    const manifest = JSON.parse(readFileSync(folder.resolve(`out-${made}/manifest.json`), 'utf8')) as {
      images: { file: string; url: string; bytes: number; sha256: string }[];
    };
    expect(manifest).toMatchObject({ featured_images: 3 });
    expect(manifest.images).toHaveLength(3);
    expect(manifest.images[1]).toMatchObject({
      file: 'roof 9.JPG',
      bytes: JPEG.length,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      url: `${URL}/roof%209.JPG`,
    });
    expect(folder.list(`out-${made}`)).toEqual(['formed-links.html', 'manifest.json', 'plumber.xml']);
  });

  it('are also used by test and inspect', async () => {
    const given = photos();
    expect((await build(given, 'test')).code).toBe(0);
    const { code, stdout } = await build(given, 'inspect');
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { outcome: { pages: 4 } }]);
  });

  it('refuse the build if one isn’t an image or is too large, because numbers would change', async () => {
    const bad = { 'a.jpg': JPEG, 'b.png': Buffer.from('<svg/>'), 'c.webp': new Uint8Array(5_242_881) };
    const { code, stdout } = await build(writePhotos(bad));
    expect(code).toBe(1);
    expect(JSON.parse(stdout).problems).toMatchObject([
      { code: 'image-format', severity: 'fault', file: 'b.png' },
      { code: 'image-too-large', severity: 'fault', file: 'c.webp' },
    ]);
  });

  it('refuse the build if the folder has no images', async () => {
    const { code, stdout } = await build(writePhotos({ 'notes.txt': JPEG }));
    expect([code, JSON.parse(stdout).problems]).toMatchObject([1, [{ code: 'no-image' }]]);
  });

  it('need both flags, and a URL', async () => {
    const input = ['--seed', seed, '--rows', rows, '--out', folder.resolve('never')];
    const cases = [
      [['--images', folder.resolve('photos-1')], '--images needs --images-url'],
      [['--images-url', URL], '--images-url needs --images'],
      [['--images', folder.resolve('photos-1'), '--images-url', 'roofs'], 'Use the URL'],
    ] as const;
    for (const [flags, text] of cases) {
      const { code, stdout, stderr } = await runGeoloom(['build', ...input, ...flags]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(text);
    }
  });
});
