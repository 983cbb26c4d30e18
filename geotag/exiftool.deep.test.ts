/**
 * Reads copies with ExifTool and exifr: every image of the fixtures and the corpus, in four hemispheres.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import exifr from 'exifr';
import { afterAll, describe, expect, it } from 'vitest';
import { runExiftool } from '#testkit/exiftool.ts';
import { HOUSTON, readCorpus, readFixtures, toFile } from './image-fixture.ts';
import type { GeoTag } from './geo-tag.ts';
import { readImage } from './source-image.ts';
import { tagImage } from './tag-image.ts';

const HEMISPHERES = [
  [29.7604, -95.3698],
  [-33.86882, 151.20929],
  [-34.60372, -58.38159],
  [60.16985, 24.93838],
] as const;
const CITY = 'São João & <Müller> 東京';

type Tags = Record<string, unknown>;

const folder = mkdtempSync(join(tmpdir(), 'geoloom-exiftool-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** @returns tags with their groups by file name, numbers unformatted, and a hash of the compressed image data */
function readFolder(name: string): Map<string, Tags> {
  const flags = ['-json', '-n', '-G1', '-charset', 'iptc=UTF8', '-api', 'requestall=3'];
  const all = ['-all', '-ImageDataHash', '-ICC_Profile:all', join(folder, name)];
  const found = JSON.parse(runExiftool([...flags, ...all])) as Tags[];
  return new Map(found.map((tags) => [basename(String(tags['SourceFile'])), tags]));
}

/** Picks the tags of groups by prefix. */
const pick = (tags: Tags, ...groups: string[]): Tags =>
  Object.fromEntries(Object.entries(tags).filter(([name]) => groups.some((group) => name.startsWith(group))));

const files = [...readFixtures(), ...readCorpus()];
mkdirSync(join(folder, 'originals'));
mkdirSync(join(folder, 'copies'));
const copies: { file: string; name: string; place: GeoTag; bytes: Uint8Array }[] = [];
for (const { file, bytes } of files) {
  writeFileSync(join(folder, 'originals', file), bytes);
  const { image } = readImage(bytes, file);
  if (!image) throw new Error(`${file} is refused`);
  for (const [latitude, longitude] of HEMISPHERES) {
    const place = { ...HOUSTON, city: CITY, caption: `Deck in ${CITY}`, latitude, longitude };
    const copy = toFile(tagImage(image, place));
    const name = `${copies.length}.jpg`;
    writeFileSync(join(folder, 'copies', name), copy);
    copies.push({ file, name, place, bytes: copy });
  }
}
const before = readFolder('originals');
const after = readFolder('copies');

console.log(`${files.length} images, ${copies.length} copies, read back by ExifTool and exifr`);

describe.each(copies)('$file at $place.latitude, $place.longitude', ({ file, name, place, bytes }) => {
  const original = before.get(file) ?? {};
  const tags = after.get(name) ?? {};

  it('has its coordinates in EXIF and XMP for both readers', async () => {
    for (const group of ['Composite', 'XMP-exif']) {
      expect(Math.abs(Number(tags[`${group}:GPSLatitude`]) - place.latitude), group).toBeLessThan(1e-6);
      expect(Math.abs(Number(tags[`${group}:GPSLongitude`]) - place.longitude), group).toBeLessThan(1e-6);
    }
    const other = await exifr.gps(Buffer.from(bytes));
    expect(Math.abs(other.latitude - Number(tags['Composite:GPSLatitude']))).toBeLessThan(1e-9);
    expect(Math.abs(other.longitude - Number(tags['Composite:GPSLongitude']))).toBeLessThan(1e-9);
    expect(Object.keys(pick(tags, 'GPS:')).toSorted()).toEqual([
      'GPS:GPSLatitude',
      'GPS:GPSLatitudeRef',
      'GPS:GPSLongitude',
      'GPS:GPSLongitudeRef',
      'GPS:GPSMapDatum',
      'GPS:GPSVersionID',
    ]);
  });

  it('has its names in EXIF, XMP and IPTC', () => {
    expect(tags).toMatchObject({
      'IFD0:ImageDescription': place.caption,
      'XMP-dc:Description': place.caption,
      'IPTC:Caption-Abstract': place.caption,
      'XMP-photoshop:City': CITY,
      'IPTC:City': CITY,
      'XMP-photoshop:State': 'Texas',
      'IPTC:Province-State': 'Texas',
      'XMP-photoshop:Country': 'United States',
      'IPTC:Country-PrimaryLocationName': 'United States',
      'XMP-iptcCore:CountryCode': 'USA',
      'IPTC:Country-PrimaryLocationCode': 'USA',
    });
  });

  it('has the picture, the profile and the orientation of its original, without warnings', () => {
    const kept = ['File:ImageDataHash', 'IFD0:Orientation', 'IFD0:Make', 'IFD0:Copyright'];
    for (const tag of kept) expect(tags[tag], tag).toEqual(original[tag]);
    expect(tags['File:ImageDataHash']).toMatch(/^[0-9a-f]{32}$/);
    expect(pick(tags, 'ICC', 'Adobe')).toEqual(pick(original, 'ICC', 'Adobe'));
    expect(pick(tags, 'ExifTool:Error', 'ExifTool:Warning')).toEqual({});
  });

  it('has no serial number, maker notes or previews', () => {
    const names = Object.keys(tags);
    expect(names.filter((tag) => /serial|maker|thumbnail|preview|^IFD1:/i.test(tag))).toEqual([]);
  });
});
