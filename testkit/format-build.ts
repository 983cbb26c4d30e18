/** Builds files from a seed and rows, on any platform, and audits them. */
import { readFileSync } from 'node:fs';
import { fixtureUrl } from './fixtures.ts';
import { parseFragment } from 'parse5';
import { afterAll, expect, it } from 'vitest';
import {
  type ColumnChoices,
  createPartAudit,
  createExpectation,
  type PlatformId,
  checkParts,
  layoutParts,
  measureExtras,
  type HeldPages,
  type PageImage,
  planPages,
  prepareProject,
  type Problem,
  type Schedule,
  readSeed,
  type Verdict,
} from '#engine';
import { DANGEROUS } from './hostile-values.ts';
import { collectFiles, readRows, type SheetRows } from './wxr-seed.ts';

export interface FormatBuild {
  format: PlatformId;
  files: { name: string; bytes: Uint8Array }[];
  /** The planned parts; other files come after them. */
  planned: readonly { name: string; bytes: number; pages: number }[];
  /** Text of the first file. */
  text: string;
  /** Problems of seed, project, plan and layout. */
  problems: Problem[];
  skipped: number;
  /** Planned bytes of the files next to the parts. */
  measureExtras(measuredBytes?: number): number;
  selectors: readonly { name: string; path: string }[];
  /** Audits the files, with one of them (by default the first) replaced by this text. */
  audit(text?: string, file?: number): Verdict;
}

interface BuildOptions {
  format: PlatformId;
  site?: string;
  key?: string;
  keep?: readonly string[];
  columns?: ColumnChoices;
  page?: string;
  images?: readonly PageImage[];
  schedule?: Schedule | undefined;
  held?: readonly HeldPages[];
  split?: { bytes: number; pages: number } | null;
}

/** Reads the seed of a fixture. */
export function readSeedFixture(path: string): string {
  return readFileSync(fixtureUrl(path), 'utf8');
}

/** Lists the problems of a rejected seed, or of the project with these rows. */
export function listRefusalProblems(
  format: PlatformId,
  seed: string | Uint8Array,
  rows?: SheetRows,
): Problem[] {
  const bytes = typeof seed === 'string' ? new TextEncoder().encode(seed) : seed;
  const reading = readSeed(bytes, 'seed', format);
  if (!reading.seed || rows === undefined) return reading.problems;
  const { table } = readRows(rows);
  return [...reading.problems, ...prepareProject({ seed: reading.seed, table, key: 'test' }).problems];
}

/** Builds the files. @throws if the seed is rejected */
export function buildFormat(seed: string, rows: SheetRows, options: BuildOptions): FormatBuild {
  const { format, split = null, key = 'test', ...rest } = options;
  const { seed: read, problems: ofSeed } = readSeed(new TextEncoder().encode(seed), 'seed', format);
  if (!read) throw new Error(JSON.stringify(ofSeed));
  const { table } = readRows(rows);
  const prepared = prepareProject({ seed: read, table, key, ...rest });
  if (!prepared.project) throw new Error(JSON.stringify(prepared.problems));
  const { project } = prepared;
  const plan = planPages(project);
  const layout = layoutParts(plan, { name: 'pages', split });
  const { files } = collectFiles(layout);
  const decoder = new TextDecoder();
  const audit = (changed?: string, file = 0) => {
    const parts = files.map(({ name, bytes }, index) => {
      const auditor = createPartAudit({
        format,
        recordPath: project.template.recordPath,
        file: name,
        flaws: project.flaws,
        now: '2030-01-01 00:00:00',
      });
      auditor.push(index === file && changed !== undefined ? new TextEncoder().encode(changed) : bytes);
      return auditor.end();
    });
    return checkParts(parts, { ...createExpectation(layout), limitBytes: split?.bytes ?? null });
  };
  return {
    format,
    files,
    planned: layout.parts,
    text: decoder.decode(files[0]?.bytes),
    problems: [...ofSeed, ...prepared.problems, ...layout.plan.problems, ...layout.problems],
    skipped: layout.skipped,
    measureExtras: (measuredBytes) => measureExtras(plan, measuredBytes),
    selectors: project.template.selectors ?? [],
    audit,
  };
}

