/** Coordinates in the formats of real sheets: in one cell, with the hemisphere in the header, with altitudes. */
import { describe, expect, it } from 'vitest';
import { readAltitude, readCoordinate, readCoordinatePair } from './coordinates.ts';
import { HOUSTON, readFixture, readSheet, toFile } from './image-fixture.ts';
import { readPlaces } from './places.ts';
import { planCopies } from './plan-copies.ts';
import { readTags } from './read-tags.ts';
import { readImage } from './source-image.ts';
import { tagImage } from './tag-image.ts';
import { readTowns } from './towns.ts';

const read = (sheet: string) => {
  const { towns, problems } = readTowns(readSheet(sheet));
  return { towns: towns?.towns ?? [], problems };
};
const readTownPlaces = (sheet: string) =>
  read(sheet).towns.map(({ latitude, longitude }) =>
    [latitude, longitude].map((each) => Number(each.toFixed(5))),
  );

describe('a coordinate', () => {
  it.each([
    ['N 30 16.029', 30.26715],
    ['30 16.029 N', 30.26715],
    ['30° 16.029′', 30.26715],
    ['-79 58 55.9', -79.98219],
    ['79 58 55.9 S', -79.98219],
    ['30°16\'1.7"N', 30.26714],
    ['30°16’01.7”N', 30.26714],
    ["30° 16' 1.7'' N", 30.26714],
    ['30:16:01.7', 30.26714],
    ['30-16-01.7N', 30.26714],
    ["N30°16.029'", 30.26715],
    ['30 deg 16 min 1.7 sec South', -30.26714],
    ['29,7604', 29.7604],
    ['29.7604\u00a0°\u00a0N', 29.7604],
  ])('is read from %s', (cell, value) => {
    expect(readCoordinate(cell, 'latitude')).toBeCloseTo(value, 5);
  });

  it.each([
    '29 7604',
    '29 60',
    '29 30 60',
    '29.5 30',
    '29 30.5 10',
    '29-45',
    '2945 10',
    '1.234.567',
    '30 16 1 7',
    'E 30 16.029',
    'N -30',
    'N 30 S',
    '12 March',
    '5 ft',
    `${' '.repeat(200)}5`,
  ])('is not read from %s', (cell) => {
    expect(readCoordinate(cell, 'latitude')).toBeUndefined();
  });

  it('uses the hemisphere of the header only if the cell has neither a letter nor a minus', () => {
    expect(readCoordinate('95.3698', 'longitude', 'W')).toBe(-95.3698);
    expect(readCoordinate('-95.3698', 'longitude', 'W')).toBe(-95.3698);
    expect(readCoordinate('95.3698 E', 'longitude', 'W')).toBe(95.3698);
    expect(readCoordinate('95.3698', 'longitude', 'E')).toBe(95.3698);
    expect(readCoordinate('-95.3698', 'longitude', 'E')).toBe(-95.3698);
  });
});

describe('a pair in one cell', () => {
  it.each([
    '29.7604, -95.3698',
    '29.7604,-95.3698',
    '29.7604 -95.3698',
    '29.7604; -95.3698',
    '29.7604 / -95.3698',
    '(29.7604, -95.3698)',
    '[29.7604,-95.3698]',
    '29,7604; -95,3698',
    '29,7604, -95,3698',
    '29,7604 -95,3698',
    'geo:29.7604,-95.3698',
    'POINT (-95.3698 29.7604)',
    '29.7604° N, 95.3698° W',
    'W 95.3698, N 29.7604',
    '29°45\'37.44"N 95°22\'11.28"W',
    'N 29 45.624 W 95 22.188',
  ])('is read from %s', (cell) => {
    const pair = readCoordinatePair(cell);
    expect(pair?.latitude).toBeCloseTo(29.7604, 6);
    expect(pair?.longitude).toBeCloseTo(-95.3698, 6);
  });

  it.each(['29,95', '29 45', '29.7604', 'Houston, TX', '29 45 10 20', '95.3698, 29.7604', '1,2,3', ''])(
    'is not read from %s',
    (cell) => {
      expect(readCoordinatePair(cell)).toBeUndefined();
    },
  );
});

