/**
 * Measurements in a separate process: the engine without the command. Each function returns milliseconds per round.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildParts,
  createPartAudit,
  createTableReader,
  inspect,
  checkParts,
  type Layout,
  layoutParts,
  PART_BYTES,
  PART_PAGES,
  type Project,
  pickSamples,
  planPages,
  prepareProject,
  toProjectKey,
  readSeed,
  type TableReading,
} from '#engine';
import { type FileWriter, openFile } from '#pump/file-writer.ts';
import { runRounds, measureMs } from './stop-watch.ts';

export interface MeasureInput {
  seed: string;
  rows: string;
  /** An empty folder on the measured file system. */
  folder: string;
  rounds: number;
}

export type Figures = Record<string, number[]>;

function readRows(path: string): TableReading {
  const reader = createTableReader({ file: 'rows.csv' });
  reader.push(readFileSync(path));
  return reader.end();
}

function prepare(seedPath: string, { table }: TableReading): Project {
  const { seed, problems: seedProblems } = readSeed(readFileSync(seedPath), 'seed.xml');
  if (!seed || !table) throw new Error(`not readable: ${JSON.stringify(seedProblems)}`);
  const { project, problems } = prepareProject({ seed, table, key: toProjectKey('bench') });
  if (!project) throw new Error(`refused: ${JSON.stringify(problems)}`);
  return project;
}

function writeAll(layout: Layout, folder: string): void {
  mkdirSync(folder);
  let part: FileWriter | undefined;
  for (const event of buildParts(layout)) {
    if (event.type === 'bytes') part?.write(event.bytes);
    else if (event.type === 'file-start') part = openFile(join(folder, event.name));
    else if (event.type === 'file-end') part?.close();
  }
}

/** Copies the same files with `cp`, without reflinks. */
function copyAll(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['--reflink=never', '-R', from, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`cp failed: ${stderr}`);
}

function makeLayout({ seed, rows }: MeasureInput): Layout {
  const plan = planPages(prepare(seed, readRows(rows)));
  return layoutParts(plan, { name: 'bench', split: { bytes: PART_BYTES, pages: PART_PAGES } });
}

/** Compares filling and writing, without audit and checksum, with `cp` of the same files on the same file system. */
async function measureFill(input: MeasureInput): Promise<Figures> {
  const { folder, rounds } = input;
  const layout = makeLayout(input);
  const bytes = layout.parts.reduce((sum, part) => sum + part.bytes, 0);
  const [written, copied] = [join(folder, 'written'), join(folder, 'copied')];
  const figures = await runRounds(rounds, {
    fill: () => {
      rmSync(written, { recursive: true, force: true });
      return measureMs(() => writeAll(layout, written));
    },
    copy: () => {
      rmSync(copied, { recursive: true, force: true });
      return measureMs(() => copyAll(written, copied));
    },
  });
  return { ...figures, bytes: [bytes], pages: [layout.pages] };
}

function measurePlan({ seed, rows, rounds }: MeasureInput): Promise<Figures> {
  const reading = readRows(rows);
  return runRounds(rounds, {
    plan: () => {
      const project = prepare(seed, reading);
      return measureMs(() => planPages(project));
    },
  });
}

function makeSample(seed: string, rows: string): void {
  const plan = pickSamples(planPages(prepare(seed, readRows(rows))));
  const audit = createPartAudit({ file: 'sample.xml' });
  for (const event of buildParts(layoutParts(plan, { name: 'sample', split: null }))) {
    if (event.type === 'bytes') audit.push(event.bytes);
  }
  const verdict = checkParts([audit.end()]);
  if (verdict.pages !== 3) throw new Error(`${verdict.pages} samples: ${JSON.stringify(verdict.problems)}`);
}

/** Makes three audited pages from the bytes of seed and sheet, as a warm server does. */
function measureSample({ seed, rows, rounds }: MeasureInput): Promise<Figures> {
  return runRounds(rounds, { sample: () => measureMs(() => makeSample(seed, rows)) });
}

function measureInspect({ seed, rows, rounds }: MeasureInput): Promise<Figures> {
  const bytes = readFileSync(seed);
  const inspectAll = () =>
    inspect({ seed: { file: 'seed.xml', bytes }, table: { ...readRows(rows), file: 'rows.csv' } });
  return runRounds(rounds, { inspect: () => measureMs(inspectAll) });
}

export const MEASURES = {
  fill: measureFill,
  plan: measurePlan,
  sample: measureSample,
  inspect: measureInspect,
} satisfies Record<string, (input: MeasureInput) => Promise<Figures>>;

export type MeasureName = keyof typeof MEASURES;
