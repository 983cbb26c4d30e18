/** Starts the measured processes: the engine alone, or the command as a user runs it. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PlatformId } from '#contract/platforms.ts';
import { writeBenchSeed, writePlatformSeed } from './bench-seed.ts';
import { writeBenchSheet } from './bench-sheet.ts';
import type { Figures, MeasureInput, MeasureName } from './measures.ts';

const MEASURE = fileURLToPath(new URL('./measure.ts', import.meta.url));
const LAUNCHER = fileURLToPath(new URL('../cli/geoloom.mjs', import.meta.url));

export interface Fixtures {
  folder: string;
  /** Path of a seed of this size; by default 57 kB. */
  seed(bytes?: number): string;
  /** Path of an ordinary seed of a platform. */
  platformSeed(platform: PlatformId): string;
  /** Path of a sheet with this many rows. */
  sheet(rows: number): string;
}

/** Writes each seed and sheet once. */
export function createFixtures(folder: string): Fixtures {
  const written = new Set<string>();
  const writeOnce = (name: string, write: () => string) => {
    const path = join(folder, name);
    if (!written.has(name)) writeFileSync(path, write());
    written.add(name);
    return path;
  };
  return {
    folder,
    seed: (bytes) => writeOnce(`seed-${bytes ?? 'usual'}.xml`, () => writeBenchSeed(bytes)),
    platformSeed: (platform) =>
      writeOnce(`seed-${platform}.${platform === 'wix' ? 'csv' : 'xml'}`, () => writePlatformSeed(platform)),
    sheet: (rows) => writeOnce(`rows-${rows}.csv`, () => writeBenchSheet(rows)),
  };
}

function run(args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0)
    throw new Error(`${args.join(' ')} ended with ${status}:\n${stderr}${stdout.slice(0, 4000)}`);
  return stdout;
}

export function runMeasure(name: MeasureName, input: MeasureInput): Figures {
  rmSync(input.folder, { recursive: true, force: true });
  mkdirSync(input.folder);
  const figures: Figures = JSON.parse(run([MEASURE, name, JSON.stringify(input)]));
  rmSync(input.folder, { recursive: true, force: true });
  return figures;
}

export interface CommandFigures {
  wallMs: number;
  pages: number;
  peakBytes: number;
}

/** Measures `geoloom build` from start to exit, including checksum and audit. */
export function runBuild(fixtures: Fixtures, rows: number, platform?: PlatformId): CommandFigures {
  const out = join(fixtures.folder, 'out');
  const flags = [
    '--type',
    platform ?? 'wordpress',
    '--seed',
    platform === undefined ? fixtures.seed() : fixtures.platformSeed(platform),
    '--rows',
    fixtures.sheet(rows),
    '--split',
    '10MB',
    '--out',
    out,
    '--json',
  ];
  const start = performance.now();
  const answer: { pages: number; peak_rss_bytes: number } = JSON.parse(run([LAUNCHER, 'build', ...flags]));
  const wallMs = performance.now() - start;
  rmSync(out, { recursive: true, force: true });
  return { wallMs, pages: answer.pages, peakBytes: answer.peak_rss_bytes };
}

/** Measures `geoloom geotag` from start to exit. */
export function runGeotag({ images, rows, out }: { images: string; rows: string; out: string }): void {
  run([LAUNCHER, 'geotag', '--images', images, '--rows', rows, '--out', out, '--json']);
}
