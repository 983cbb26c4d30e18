import { describe, expect, it } from 'vitest';
import { readCoordinate } from './coordinates.ts';
import { HOUSTON, readFixture, readSheet, toFile } from './image-fixture.ts';
import { planCopies } from './plan-copies.ts';
import { readTags } from './read-tags.ts';
import { readImage } from './source-image.ts';
import { tagImage } from './tag-image.ts';
import { type RowText, fillText } from './text-template.ts';
import { type CopyTemplates, readTowns } from './towns.ts';

function read(sheet: string, templates?: CopyTemplates) {
  const { towns, problems } = readTowns(readSheet(sheet), templates);
  return { towns: towns?.towns ?? [], skipped: towns?.skipped, problems };
}

function plan(sheet: string, files: string[], templates?: CopyTemplates) {
  const { towns } = readTowns(readSheet(sheet), templates);
  return towns ? planCopies(towns.towns, files) : [];
}

describe('coordinates', () => {
  it.each([
    ['29.7604', 29.7604],
    [' -33.86882 ', -33.86882],
    ['\u221212,5', -12.5],
    ['29.7604° N', 29.7604],
    ['S 12.5', -12.5],
    ['29°45\'37.44"N', 29.7604],
    ['29° 45′ 37.44″ S', -29.7604],
    ['0', 0],
    ['-0.0', 0],
    ['90', 90],
  ])('reads %s', (cell, value) => {
    expect(readCoordinate(cell, 'latitude')).toBeCloseTo(value, 9);
  });

  it.each(['90.1', 'Houston', '', '12.5 E', '-12.5 S', "12 60'", 'N 12 S', '1e1', '29.7604, -95.3698'])(
    'refuses %s as a latitude',
    (cell) => {
      expect(readCoordinate(cell, 'latitude')).toBeUndefined();
    },
  );

  it.each([
    ['180', 180],
    ['-180', -180],
    ['95.3698 W', -95.3698],
  ])('reads %s as a longitude', (cell, value) => {
    expect(readCoordinate(cell, 'longitude')).toBe(value);
  });
});

describe('towns', () => {
  it.each(['lat,lng', 'Latitude,Longitude', 'geo_lat,geo_long', 'GPS Latitude,GPS-Longitude'])(
    'finds coordinates in the columns %s',
    (names) => {
      expect(read(`city,${names}\nHouston,29.7604,-95.3698\n`).towns).toMatchObject([
        { city: 'Houston', latitude: 29.7604, longitude: -95.3698 },
      ]);
    },
  );

  it('names each missing column', () => {
    expect(read('name,phone\nA,1\n').problems.map(({ code, severity }) => [code, severity])).toEqual([
      ['no-coordinate-column', 'fault'],
      ['no-town-column', 'fault'],
    ]);
  });

  it('skips each row without valid coordinates, with its row, column and reason', () => {
    const { towns, skipped, problems } = read(
      [
        'city,state,lat,lng',
        'Houston,Texas,29.7604,-95.3698',
        'Dallas,Texas,,-96.797',
        'Austin,Texas,30.2672,West',
        'Nowhere,Texas,0,0',
        ',Texas,30,-97',
        'Waco,Texas,91,-97',
        'El Paso,Texas,#REF!,-106.4',
        'houston,texas,29.7604,-95.3698',
      ].join('\n'),
    );
    expect(towns.map(({ city }) => city)).toEqual(['Houston']);
    expect(skipped).toBe(7);
    expect(problems.map(({ row, field, code, severity }) => [row, field, code, severity])).toEqual([
      [3, 'lat', 'coordinate-empty', 'loss'],
      [4, 'lng', 'coordinate-invalid', 'loss'],
      [5, 'lat', 'coordinates-zero', 'loss'],
      [6, 'city', 'city-empty', 'loss'],
      [7, 'lat', 'coordinate-invalid', 'loss'],
      [8, 'lat', 'cell-error', 'loss'],
      [9, 'city', 'duplicate-town', 'loss'],
    ]);
  });

  it('accepts poles, the date line and the equator', () => {
    const { towns } = read('city,lat,lng\nPole,90,180\nOther,-90,-180\nQuito,0,-78.5\nGulf,1,0\n');
    expect(towns).toHaveLength(4);
  });

  it('rejects a sheet without a valid row', () => {
    expect(read('city,lat,lng\nHouston,,\n').problems.at(-1)).toMatchObject({
      code: 'no-ready-rows',
      severity: 'fault',
    });
  });

  it('gives each town a folder that is valid in every file system', () => {
    const names = [
      '../..',
      'CON',
      'הרצליה',
      'St. Louis',
      'A/B',
      '??',
      'x'.repeat(300),
      'Springfield',
      'Springfield',
    ];
    const rows = names.map((name, index) => `${name},${index + 1},5`);
    const folders = read(['city,lat,lng', ...rows].join('\n')).towns.map(({ folder }) => folder);
    expect(folders).toEqual([
      'row-2',
      'con-2',
      expect.stringMatching(/^[a-z]+$/),
      'st-louis',
      'a-b',
      'row-7',
      'x'.repeat(100),
      'springfield',
      'springfield-2',
    ]);
  });
});