/** Lists the codes of the faults, in order. */
export function listFaultCodes(problems: readonly Problem[]): string[] {
  return problems.filter(({ severity }) => severity === 'fault').map(({ code }) => code);
}

interface HtmlNode {
  nodeName: string;
  value?: string;
  childNodes?: HtmlNode[];
}

/** Returns the visible text of markup. */
export function getShownText(html: string): string {
  const textOf = ({ nodeName, value = '', childNodes = [] }: HtmlNode): string =>
    nodeName === 'script' ? '' : value + childNodes.map(textOf).join('');
  return textOf(parseFragment(html) as HtmlNode);
}

/** Damage to a file, and the code of the expected fault. */
export type Damage = readonly [what: string, damage: (text: string) => string, code: string];

/** Tests that the audit finds each kind of damage, and none in the built files. */
export function testDamage(built: FormatBuild, kinds: readonly Damage[], file = 0): void {
  const { name = '', bytes } = built.files[file] ?? {};
  const text = new TextDecoder().decode(bytes);
  let found = 0;
  afterAll(() => console.log(`${built.format}, ${name}: ${found} of ${kinds.length} kinds of damage found`));

  it.each(kinds)('finds %s', (_what, damage, code) => {
    const changed = damage(text);
    expect(changed).not.toBe(text);
    const verdict = built.audit(changed, file);
    expect(verdict.ok).toBe(false);
    expect(listFaultCodes(verdict.problems)).toContain(code);
    found += 1;
  });

  it('accepts the built files', () => {
    expect(built.audit()).toMatchObject({ ok: true, pages: 2, skipped: [] });
  });
}

/** A record as another parser than the engine's reads it. */
export interface ReadRecord {
  /** Unique fields. */
  identity: readonly (string | undefined)[];
  /** Texts as the importer reads them, and the expected ones: `§` is the row's value, `#` its number. */
  texts: readonly (readonly [read: string, wanted: string])[];
  /** All texts of the record together. */
  all: string;
}

const LEFT = /(?:\[|%5B)(?:geo_city|geo_state|geo_url|page_url|phone|tagline)\b[^\]]*?(?:\]|%5D)/gi;

/** Checks one type of records with hostile rows, and prints its figures. */
export function expectShape(shape: string, values: readonly string[], records: readonly ReadRecord[]): void {
  const counts = (records[0]?.identity ?? []).map(
    (_, field) => new Set(records.map(({ identity }) => identity[field])).size,
  );
  const left = records.flatMap(({ all }, index) => all.replaceAll(values[index] ?? '', '').match(LEFT) ?? []);
  const wrong = records.flatMap(({ texts }, index) =>
    texts
      .map(([read, wanted]) => [
        read,
        wanted.replaceAll('#', `${index}`).replaceAll('§', () => values[index] ?? ''),
      ])
      .filter(([read, wanted]) => read !== wanted)
      .slice(0, 1),
  );
  const unique = Math.min(...counts);
  const equal = records.length - wrong.length;
  console.log(
    `${shape}: rows in ${values.length}, records found ${records.length}, unique identities ${unique}, placeholders left ${left.length}, values equal to the sheet ${equal}`,
  );
  expect({ left, wrong, records: records.length, unique }).toEqual({
    left: [],
    wrong: [],
    records: values.length,
    unique: values.length,
  });
}

/** Makes rows with each dangerous value between two letters; the other cells are harmless. */
export function makeHostileRows(): { rows: string[][]; values: string[] } {
  // oxlint-disable-next-line no-control-regex -- sheets drop characters that XML forbids, and report it
  const values = DANGEROUS.filter(
    (value) => !/[\0-\x08\x0b\x0c\x0e-\x1f\r\ufffe\uffff]|\p{Cs}/u.test(value),
  ).map((value) => `a${value}b`);
  const header = ['geo_city', 'geo_state', 'geo_url', 'phone', 'tagline'];
  const rows = values.map((value, index) => [`Town ${index}`, 'TX', `town-${index}`, '555-0100', value]);
  return { rows: [header, ...rows], values };
}
