/** Rows of the table: measurements with their required limits and goals. */
import { join } from 'node:path';
import { PLATFORMS } from '#contract/platforms.ts';
import { runBuild, runMeasure, type Fixtures } from './bench-run.ts';
import { PLATFORM_SEED_BYTES } from './bench-seed.ts';
import type { MeasureName } from './measures.ts';
import { findMedian } from './stop-watch.ts';

export interface BenchRow {
  measure: string;
  figure: number;
  unit: string;
  /** Required limit; a figure without one is for information. */
  must?: number;
  aim?: number;
  /** True if larger figures are better. */
  isRate?: boolean;
}

export interface BenchSizes {
  rows: number;
  rounds: number;
  planRows: number;
  memoryRows: readonly [number, number];
  /** Rows of the tested projects. */
  testRows: readonly number[];
  /** Duration of each load. */
  loadSeconds: number;
  /** Number of measurements of other users during a run. */
  tries: number;
  /** Number of tagged images. */
  photos: number;
}

export const FULL: BenchSizes = {
  rows: 10_000,
  rounds: 5,
  planRows: 100_000,
  memoryRows: [25_000, 100_000],
  testRows: [500, 10_000, 100_000],
  loadSeconds: 2,
  tries: 3,
  photos: 100,
};
export const QUICK: BenchSizes = {
  rows: 1000,
  rounds: 3,
  planRows: 20_000,
  memoryRows: [2000, 8000],
  testRows: [500, 10_000],
  loadSeconds: 1,
  tries: 1,
  photos: 20,
};

const MB = 1_000_000;
const LARGE_SEED_BYTES = 1_000_000;

function count(figure: number): string {
  return figure.toLocaleString('en-US');
}

function measure(
  fixtures: Fixtures,
  name: MeasureName,
  input: { rows: number; rounds: number; seedBytes?: number },
) {
  const { rows, rounds, seedBytes } = input;
  const folder = join(fixtures.folder, 'measured');
  return runMeasure(name, { seed: fixtures.seed(seedBytes), rows: fixtures.sheet(rows), folder, rounds });
}

function median(figures: Record<string, number[]>, name: string): number {
  return findMedian(figures[name] ?? []);
}

export function measureFilling(fixtures: Fixtures, { rows, rounds }: BenchSizes): BenchRow[] {
  const figures = measure(fixtures, 'fill', { rows, rounds });
  const [fill, copy, bytes] = ['fill', 'copy', 'bytes'].map((name) => median(figures, name));
  if (fill === undefined || copy === undefined || bytes === undefined) return [];
  const what = `${count(rows)} rows × 57 kB seed, 300 holes`;
  return [
    { measure: `${what}: fill and write ÷ cp`, figure: fill / copy, unit: '×', must: 6, aim: 4 },
    { measure: '  fill and write', figure: bytes / MB / (fill / 1000), unit: 'MB/s' },
    { measure: '  cp --reflink=never', figure: bytes / MB / (copy / 1000), unit: 'MB/s' },
  ];
}

export function measureCommand(fixtures: Fixtures, { rows, rounds }: BenchSizes): BenchRow[] {
  runBuild(fixtures, rows);
  const runs = Array.from({ length: rounds }, () => runBuild(fixtures, rows));
  const rates = runs.map(({ pages, wallMs }) => pages / (wallMs / 1000));
  const peaks = runs.map(({ peakBytes }) => peakBytes / MB);
  return [
    {
      measure: 'the same as a user runs it',
      figure: findMedian(rates),
      unit: 'pages/s',
      must: 1500,
      aim: 3000,
      isRate: true,
    },
    { measure: '  its peak memory', figure: findMedian(peaks), unit: 'MB' },
  ];
}

export function measureMemory(fixtures: Fixtures, { memoryRows: [few, many] }: BenchSizes): BenchRow[] {
  const [small, large] = [runBuild(fixtures, few), runBuild(fixtures, many)];
  const growth = (large.peakBytes - small.peakBytes) / (many - few) / 1000;
  return [
    {
      measure: `peak memory at ${count(many)} rows`,
      figure: large.peakBytes / MB,
      unit: 'MB',
      must: 300,
      aim: 200,
    },
    { measure: `  growth from ${count(few)} rows`, figure: growth, unit: 'kB/row', must: 1.5, aim: 0.8 },
    { measure: '  its speed', figure: large.pages / (large.wallMs / 1000), unit: 'pages/s' },
  ];
}

/** Measures each platform with an ordinary page. */
export function measurePlatforms(fixtures: Fixtures, { memoryRows: [, rows] }: BenchSizes): BenchRow[] {
  return PLATFORMS.flatMap(({ id: platform }) => {
    const { pages, wallMs, peakBytes } = runBuild(fixtures, rows, platform);
    const what = `${platform}, ${count(rows)} rows × ${PLATFORM_SEED_BYTES / 1000} kB seed`;
    return [
      { measure: what, figure: pages / (wallMs / 1000), unit: 'pages/s', must: 1500, isRate: true },
      { measure: '  its peak memory', figure: peakBytes / MB, unit: 'MB', must: 300 },
    ];
  });
}

export function measurePlanning(fixtures: Fixtures, { planRows, rounds }: BenchSizes): BenchRow[] {
  const figures = measure(fixtures, 'plan', { rows: planRows, rounds });
  const what = `plan of ${count(planRows)} rows`;
  return [{ measure: what, figure: median(figures, 'plan'), unit: 'ms', must: 1000, aim: 300 }];
}

export function measureSample(fixtures: Fixtures, { rows, rounds }: BenchSizes): BenchRow[] {
  const figures = measure(fixtures, 'sample', { rows, rounds });
  const what = `test page out of ${count(rows)} rows, reading and audit included`;
  return [{ measure: what, figure: median(figures, 'sample'), unit: 'ms', must: 500, aim: 150 }];
}

export function measureInspection(fixtures: Fixtures, { rounds }: BenchSizes): BenchRow[] {
  const figures = measure(fixtures, 'inspect', { rows: 500, rounds, seedBytes: LARGE_SEED_BYTES });
  return [{ measure: 'inspect a 1 MB seed and 500 rows', figure: median(figures, 'inspect'), unit: 'ms' }];
}
