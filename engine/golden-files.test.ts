/**
 * Whole cases, byte for byte: a seed, a sheet, the files that came of them and every problem, read by
 * a person before they were kept. GOLDEN=write keeps what comes out now; read the difference then.
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  createTableReader,
  PLATFORMS,
  layoutParts,
  planPages,
  prepareProject,
  readSeed,
  type PageImage,
  type Problem,
} from '#engine';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { fixtureUrl, listFixtures } from '#testkit/fixtures.ts';
import { collectFiles } from '#testkit/wxr-seed.ts';

const pathOf = (name: string) => fileURLToPath(fixtureUrl(name));
const CHUNKS = [1, 2, 7, 65_536];

interface CaseOptions {
  split?: { bytes: number; pages: number };
  site?: string;
  key?: string;
  images?: readonly PageImage[];
}

function readCase(name: string) {
  const read = (file: string) => new Uint8Array(readFileSync(pathOf(`${name}/${file}`)));
  const place = pathOf(`${name}/options.json`);
  const options = existsSync(place) ? (JSON.parse(readFileSync(place, 'utf8')) as CaseOptions) : {};
  const format = PLATFORMS.find(({ id }) => name.startsWith(`${id}/`))?.id;
  const seedFile = readdirSync(pathOf(name)).find((file) => file.startsWith('seed.')) ?? 'seed.xml';
  return { format, seedFile, seed: read(seedFile), rows: read('rows.csv'), options };
}

/** A case run with its sheet handed on in pieces of that size. */
function runCase(name: string, chunk: number) {
  const { format, seedFile, seed: bytes, rows, options } = readCase(name);
  const { split = null, key = basename(name), ...rest } = options;
  const { seed, problems: ofSeed } = readSeed(bytes, seedFile, format);
  const reader = createTableReader({ file: 'rows.csv' });
  for (let at = 0; at < rows.length; at += chunk) reader.push(rows.subarray(at, at + chunk));
  const { table, problems: ofTable } = reader.end();
  if (!seed || !table) throw new Error(`${name}: ${JSON.stringify([...ofSeed, ...ofTable])}`);
  const { project, problems: ofProject } = prepareProject({ seed, table, key, ...rest });
  if (!project) throw new Error(`${name}: ${JSON.stringify(ofProject)}`);
  const plan = planPages(project);
  const layout = layoutParts(plan, { name: 'expected', split });
  const problems: Problem[] = [...ofSeed, ...ofTable, ...ofProject, ...plan.problems, ...layout.problems];
  return { layout, problems, files: collectFiles(layout).files };
}

function keepCase(name: string): void {
  if (process.env.GOLDEN !== 'write') return;
  const { files, problems } = runCase(name, 65_536);
  for (const file of files) writeFileSync(pathOf(`${name}/${file.name}`), file.bytes);
  writeFileSync(pathOf(`${name}/problems.json`), `${JSON.stringify(problems, undefined, 2)}\n`);
}

const cases = PLATFORMS.flatMap(({ id: format }) =>
  listFixtures(format).map((name) => `${format}/${name}`),
).toSorted();

describe.each(cases)('the case %s', (name) => {
  keepCase(name);

  it.each(CHUNKS)('gives the kept files and problems with rows in pieces of %i bytes', (chunk) => {
    const { files, problems } = runCase(name, chunk);
    const kept = readdirSync(pathOf(name)).filter((file) => file.startsWith('expected'));
    expect(files.map((file) => file.name).toSorted()).toEqual(kept.toSorted());
    for (const file of files) {
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(file.bytes);
      expect(text).toBe(readFileSync(pathOf(`${name}/${file.name}`), 'utf8'));
    }
    expect(problems).toEqual(JSON.parse(readFileSync(pathOf(`${name}/problems.json`), 'utf8')));
  });

  it('lands whole in the eyes of the audit', () => {
    const { files, layout } = runCase(name, 65_536);
    const verdict = auditFiles(files, layout);
    expect(listFaultTexts(verdict)).toEqual([]);
    expect(verdict).toMatchObject({ ok: true, pages: layout.pages, skipped: [] });
  });
});

it('has a case for each way of building pages, and for each platform', () => {
  expect(cases.filter((name) => name.startsWith('wordpress/')).length).toBeGreaterThanOrEqual(14);
  for (const { id } of PLATFORMS)
    expect(cases.filter((name) => name.startsWith(`${id}/`)).length).toBeGreaterThanOrEqual(3);
});
