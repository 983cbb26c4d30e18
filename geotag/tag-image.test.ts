import exifr from 'exifr';
import { describe, expect, it, vi } from 'vitest';
import {
  addSegments,
  exifSegment,
  HOUSTON,
  readCorpus,
  readFixture,
  readFixtures,
  toFile,
  writeTiff,
  xmpSegment,
} from './image-fixture.ts';
import { readJpeg, toAscii, writeSegment } from './jpeg.ts';
import type { GeoTag } from './geo-tag.ts';
import { readImage } from './source-image.ts';
import { tagImage } from './tag-image.ts';

const HEMISPHERES: readonly (readonly [number, number])[] = [
  [29.7604, -95.3698],
  [-33.86882, 151.20929],
  [-34.60372, -58.38159],
  [60.16985, 24.93838],
];
/** Places with degrees that have no fraction, or nearly one. */
const EDGES: readonly (readonly [number, number])[] = [
  [90, 180],
  [-90, -180],
  [0, 1],
  [59.9999999999, -179.9999999999],
  [29.999999, 0.0000001],
];

const ORIENTATION = [0x0112, 3, 1, 6] as const;

function tag(bytes: Uint8Array, place: Partial<GeoTag> = {}): Uint8Array<ArrayBuffer> {
  const { image, problems } = readImage(bytes, 'deck.jpg');
  if (!image) throw new Error(problems[0]?.text);
  return toFile(tagImage(image, { ...HOUSTON, ...place }));
}

interface Tags {
  [block: string]: Record<string, unknown> | undefined;
}

async function readBack(bytes: Uint8Array): Promise<Tags> {
  const options = { tiff: true, xmp: true, iptc: true, icc: true, jfif: true, ifd1: true, gps: true };
  const blocks = (await exifr.parse(Buffer.from(bytes), {
    ...options,
    interop: true,
    makerNote: true,
    userComment: true,
    mergeOutput: false,
    multiSegment: true,
  })) as Tags | undefined;
  return { ...blocks, iptc: decodeIptc(blocks?.['iptc']) };
}

/** Decodes IPTC, because exifr reads each byte as a character and ignores the declared encoding. */
function decodeIptc(iptc: Tags[string]): Tags[string] {
  const decode = (value: unknown) =>
    typeof value === 'string' ? Buffer.from(value, 'latin1').toString('utf8') : value;
  return iptc && Object.fromEntries(Object.entries(iptc).map(([name, value]) => [name, decode(value)]));
}

