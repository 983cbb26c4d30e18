/** Compares tagged copies with plain copies of the same files, and with exiftool if it is installed. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasExiftool, runExiftool } from '#testkit/exiftool.ts';
import { makeNoisePhoto } from '#testkit/noise-photo.ts';
import type { BenchRow, BenchSizes } from './bench-rows.ts';
import { runGeotag, type Fixtures } from './bench-run.ts';
import { findMedian, runRounds, measureMs } from './stop-watch.ts';

const TOWNS = [
  ['Houston', 'Texas', 29.7604, -95.3698],
  ['Sydney', 'New South Wales', -33.86882, 151.20929],
  ['Buenos Aires', 'Buenos Aires', -34.60372, -58.38159],
  ['Helsinki', 'Uusimaa', 60.16985, 24.93838],
  ['Quito', 'Pichincha', -0.18065, -78.46784],
] as const;

async function writePhotos(folder: string, count: number): Promise<number> {
  mkdirSync(folder);
  const photo = await makeNoisePhoto({ width: 2200, height: 1650 });
  for (let index = 0; index < count; index += 1) {
    const comment = Buffer.from(`\xff\xfe\0\x0aphoto ${String(index).padStart(2, '0')}`, 'latin1');
    const file = Buffer.concat([photo.subarray(0, 2), comment, photo.subarray(2)]);
    writeFileSync(join(folder, `photo-${index}.jpg`), file);
  }
  return photo.length;
}

function writeTowns(path: string): string {
  writeFileSync(path, ['city,state,lat,lng', ...TOWNS.map((town) => town.join(','))].join('\n'));
  return path;
}

/** Runs one exiftool process for all towns, as its manual recommends. */
function tagByExiftool(photos: string, out: string): void {
  const lines = TOWNS.flatMap(([city, state, latitude, longitude]) => [
    `-EXIF:GPSLatitude*=${latitude}`,
    `-EXIF:GPSLongitude*=${longitude}`,
    `-XMP:GPSLatitude=${latitude}`,
    `-XMP:GPSLongitude=${longitude}`,
    `-XMP-photoshop:City=${city}`,
    `-XMP-photoshop:State=${state}`,
    `-IPTC:City=${city}`,
    `-IPTC:Province-State=${state}`,
    `-EXIF:ImageDescription=${city}, ${state}`,
    '-o',
    join(out, city, '/'),
    photos,
    '-execute',
  ]);
  runExiftool(['-@', '-'], { input: lines.join('\n'), stdio: ['pipe', 'ignore', 'ignore'] });
}

export async function measureImages(fixtures: Fixtures, sizes: BenchSizes): Promise<BenchRow[]> {
  const folder = join(fixtures.folder, 'images');
  mkdirSync(folder);
  const place = (name: string) => join(folder, name);
  const bytes = await writePhotos(place('photos'), sizes.photos);
  const input = { images: place('photos'), rows: writeTowns(place('towns.csv')) };
  // The output of each round is removed outside of the measured time, except the source of `cp`.
  runGeotag({ ...input, out: place('tagged') });
  const timed = (name: string, work: (out: string) => void) => () => {
    const milliseconds = measureMs(() => work(place(name)));
    rmSync(place(name), { recursive: true });
    return milliseconds;
  };
  const work: Record<string, () => number> = {
    geotag: timed('geotag', (out) => runGeotag({ ...input, out })),
    copy: timed('copy', (out) => {
      execFileSync('cp', ['-r', '--reflink=never', place('tagged'), out]);
    }),
    ...(hasExiftool() && { exiftool: timed('exiftool', (out) => tagByExiftool(place('photos'), out)) }),
  };
  const figures = await runRounds(sizes.rounds, work);
  rmSync(folder, { recursive: true });
  const [geotag, copy] = ['geotag', 'copy'].map((name) => findMedian(figures[name] ?? [])) as [
    number,
    number,
  ];
  const copies = sizes.photos * TOWNS.length;
  const what = `${sizes.photos} images of ${(bytes / 1_000_000).toFixed(1)} MB × ${TOWNS.length} towns`;
  const rate = { unit: '×', isRate: true };
  const rows: BenchRow[] = [
    { measure: `${what}: geotag ÷ cp`, figure: copy / geotag, ...rate, must: 0.3, aim: 0.7 },
    { measure: '  geotag', figure: copies / (geotag / 1000), unit: 'images/s' },
  ];
  const { exiftool } = figures;
  if (exiftool)
    rows.push({
      measure: '  geotag ÷ exiftool',
      figure: findMedian(exiftool) / geotag,
      ...rate,
      must: 2.5,
      aim: 6,
    });
  return rows;
}