describe('names and captions of copies', () => {
  const SHEET = 'city,state,lat,lng\nHouston,Texas,29.7604,-95.3698\nMünchen,,48.137,11.575\n';

  it('consist of image, town and state', () => {
    const [copies] = plan(SHEET, ['New Deck.JPG']);
    expect(copies?.map(({ path, tag }) => [path, tag.caption])).toEqual([
      ['houston-texas/new-deck-houston-texas.jpg', 'Houston, Texas'],
      ['munchen/new-deck-munchen.jpg', 'München'],
    ]);
  });

  it('are unique within a folder', () => {
    const paths = plan(SHEET, ['deck.jpg', 'deck.jpeg', 'DECK.jpg']).map(([copy]) => copy?.name);
    expect(paths).toEqual(['deck-houston-texas.jpg', 'deck-houston-texas-2.jpg', 'deck-houston-texas-3.jpg']);
  });

  it('are filled from templates in the page language', () => {
    const [copies] = plan(SHEET, ['deck.jpg'], {
      fileName: '[geo_city] [image_name | upper]',
      caption: '[image_name | title] in [geo_city | upper][state | default:"?"] #[row_number]',
    });
    expect(copies?.map(({ name, tag }) => [name, tag.caption])).toEqual([
      ['houston-deck.jpg', 'Deck in HOUSTONTexas #2'],
      ['munchen-deck.jpg', 'Deck in MÜNCHEN? #3'],
    ]);
  });

  it('are filled from texts that were stored by a version without filter arguments', () => {
    const stored = [{ filters: [{ name: 'upper', argument: '' }] }] as unknown as RowText;
    expect(fillText(stored, 'deck')).toBe('DECK');
  });

  it('are rejected if a template names an unknown column', () => {
    expect(read(SHEET, { caption: '[geo_ctiy] [city | shout]' }).problems).toMatchObject([
      { code: 'placeholder-unknown', severity: 'fault', field: 'caption' },
      {
        code: 'filter-unknown',
        severity: 'fault',
        field: 'caption',
        text: expect.stringMatching(/^\[city \| shout\]: unknown filter "shout"\. The filters are upper, /),
      },
    ]);
  });
});

it('reads the tags of a copy from each kind of metadata', () => {
  const { image } = readImage(readFixture('exif'), 'exif.jpg');
  if (!image) throw new Error('The fixture isn’t an image.');
  const { tags } = readTags(toFile(tagImage(image, { ...HOUSTON, latitude: -29.7604 })), 'copy.jpg');
  const names = { city: 'Houston', state: 'Texas', country: 'United States', country_code: 'USA' };
  const place = { latitude: -29.7604, longitude: -95.3698 };
  const { caption } = HOUSTON;
  expect(tags).toEqual({
    width: 48,
    height: 32,
    orientation: 1,
    has_color_profile: false,
    exif: { ...place, caption },
    xmp: { ...place, ...names, caption },
    iptc: { ...names, caption },
  });
  expect(readTags(new Uint8Array(9), 'none.jpg').problems).toMatchObject([{ code: 'image-format' }]);
});