/** Decodes character references, which exifr doesn't. */
function decodeReferences(text: unknown): string {
  return String(text).replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function parseStructure(bytes: Uint8Array) {
  const jpeg = readJpeg(bytes);
  if (typeof jpeg === 'string') throw new Error(jpeg);
  return jpeg;
}

/** Color profile, Adobe’s transform, tables and frame, which determine the appearance. */
function listImageParts(bytes: Uint8Array): Buffer[] {
  const { segments, scan } = parseStructure(bytes);
  const kept = segments.filter(
    ({ marker }) => marker < 0xe0 || marker > 0xef || marker === 0xe2 || marker === 0xee,
  );
  return [...kept.map((segment) => segment.bytes), scan].map((each) => Buffer.from(each));
}

/** A picture with an index, followed by the picture that the index names. */
function writeFurtherPicture(): { file: Uint8Array; further: Uint8Array } {
  const further = addSegments(
    readFixture('gray'),
    exifSegment(writeTiff([ORIENTATION, [0x8825, 4, 1, 0x4711]])),
  );
  const photoshop = writeSegment(0xed, toAscii('Photoshop 3.0\0'));
  const build = (offset: number) => {
    const entries = new Uint8Array(32);
    const view = new DataView(entries.buffer);
    view.setUint32(16 + 4, further.length);
    view.setUint32(16 + 8, offset);
    const block = writeTiff([[0xb002, 7, 32, 8 + 2 + 12 + 4]], entries);
    const index = writeSegment(0xe2, toAscii('MPF\0'), block);
    return addSegments(readFixture('baseline'), index, photoshop);
  };
  const offset = build(0).length - 2 - 4 - 4;
  return { file: toFile([build(offset), further, toAscii('more')]), further };
}

const files = [...readFixtures(), ...readCorpus()];

describe(`copies of ${files.length} images`, () => {
  it.each(files)('gives $file the coordinates of four hemispheres', async ({ bytes }) => {
    for (const [latitude, longitude] of HEMISPHERES) {
      const copy = tag(bytes, { latitude, longitude });
      const gps = await exifr.gps(Buffer.from(copy));
      expect(gps.latitude).toBeCloseTo(latitude, 6);
      expect(gps.longitude).toBeCloseTo(longitude, 6);
    }
  });

  it.each(files)('gives $file the same names in EXIF, XMP and IPTC', async ({ bytes }) => {
    const { ifd0, photoshop, Iptc4xmpCore, dc, iptc } = await readBack(tag(bytes));
    expect(ifd0?.['ImageDescription']).toBe('Deck in Houston, Texas');
    expect({ ...photoshop, ...Iptc4xmpCore }).toMatchObject({
      City: 'Houston',
      State: 'Texas',
      Country: 'United States',
      CountryCode: 'USA',
    });
    expect(dc?.['description']).toMatchObject({ value: 'Deck in Houston, Texas' });
    expect(iptc).toMatchObject({
      City: 'Houston',
      State: 'Texas',
      Country: 'United States',
      CountryCode: 'USA',
      Caption: 'Deck in Houston, Texas',
    });
  });

  it.each(files)('leaves the picture of $file byte-identical', ({ bytes }) => {
    expect(listImageParts(tag(bytes))).toEqual(listImageParts(bytes));
  });

  it.each(files)(
    'preserves camera, dates, copyright and orientation of $file, and nothing else of its EXIF',
    async ({ bytes }) => {
      const before = await readBack(bytes);
      const after = await readBack(tag(bytes));
      for (const name of ['Make', 'Model', 'ModifyDate', 'Copyright', 'Orientation', 'Software', 'Artist'])
        expect(after['ifd0']?.[name], name).toEqual(before['ifd0']?.[name]);
      for (const name of ['DateTimeOriginal', 'ExposureTime', 'FNumber', 'ISO', 'ColorSpace'])
        expect(after['exif']?.[name], name).toEqual(before['exif']?.[name]);
      expect(after['ifd1']).toBeUndefined();
      expect(after['makerNote']).toBeUndefined();
      expect(Object.keys(after['exif'] ?? {})).not.toContain('MakerNote');
      expect(
        Object.keys({ ...after['exif'], ...after['ifd0'] }).filter((name) => /serial/i.test(name)),
      ).toEqual([]);
      expect(Object.keys(after['gps'] ?? {}).toSorted()).toEqual(
        [
          'GPSLatitude',
          'GPSLatitudeRef',
          'GPSLongitude',
          'GPSLongitudeRef',
          'GPSMapDatum',
          'GPSVersionID',
          'latitude',
          'longitude',
        ].toSorted(),
      );
    },
  );

  it.each(files)('tags $file again with the same bytes', ({ bytes }) => {
    const once = tag(bytes);
    expect(Buffer.from(tag(once)).equals(once)).toBe(true);
    const elsewhere = tag(bytes, { latitude: -1, longitude: 2, city: 'Springfield', caption: '' });
    expect(Buffer.from(tag(elsewhere)).equals(once)).toBe(true);
  });
});

it.each(EDGES)('writes %d, %d with less than sixty seconds', async (latitude, longitude) => {
  const copy = tag(readFixture('baseline'), { latitude, longitude });
  const { gps } = await readBack(copy);
  expect(gps?.['latitude']).toBeCloseTo(latitude, 6);
  expect(gps?.['longitude']).toBeCloseTo(longitude, 6);
  for (const name of ['GPSLatitude', 'GPSLongitude']) {
    const [, minutes = 60, seconds = 60] = (gps?.[name] ?? []) as number[];
    expect(minutes).toBeLessThan(60);
    expect(seconds).toBeLessThan(60);
  }
});

it('preserves a town of any script in each kind, truncated to the limits of IPTC', async () => {
  const city = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch & <München> "הרצליה" 東京';
  const caption = `${city} ${'é'.repeat(1500)}`;
  const { ifd0, photoshop, dc, iptc } = await readBack(tag(readFixture('exif'), { city, caption }));
  const [inExif, inIptc] = [String(ifd0?.['ImageDescription']), String(iptc?.['Caption'])];
  expect(caption.startsWith(inExif)).toBe(true);
  expect(Buffer.byteLength(inExif)).toBeGreaterThan(1990);
  expect(inIptc).toBe(inExif);
  const inXmp = dc?.['description'] as { value: string };
  expect(decodeReferences(inXmp.value)).toBe(inExif);
  expect(decodeReferences(photoshop?.['City'])).toBe(city);
  expect(iptc?.['City']).toBe(city.slice(0, 32));
});

it.each([
  ['300 letters', 'x'.repeat(300), 'x'.repeat(32)],
  ['300 letters of two bytes', 'é'.repeat(300), 'é'.repeat(16)],
  ['right-to-left letters', 'הרצליה', 'הרצליה'],
  ['a way up', '../../etc', '../../etc'],
  ['a Windows device name', 'CON', 'CON'],
  ['nothing', '', undefined],
])('truncates a town named %s to the limits of each kind', async (_what, city, short) => {
  const { ifd0, photoshop, iptc } = await readBack(tag(readFixture('exif'), { city, caption: city }));
  expect(iptc?.['City']).toBe(short);
  expect(photoshop?.['City'] ?? '').toBe(new TextDecoder().decode(Buffer.from(city).subarray(0, 500)));
  expect(iptc?.['Caption'] ?? '').toBe(city);
  expect(ifd0?.['ImageDescription'] ?? '').toBe(city);
});

describe('existing metadata', () => {
  it('preserves the orientation of an EXIF that points outside of the file', async () => {
    const tiff = writeTiff([[0x010f, 2, 4000, 0x7fffffff], ORIENTATION, [0x8769, 4, 1, 0xfffffff0]]);
    const { ifd0, gps } = await readBack(tag(addSegments(readFixture('baseline'), exifSegment(tiff))));
    expect(ifd0?.['Make']).toBeUndefined();
    expect(ifd0?.['Orientation']).toMatch(/90/);
    expect(gps?.['latitude']).toBeCloseTo(HOUSTON.latitude, 6);
  });

  it('replaces a malformed EXIF', async () => {
    const broken = exifSegment(toAscii('XX not a block at all'));
    const { ifd0, gps } = await readBack(tag(addSegments(readFixture('baseline'), broken)));
    expect(ifd0?.['ImageDescription']).toBe(HOUSTON.caption);
    expect(gps?.['longitude']).toBeCloseTo(HOUSTON.longitude, 6);
  });

  it('merges two EXIF segments into one with the fields of the first', async () => {
    const [first, second] = [ORIENTATION, [0x0112, 3, 1, 3] as const].map((entry) =>
      exifSegment(writeTiff([entry])),
    );
    const copy = tag(
      addSegments(readFixture('baseline'), first ?? new Uint8Array(), second ?? new Uint8Array()),
    );
    const blocks = parseStructure(copy).segments.filter(
      ({ marker, payload }) => marker === 0xe1 && payload[0] === 0x45,
    );
    expect(blocks).toHaveLength(1);
    expect((await readBack(copy))['ifd0']?.['Orientation']).toMatch(/90/);
  });

  it('preserves only the orientation of an EXIF that fills its segment, and reports it', async () => {
    const comment = new Uint8Array(65_000).fill(0x41);
    const tiff = writeTiff([ORIENTATION, [0x8298, 2, comment.length, 8 + 2 + 2 * 12 + 4]], comment);
    const file = addSegments(readFixture('baseline'), exifSegment(tiff));
    const { problems } = readImage(file, 'deck.jpg');
    expect(problems.map(({ code, severity }) => ({ code, severity }))).toEqual([
      { code: 'image-metadata-dropped', severity: 'notice' },
    ]);
    const { ifd0 } = await readBack(tag(file));
    expect(ifd0?.['Copyright']).toBeUndefined();
    expect(ifd0?.['Orientation']).toMatch(/90/);
  });

  it('drops places and serial numbers of an XMP and preserves the rest', async () => {
    const xmp = xmpSegment(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:aux="http://ns.adobe.com/exif/1.0/aux/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
        xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
        xmlns:drone="http://example.com/drone/" aux:SerialNumber="SER-4711" xmp:Rating="4" drone:GpsLatitude="12.5">
        <exif:GPSLatitude>1,2.5N</exif:GPSLatitude><photoshop:City>Elsewhere</photoshop:City>
        <photoshop:Credit>Dana &amp; Co</photoshop:Credit>
      </rdf:Description></rdf:RDF></x:xmpmeta>`,
    );
    const file = addSegments(readFixture('baseline'), xmp);
    const copy = tag(file);
    const text = Buffer.from(copy).toString('latin1');
    expect(text).not.toMatch(/SER-4711|Elsewhere|12\.5|1,2\.5N/);
    const { photoshop, xmp: basic } = await readBack(copy);
    expect(photoshop).toMatchObject({ City: 'Houston', Credit: 'Dana &amp; Co' });
    expect(basic?.['Rating']).toBe(4);
    expect(Buffer.from(tag(copy)).equals(copy)).toBe(true);
  });

  it('replaces malformed XMP', async () => {
    const { photoshop } = await readBack(
      tag(addSegments(readFixture('baseline'), xmpSegment('<x:xmpmeta><rdf:RDF>'))),
    );
    expect(photoshop?.['City']).toBe('Houston');
  });

  it('preserves other Photoshop resources and IPTC texts, without the thumbnail', async () => {
    const dataset = (number: number, text: string) => [0x1c, 2, number, 0, text.length, ...toAscii(text)];
    const iptc = [...dataset(80, 'Ren\xe9'), ...dataset(90, 'Elsewhere'), ...dataset(116, 'Dana')];
    const resource = (id: number, bytes: readonly number[]) => [
      ...toAscii('8BIM'),
      id >> 8,
      id & 255,
      0,
      0,
      0,
      0,
      bytes.length >> 8,
      bytes.length & 255,
      ...bytes,
      ...(bytes.length % 2 === 0 ? [] : [0]),
    ];
    const app13 = writeSegment(
      0xed,
      toAscii('Photoshop 3.0\0'),
      Uint8Array.from([
        ...resource(0x0404, iptc),
        ...resource(0x040c, [...toAscii('THUMBNAIL')]),
        ...resource(0x03ed, [...toAscii('RESOLUTION')]),
      ]),
    );
    const copy = tag(addSegments(readFixture('baseline'), app13));
    const text = Buffer.from(copy).toString('latin1');
    expect(text).not.toMatch(/THUMBNAIL|Elsewhere/);
    expect(text).toContain('RESOLUTION');
    const { iptc: after } = await readBack(copy);
    expect(after).toMatchObject({ Byline: 'René', CopyrightNotice: 'Dana', City: 'Houston' });
    expect(Buffer.from(tag(copy)).equals(copy)).toBe(true);
  });

  it('preserves a rasterized IPTC caption byte for byte', () => {
    const raster = Array.from({ length: 256 }, (_none, index) => index);
    const iptc = [0x1c, 2, 125, 1, 0, ...raster, 0x1c, 2, 80, 0, 4, ...toAscii('Ren\xe9')];
    const head = [...toAscii('8BIM'), 4, 4, 0, 0, 0, 0, iptc.length >> 8, iptc.length & 255];
    const app13 = writeSegment(0xed, toAscii('Photoshop 3.0\0'), Uint8Array.from([...head, ...iptc, 0]));
    const copy = Buffer.from(tag(addSegments(readFixture('baseline'), app13)));
    expect(copy.includes(Buffer.from([0x1c, 2, 125, 1, 0, ...raster]))).toBe(true);
    expect(copy.includes(Buffer.from('René'))).toBe(true);
    expect(Buffer.from(tag(copy)).equals(copy)).toBe(true);
  });

  it('drops application segments of makers, and preserves comments', () => {
    const gopro = writeSegment(0xe6, toAscii('GoPro\0SER-4711'));
    const preview = writeSegment(0xe0, toAscii('JFXX\0\x10PREVIEW'));
    const comment = writeSegment(0xfe, toAscii('painted by hand'));
    const text = Buffer.from(tag(addSegments(readFixture('baseline'), gopro, preview, comment))).toString(
      'latin1',
    );
    expect(text).not.toMatch(/SER-4711|PREVIEW/);
    expect(text).toContain('painted by hand');
  });

  it('drops data after the end of the picture that isn’t in an index', () => {
    const file = toFile([readFixture('baseline'), toAscii('a film with places in it')]);
    expect(Buffer.from(tag(file)).equals(tag(readFixture('baseline')))).toBe(true);
  });

  it('preserves further pictures at their offsets in the index, without their EXIF', () => {
    const { file, further } = writeFurtherPicture();
    const copy = tag(file);
    const { segments, trailer } = parseStructure(copy);
    const index = segments.find(({ marker, payload }) => marker === 0xe2 && payload[0] === 0x4d);
    if (!index) throw new Error('The copy has no index.');
    const at = index.payload.byteOffset + 4;
    const found = new DataView(index.payload.buffer, index.payload.byteOffset + 4 + 26 + 16 + 8).getUint32(0);
    expect(at + found).toBe(copy.length - trailer.length);
    expect(trailer).toHaveLength(further.length);
    expect(Buffer.from(parseStructure(trailer).scan).equals(parseStructure(readFixture('gray')).scan)).toBe(
      true,
    );
    expect(Buffer.from(trailer).toString('latin1')).not.toContain('Exif');
    expect(Buffer.from(tag(copy)).equals(copy)).toBe(true);
  });
});

describe('bytes of a Node buffer', () => {
  const thumbnail = toAscii('JFIF\0\x01\x02\0\0\x01\0\x01\x01\x01RGB');
  const cases: [string, Uint8Array][] = [
    ['an index of further pictures', writeFurtherPicture().file],
    ['a thumbnail in its JFIF segment', addSegments(readFixture('exif'), writeSegment(0xe0, thumbnail))],
  ];
  it.each(cases)('with %s give the same copy, and aren’t modified', (_what, bytes) => {
    const buffer = Buffer.from(bytes);
    expect(Buffer.from(tag(buffer)).equals(tag(bytes))).toBe(true);
    expect(buffer.equals(bytes)).toBe(true);
  });
});

describe('rejected files', () => {
  const baseline = readFixture('baseline');
  const frame = baseline.findIndex((byte, index) => byte === 0xff && baseline[index + 1] === 0xc0);
  const huge = baseline.slice();
  new DataView(huge.buffer).setUint32(frame + 5, 0xfafa_fafa);
  const cases: [string, string, Uint8Array][] = [
    ['image-empty', 'zero bytes', new Uint8Array(0)],
    ['image-format', 'a PNG file', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
    ['image-format', 'a HEIC file', toAscii('\0\0\0\x18ftypheic')],
    ['image-format', 'an SVG file', toAscii('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['image-format', 'two bytes of a JPEG file', baseline.subarray(0, 2)],
    ['image-truncated', 'a truncated scan', baseline.subarray(0, -30)],
    ['image-truncated', 'truncated segments', baseline.subarray(0, frame + 3)],
    ['image-pixels', '64,250² pixels', huge],
    ['image-too-large', '5,242,881 bytes', new Uint8Array(5_242_881)],
  ];
  it.each(cases)('%s: %s', (code, _what, bytes) => {
    const { image, problems } = readImage(bytes, 'deck.jpg');
    expect(image).toBeUndefined();
    expect(problems).toEqual([
      expect.objectContaining({ code, severity: 'loss', file: 'deck.jpg', text: expect.any(String) }),
    ]);
  });

  it('accepts 5,242,880 bytes', () => {
    const comments = Array.from({ length: 80 }, () => writeSegment(0xfe, new Uint8Array(65_533)));
    const room = 5_242_880 - baseline.length - comments.reduce((sum, { length }) => sum + length, 0);
    const last = writeSegment(0xfe, new Uint8Array(Math.max(0, (room % 65_537) - 4)));
    const file = addSegments(baseline, ...comments.slice(0, Math.floor(80 + room / 65_537)), last);
    expect(file.length).toBeLessThanOrEqual(5_242_880);
    expect(readImage(file, 'deck.jpg').image).toBeDefined();
  });
});

describe('files with very many tiny segments', () => {
  const baseline = readFixture('baseline');
  const repeat = (block: readonly number[], count: number) => {
    const bytes = new Uint8Array(block.length * count);
    for (let at = 0; at < bytes.length; at += block.length) bytes.set(block, at);
    return bytes;
  };
  const photoshop = (resources: Uint8Array) => {
    const header = toAscii('Photoshop 3.0\0');
    const room = 65_533 - header.length;
    return Array.from({ length: Math.ceil(resources.length / room) }, (_none, index) =>
      writeSegment(0xed, header, resources.subarray(index * room, (index + 1) * room)),
    );
  };
  /** Counts the views that are created on a file. */
  const countViews = (bytes: Uint8Array) => {
    const counted = { views: 0 };
    bytes.subarray = (...range) => {
      counted.views += 1;
      return Uint8Array.prototype.subarray.apply(bytes, range);
    };
    return counted;
  };

  it.each([
    ['APP5', 0xe5],
    ['APP1', 0xe1],
    ['tables', 0xdb],
  ])('are refused after 2,000 segments: %s', (_what, marker) => {
    const file = addSegments(baseline, repeat([0xff, marker, 0, 2], 1_200_000));
    const counted = countViews(file);
    const { image, problems } = readImage(file, 'deck.jpg');
    expect(image).toBeUndefined();
    expect(problems.map(({ code }) => code)).toEqual(['image-segments']);
    expect(counted.views).toBeGreaterThan(1000);
    expect(counted.views).toBeLessThan(10_000);
  });

  it('are rejected after 2,000 segments following the picture', () => {
    const file = toFile([
      baseline.subarray(0, -2),
      repeat([0xff, 0xdb, 0, 2], 1_200_000),
      baseline.subarray(-2),
    ]);
    expect(readImage(file, 'deck.jpg').problems.map(({ code }) => code)).toEqual(['image-segments']);
  });

  it('are accepted with 2,000 segments, and rejected with one more', () => {
    const own = parseStructure(baseline).segments.length + 1;
    const read = (count: number) =>
      readImage(addSegments(baseline, repeat([0xff, 0xe5, 0, 2], count)), 'a.jpg');
    expect(read(2000 - own).image).toBeDefined();
    expect(read(2001 - own).image).toBeUndefined();
  });

  it('preserve a million comments, which count as one segment', () => {
    const comments = repeat([0xff, 0xfe, 0, 2], 1_000_000);
    const file = addSegments(baseline, comments);
    const counted = countViews(file);
    const { image } = readImage(file, 'deck.jpg');
    expect(counted.views).toBeLessThan(100);
    expect(image?.segments.length).toBeGreaterThan(comments.length);
  });

  it('drop Photoshop resources above 2,000', () => {
    const resource = [...toAscii('8BIM'), 4, 1, 0, 0, 0, 0, 0, 0];
    const read = (count: number) =>
      readImage(addSegments(baseline, ...photoshop(repeat(resource, count))), 'a.jpg').image?.resources
        .length;
    expect([read(2000), read(2001), read(400_000)]).toEqual([2000, 0, 0]);
  });

  it('drop more than 2,000 IPTC texts without decoding them', () => {
    const read = (count: number) => {
      const block = repeat([0x1c, 2, 25, 0, 2, 0x41, 0x42], count);
      const head = new Uint8Array(12);
      head.set([...toAscii('8BIM'), 4, 4]);
      new DataView(head.buffer).setUint32(8, block.length);
      const decode = vi.spyOn(TextDecoder.prototype, 'decode');
      const { image, problems } = readImage(
        addSegments(baseline, ...photoshop(toFile([head, block]))),
        'a.jpg',
      );
      const decoded = decode.mock.calls.length;
      decode.mockRestore();
      return { kept: image?.datasets.length, codes: problems.map(({ code }) => code), decoded };
    };
    expect(read(2000)).toEqual({ kept: 2000, codes: [], decoded: 2000 });
    expect(read(600_000)).toEqual({ kept: 0, codes: ['image-metadata-dropped'], decoded: 0 });
  });

  it('don’t expand a small XMP whose descriptions repeat their namespaces', () => {
    const names = Array.from({ length: 1800 }, (_none, index) => `xmlns:a${index}="u"`).join(' ');
    const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
    const packet = `<rdf:RDF xmlns:rdf="${rdf}" ${names}>${'<rdf:Description a1:b="c"/>'.repeat(450)}</rdf:RDF>`;
    const encode = vi.spyOn(TextEncoder.prototype, 'encode');
    const file = addSegments(baseline, xmpSegment(packet));
    const { problems } = readImage(file, 'deck.jpg');
    const longest = Math.max(...encode.mock.calls.map(([text = '']) => text.length));
    encode.mockRestore();
    expect(problems.map(({ code }) => code)).toEqual(['image-metadata-dropped']);
    expect(longest).toBeLessThan(3 * packet.length);
  });
});
