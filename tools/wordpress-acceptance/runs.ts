/** Builds each seed with each sheet, imports the parts on each database, and lets both judges look. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { BuildOrder, BuiltParts } from './build-parts.ts';
import { type Database, openDatabase } from './database.ts';
import { type ExpectedPage, fillWithCells, type KnownSeed, type OtherPage } from './expectation.ts';
import { dumpPages, type ImportOrder, importParts, type Site, setUpSite } from './harness.ts';
import { makeHostileRows } from './hostile-rows.ts';
import { judgeReading } from './judge-reading.ts';
import type { Options, SheetName } from './options.ts';
import { BLOCKS } from './seed-blocks.ts';
import { CLASSIC } from './seed-classic.ts';
import { CONTEXTS } from './seed-contexts.ts';
import { ELEMENTOR } from './seed-elementor.ts';
import { type Row, readSheet, writeSheet } from './sheet.ts';
import { printResult, type Result } from './verdict.ts';

/** The seeds that expectations are written for, by file name. */
export const KNOWN: Record<string, KnownSeed> = {
  blocks: BLOCKS,
  classic: CLASSIC,
  contexts: CONTEXTS,
  elementor: ELEMENTOR,
};

/** Columns whose placeholder may not be left over; cells of the hostile sheet hold `[geo_city]` as text. */
const LEFT_OVER =
  'geo_state|geo_zip|geo_url|state_code|county|phone|local_intro|review_count|open_sunday|lat|lng';
const TOKENS: Record<SheetName, string> = {
  ordinary: `(?:\\[|%5B)(?:geo[_ -]?city|${LEFT_OVER})(?:\\]|%5D)`,
  hostile: `(?:\\[|%5B)(?:${LEFT_OVER})(?:\\]|%5D)`,
};

/** The hostile sheet is cut into several parts, the ordinary one stays whole: both ways are tried. */
const PART_PAGES: Record<SheetName, number | undefined> = { ordinary: undefined, hostile: 250 };

interface Case {
  name: string;
  sheet: SheetName;
  seed: KnownSeed;
  rows: Row[];
  built: BuiltParts;
  folder: string;
}

type Build = (order: BuildOrder) => BuiltParts;

/** All runs that the options ask for, one after another; `build` makes the parts. */
export async function runAll(options: Options, folder: string, build: Build): Promise<Result[]> {
  const site = setUpSite(options);
  const cases = options.seeds.flatMap((seed) =>
    options.sheets.map((sheet) => prepare({ options, file: seed, sheet, top: folder, build })),
  );
  const results: Result[] = [];
  for (const name of options.databases) {
    const database = await openDatabase(name, site.sqliteDir, options.env);
    if (typeof database === 'string') {
      if (options.mustHaveDatabases) throw new Error(database);
      console.log(database);
      continue;
    }
    try {
      const stage = { options, site, database };
      for (const one of cases) results.push(...runCase(stage, one));
    } finally {
      await database.stop();
    }
  }
  return results;
}

interface Preparation {
  options: Options;
  file: string;
  sheet: SheetName;
  top: string;
  build: Build;
}

function prepare({ options, file, sheet, top, build }: Preparation): Case {
  const name = basename(file, '.xml');
  const seed = KNOWN[name];
  if (seed === undefined) throw new Error(`no expectations for ${name}`);
  const folder = join(top, `${name}-${sheet}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  let rows = options.rows;
  if (sheet === 'hostile') {
    rows = join(folder, 'rows.csv');
    writeSheet(rows, makeHostileRows(seed, readStrings(options.strings)));
  }
  const partPages = PART_PAGES[sheet];
  const order = { seed: file, rows, out: join(folder, 'parts') };
  const built = build(partPages === undefined ? order : { ...order, partPages });
  return { name, sheet, seed, rows: readSheet(rows), built, folder };
}

const STRINGS = z.array(z.string());

function readStrings(file: string): string[] {
  if (existsSync(file)) return STRINGS.parse(JSON.parse(readFileSync(file, 'utf8')));
  console.log(`No list of strings at ${file}: the hostile sheet has its own values alone.`);
  return [];
}

interface Stage {
  options: Options;
  site: Site;
  database: Database;
}

function runCase(stage: Stage, one: Case): Result[] {
  const runs: ImportOrder['run'][] = ['first'];
  // WordPress never finds a title with a backslash again, so the hostile sheet cannot be imported twice
  if (stage.options.again && one.sheet === 'ordinary') runs.push('again');
  if (stage.options.xmlprocessor) runs.push('xmlprocessor');
  return runs.map((run) => runImport(stage, one, run));
}

/** What import.sh compares to the letter: of our own seed the readers judge the content. */
function expectRow(seed: KnownSeed, row: Row): Partial<ExpectedPage> & OtherPage {
  const { content, ...page } = seed.expectPage(fillWithCells(row));
  return seed.isSpelled ? { content, ...page } : page;
}

function runImport({ site, database }: Stage, one: Case, run: ImportOrder['run']): Result {
  const pages = [...one.seed.otherPages, ...one.rows.map((row) => expectRow(one.seed, row))];
  const order = {
    parts: one.built.files,
    pages,
    tokens: TOKENS[one.sheet],
    run,
    folder: one.folder,
    hasMedia: one.seed.hasMedia,
  };
  const result: Result = {
    seed: one.name,
    sheet: one.sheet,
    database: database.name,
    run,
    rows: one.rows.length,
    landed: 0,
    built: one.built,
    importSeconds: 0,
    problems:
      one.built.exit === 0 ? [] : [`geoloom build ended with ${one.built.exit}, ${one.built.lost} lost`],
  };
  if (one.built.files.length > 0) {
    const report = importParts(site, database, order);
    result.landed = Math.max(0, (report.imported['page'] ?? 0) - one.seed.otherPages.length);
    result.importSeconds = report.totals.seconds;
    for (const [kind, count] of Object.entries(report.problems)) {
      if (run === 'again' && kind === 'item_exists' && count === pages.length) continue;
      result.problems.push(`${count} × ${kind}: ${report.examples[kind]?.[0] ?? ''}`);
    }
    const stored = dumpPages(site, database, one.folder);
    result.problems.push(...judgeReading(one.seed, one.rows, stored));
  }
  printResult(result);
  return result;
}