describe('columns', () => {
  it.each([
    'coordinates',
    'lat,lng',
    'Lat/Long',
    'latlng',
    'gps',
    'GPS Coordinates',
    'location',
    'geo',
    'where it is',
  ])('with both coordinates are found: %s', (name) => {
    const sheet = `city,state,"${name}"\nHouston,TX,"29.7604, -95.3698"\nAustin,TX,"30.2672, -97.7431"\n`;
    expect(readTownPlaces(sheet)).toEqual([
      [29.7604, -95.3698],
      [30.2672, -97.7431],
    ]);
    expect([...readPlaces(readSheet(sheet)).values()]).toMatchObject([{ latitude: 29.7604 }, {}]);
  });

  it('are read longitude first if their name lists it first', () => {
    expect(readTownPlaces('city,"lng, lat"\nHouston,"-95.3698, 29.7604"\n')).toEqual([[29.7604, -95.3698]]);
  });

  it('named location are treated as towns if they contain no coordinates', () => {
    expect(read('location,lat,lng\nHouston,29.7604,-95.3698\n').towns).toMatchObject([{ city: 'Houston' }]);
    const { problems } = read('location\n"29.7604, -95.3698"\n');
    expect(problems.map(({ code }) => code)).toEqual(['no-town-column']);
  });

  it('with two prices or one number aren’t taken for coordinates', () => {
    expect(read('city,price\nHouston,"29.50, 95.00"\n').problems).toMatchObject([
      { code: 'no-coordinate-column' },
    ]);
    expect(read('city,score\nHouston,29.7604\n').problems).toMatchObject([{ code: 'no-coordinate-column' }]);
  });

  it.each([
    ['Latitude (N)', 'Longitude (W)'],
    ['lat_n', 'lng_w'],
    ['Latitude °N', 'Longitude °W'],
    ['Latitude North', 'Longitude West (decimal degrees)'],
  ])('have the hemisphere in their headers: %s, %s', (north, west) => {
    expect(
      readTownPlaces(`city,${north},${west}\nHouston,29.7604,95.3698\nAustin,30.2672,97.7431\n`),
    ).toEqual([
      [29.7604, -95.3698],
      [30.2672, -97.7431],
    ]);
  });

  it('preserve a minus sign under a western header, unless other rows lack it', () => {
    expect(readTownPlaces('city,lat,Longitude (W)\nHouston,29.7604,-95.3698\n')).toEqual([
      [29.7604, -95.3698],
    ]);
    const { towns, problems } = read(
      'city,lat,Longitude (W)\nHouston,29.7604,95.3698\nSydney,-33.8688,-151.2093\n',
    );
    expect(towns).toMatchObject([{ city: 'Houston', longitude: -95.3698 }]);
    expect(problems).toMatchObject([{ code: 'coordinate-invalid', row: 3, field: 'Longitude (W)' }]);
  });

  it('with any other word in their headers aren’t coordinates', () => {
    const { problems } = read('city,lat constructor,lng\nHouston,29.7604,-95.3698\n');
    expect(problems).toMatchObject([{ code: 'no-coordinate-column' }]);
  });

  it('of both hemispheres are ignored', () => {
    expect(readTownPlaces('city,Latitude (N/S),Longitude (E/W)\nHouston,29.7604,-95.3698\n')).toEqual([
      [29.7604, -95.3698],
    ]);
  });

  it('that are missing are reported with the existing one and the accepted formats', () => {
    const text = (sheet: string) => read(sheet).problems[0]?.text;
    expect(text('city,Breite,lng\nHouston,29.7604,-95.3698\n')).toMatch(
      /latitudes for the longitudes in "lng"/,
    );
    expect(text('city,lat,x\nHouston,29.7604,-95.3698\n')).toMatch(/longitudes for the latitudes in "lat"/);
    expect(text('city\nHouston\n')).toMatch(/lat and lng.*coordinates.*"29\.7604, -95\.3698"/);
  });
});

