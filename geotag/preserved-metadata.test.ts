/** Metadata that copies preserve, drop or write, byte by byte. */
import { describe, expect, it } from 'vitest';
import { addSegments, exifSegment, HOUSTON, readFixture, toFile, writeTiff } from './image-fixture.ts';
import { readJpeg, toAscii, writeSegment } from './jpeg.ts';
import type { GeoTag } from './geo-tag.ts';
import { readTags } from './read-tags.ts';
import { readImage } from './source-image.ts';
import { tagImage } from './tag-image.ts';

function tag(bytes: Uint8Array, place: Partial<GeoTag> = {}) {
  const { image, problems } = readImage(bytes, 'deck.jpg');
  if (!image) throw new Error(problems[0]?.text);
  return toFile(tagImage(image, { ...HOUSTON, ...place }));
}

const getText = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const BASELINE = readFixture('baseline');

it('maker notes are removed from the EXIF, and other details stay', () => {
  const notes = toAscii('MAKERNOTE');
  const at = 8 + 2 + 12 + 4;
  const details = writeTiff(
    [
      [0x927c, 7, notes.length, at + 2 + 24 + 4],
      [0xa002, 3, 1, 48],
    ],
    toFile([notes]),
  ).subarray(8);
  const copy = tag(addSegments(BASELINE, exifSegment(writeTiff([[0x8769, 4, 1, at]], toFile([details])))));
  expect(getText(copy)).not.toContain('MAKERNOTE');
  expect(getText(copy)).toContain('\xa0\x02\0\x03\0\0\0\x01\0\x30');
});

it.each([
  [0x0409, 'thumbnail'],
  [0x040c, 'thumbnail'],
  [0x0422, 'EXIF'],
  [0x0423, 'EXIF'],
  [0x0424, 'XMP'],
  [0x0425, 'digest of the IPTC'],
])('the Photoshop resource %d is removed: %s', (id) => {
  const resource = (number: number, text: string) => [
    ...toAscii('8BIM'),
    number >> 8,
    number & 255,
    0,
    0,
    0,
    0,
    0,
    text.length,
    ...toAscii(text),
  ];
  const bytes = Uint8Array.from([...resource(id, 'GOES'), ...resource(0x03ed, 'STAY')]);
  const copy = getText(tag(addSegments(BASELINE, writeSegment(0xed, toAscii('Photoshop 3.0\0'), bytes))));
  expect(copy).not.toContain('GOES');
  expect(copy).toContain('STAY');
});

it('a FlashPix segment is removed, and a color profile stays', () => {
  const segments = ['FPXR\0\x01', 'ICC_PROFILE\0\x01\x01'].map((name) => writeSegment(0xe2, toAscii(name)));
  const copy = getText(tag(addSegments(BASELINE, ...segments)));
  expect(copy).not.toContain('FPXR');
  expect(copy).toContain('ICC_PROFILE\0\x01\x01');
});

it('a JFIF segment that declares a missing thumbnail declares none afterwards', () => {
  const begin = BASELINE.subarray(0, 2);
  const jfif = writeSegment(0xe0, toAscii('JFIF\0\x01\x02\0\0\x01\0\x01\x08\x08'));
  const rest = (readJpeg(BASELINE) as Exclude<ReturnType<typeof readJpeg>, string>).segments
    .filter(({ marker }) => marker !== 0xe0)
    .map(({ bytes }) => bytes);
  const { scan } = readJpeg(BASELINE) as Exclude<ReturnType<typeof readJpeg>, string>;
  expect(getText(tag(toFile([begin, jfif, ...rest, scan])))).toContain('JFIF\0\x01\x02\0\0\x01\0\x01\0\0');
});

describe('written metadata', () => {
  const read = (place: Partial<GeoTag>) => {
    const { tags } = readTags(tag(BASELINE, place), 'copy.jpg');
    if (!tags) throw new Error('The copy isn’t an image.');
    return tags;
  };

  it.each([0.6003999999999999, -0.6003999999999999, 29.7604, 89.99999999])(
    'degrees are rounded to the nearest ten thousandth of a second: %d',
    (degrees) => {
      const { exif, xmp } = read({ latitude: degrees });
      const nearest = Math.round(Math.abs(degrees) * 36_000_000) / 36_000_000;
      for (const { latitude = 0 } of [exif, xmp])
        expect(Math.abs(Math.abs(latitude) - nearest)).toBeLessThan(1.1e-8);
    },
  );

  it('a country code of two letters is in XMP, and one of three also in IPTC', () => {
    expect(read({ countryCode: 'US' })).toMatchObject({ xmp: { country_code: 'US' } });
    expect(read({ countryCode: 'US' }).iptc.country_code).toBeUndefined();
    expect(read({ countryCode: 'USA' }).iptc.country_code).toBe('USA');
  });

  it.each([
    [0, 0],
    [-3.25, -3.25],
    [8848.86, 8848.86],
  ])('an altitude of %d has the reference above or below sea level', (altitude, meters) => {
    const { exif, xmp } = read({ altitude });
    expect([exif.altitude, xmp.altitude]).toEqual([meters, meters]);
  });
});
