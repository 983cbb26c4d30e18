/** Starts the measured processes: only the engine, or the command as users run it. */
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
  const output: { pages: number; peak_rss_bytes: number } = JSON.parse(run([LAUNCHER, 'build', ...flags]));
  const wallMs = performance.now() - start;
  rmSync(out, { recursive: true, force: true });
  return { wallMs, pages: output.pages, peakBytes: output.peak_rss_bytes };
}

/** Reports the processor time of all threads of a process when it exits. */
const REPORT_TIME =
  'data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();process.stderr.write(`cpu ${(user+system)/1000}\\npeak ${process.resourceUsage().maxRSS*1024}\\n`)})';

export interface ProcessFigures {
  /** Processor time of all threads. */
  cpuMs: number;
  peakBytes: number;
}

/** Measures a command that reads files, from start to exit. */
export function runOnFiles(command: 'audit' | 'quality', files: readonly string[]): ProcessFigures {
  const args = ['--import', REPORT_TIME, LAUNCHER, command, ...files, '--type', 'wordpress', '--json'];
  const { status, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`);
  const read = (name: string) => Number(new RegExp(`^${name} ([\\d.]+)$`, 'm').exec(stderr)?.[1]);
  return { cpuMs: read('cpu'), peakBytes: read('peak') };
}

/** Measures `geoloom geotag` from start to exit. */
export function runGeotag({ images, rows, out }: { images: string; rows: string; out: string }): void {
  run([LAUNCHER, 'geotag', '--images', images, '--rows', rows, '--out', out, '--json']);
}