describe('rows', () => {
  it('with a coordinate in another format are rejected with the column and the accepted formats', () => {
    const { problems } = read(
      'city,lat,coordinates\nHouston,29.7604,somewhere\nAustin,30.2672,"30.2672, -97.7431"\n',
    );
    expect(problems).toMatchObject([{ code: 'coordinate-invalid', row: 2, field: 'coordinates' }]);
    expect(problems[0]?.text).toBe(
      '"somewhere" in the column coordinates isn’t a pair of coordinates. Write it as in 29.7604, -95.3698 or 29°45\'37.4"N 95°22\'11.3"W.',
    );
  });

  it.each([
    ['lat,lng', ',-95.3698', 'The row has no latitude. Write it as in 29.7604.'],
    ['lat,lng', '29.7604,', 'The row has no longitude. Write it as in -95.3698.'],
    ['coordinates', '', 'The row has no pair of coordinates. Write it as in 29.7604, -95.3698.'],
  ])('without coordinates in %s are refused with an example', (header, cells, text) => {
    const { problems } = read(`city,${header}\nHouston,${cells}\n`);
    expect(problems[0]).toMatchObject({ code: 'coordinate-empty', row: 2, text });
  });

  it.each([
    ['city,lat,lng', 'Houston,-95.3698,29.7604'],
    ['city,coordinates', 'Houston,"-95.3698, 29.7604"'],
    ['city,state,lat,lng', 'Pittsburgh,PA,-79.9822,40.4406'],
    ['city,state,country,lat,lng', 'Pittsburgh,Pennsylvania,USA,-79.9822,40.4406'],
  ])('with swapped latitude and longitude are reported: %s', (header, row) => {
    const { towns, problems } = read(`${header}\n${row}\n`);
    expect(towns).toEqual([]);
    expect(problems[0]).toMatchObject({ code: 'coordinates-swapped', row: 2, severity: 'loss' });
  });

  it('in the west without a minus sign are listed in one notice', () => {
    const { towns, problems } = read(
      [
        'city,state,country,lat,lng',
        'Houston,TX,,29.7604,95.3698',
        'Austin,Texas,,30.2672,-97.7431',
        'Denver,Colorado,US,39.7392,104.9903',
        'Toronto,ON,Canada,43.6532,79.3832',
        'Springfield,,United States,39.8,89.65',
      ].join('\n'),
    );
    expect(towns).toHaveLength(5);
    expect(problems).toEqual([
      expect.objectContaining({
        code: 'longitude-positive',
        severity: 'notice',
        row: 2,
        field: 'lng',
        moreRows: 3,
      }),
    ]);
    expect(problems[0]?.text).toMatch(/^In rows 2, 4, 5, 6, the longitude is east/);
  });

  it('in the east with the same codes and names cause no notice', () => {
    const { problems } = read(
      [
        'city,state,country,lat,lng',
        'Hagåtña,GU,USA,13.4745,144.7504',
        'Attu Station,AK,USA,52.9,172.9',
        'Perth,WA,,-31.9523,115.8613',
        'Palermo,PA,,38.1157,13.3615',
        'Imphal,MN,,24.817,93.9368',
        'Batumi,Georgia,,41.6168,41.6367',
        'Tbilisi,,Georgia,41.7151,44.8271',
      ].join('\n'),
    );
    expect(problems).toEqual([]);
  });

  it('lists at most ten rows', () => {
    const rows = Array.from({ length: 14 }, (_none, index) => `Town ${index},TX,30,${95 + index / 10}`);
    expect(read(['city,state,lat,lng', ...rows].join('\n')).problems[0]?.text).toMatch(
      /^In rows 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 4 more,/,
    );
  });
});

describe('an altitude', () => {
  it.each([
    ['12.5', false, 12.5],
    ['12,5', false, 12.5],
    ['-3 m', false, -3],
    ['41 ft', false, 12.497],
    ['41', true, 12.497],
    ['12.5 m', true, 12.5],
    ["41'", false, 12.497],
    ['1,200.5 feet', false, 365.912],
    ['0', false, 0],
    ['8849', false, 8849],
  ])('is read from %s', (cell, isFeet, meters) => {
    expect(readAltitude(cell, isFeet)).toBe(meters);
  });

  it.each(['1,200', '1,200 ft', 'high', '9001', '-501', '12 km', '1.2.3', ''])(
    'is not read from %s',
    (cell) => {
      expect(readAltitude(cell, false)).toBeUndefined();
    },
  );

  it.each([
    ['altitude', 'exif', '12.5', 12.5],
    ['elevation (ft)', 'baseline', '41', 12.497],
    ['Altitude_m', 'exif', '-3.25', -3.25],
  ])('of the column %s is in EXIF and XMP', (name, file, cell, meters) => {
    const { towns } = read(`city,lat,lng,${name}\nHouston,29.7604,-95.3698,${cell}\n`);
    const [copies] = planCopies(towns, ['deck.jpg']);
    const { image } = readImage(readFixture(file), 'deck.jpg');
    if (!image || !copies?.[0]) throw new Error('The fixture isn’t an image.');
    const { tags } = readTags(toFile(tagImage(image, copies[0].tag)), 'copy.jpg');
    expect([tags?.exif.altitude, tags?.xmp.altitude]).toEqual([meters, meters]);
  });

  it('that is invalid is omitted with one notice, and its row stays', () => {
    const { towns, problems } = read(
      'city,lat,lng,altitude\nHouston,29.7604,-95.3698,#REF!\nAustin,30.2672,-97.7431,high\nWaco,31.5,-97.1,\n',
    );
    expect(towns.map(({ altitude }) => altitude)).toEqual([undefined, undefined, undefined]);
    expect(problems).toEqual([
      expect.objectContaining({
        code: 'altitude-invalid',
        severity: 'notice',
        row: 2,
        field: 'altitude',
        moreRows: 1,
      }),
    ]);
  });

  it('isn’t in a copy if the sheet doesn’t have one', () => {
    const { image } = readImage(readFixture('exif'), 'deck.jpg');
    if (!image) throw new Error('The fixture isn’t an image.');
    const high = toFile(tagImage(image, { ...HOUSTON, altitude: 5 }));
    const again = readImage(high, 'deck.jpg').image;
    if (!again) throw new Error('The copy isn’t an image.');
    const copy = toFile(tagImage(again, HOUSTON));
    expect(Buffer.from(copy).equals(toFile(tagImage(image, HOUSTON)))).toBe(true);
    expect(Buffer.from(copy).toString('latin1')).not.toContain('Altitude');
  });
});
