/**
 * Violates each import rule once: adds one file for each rule of walls.mjs to a copy of the repository, and the rule
 * must find it. A rule without a violation here fails, too, so that no rule stops working unnoticed.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLANTS, TARGETS } from './walls-fixture.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const NOT_COPIED = new Set(['.git', 'node_modules', 'dist', '.cache', 'data']);

interface Cruise {
  modules: { source: string; couldNotResolve?: boolean }[];
  summary: { violations: { from: string; to: string; rule: { name: string } }[] };
}

function cruise(folder: string): Cruise {
  const bin = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs');
  const args = [bin, '--config', 'walls.mjs', '--output-type', 'json', '.'];
  return JSON.parse(
    execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 }),
  );
}

function listFiles(folder: string): string[] {
  return globSync('**/*.{ts,tsx,mjs,js}', {
    cwd: folder,
    exclude: (name) => NOT_COPIED.has(name),
  }).toSorted();
}

let copy: string;
let planted: Cruise;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'geoloom-walls-'));
  for (const name of readdirSync(root)) {
    if (!NOT_COPIED.has(name)) cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const [file, text] of Object.entries(TARGETS)) plant(file, text);
  for (const { file, text } of PLANTS) plant(file, text);
  planted = cruise(copy);
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

function plant(file: string, text: string): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  writeFileSync(join(copy, file), text, { flag: 'a' });
}

describe('the walls', () => {
  it.each(PLANTS)('$rule is broken by $file', ({ rule, file }) => {
    const rules = planted.summary.violations
      .filter(({ from }) => from === file)
      .map((each) => each.rule.name);
    expect(rules).toContain(rule);
  });

  it('accept allowed imports', () => {
    const broken = planted.summary.violations.filter(({ from }) => from in TARGETS);
    expect(broken.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
  });

  it('have a violation of each rule here', async () => {
    const { default: config } = (await import(join(root, 'walls.mjs'))) as {
      default: { forbidden: { name: string; severity: string }[] };
    };
    expect(config.forbidden.map(({ name }) => name).toSorted()).toEqual(
      [...new Set(PLANTS.map(({ rule }) => rule))].toSorted(),
    );
    expect(config.forbidden.filter(({ severity }) => severity !== 'error')).toEqual([]);
  });

  it('cover every source file of the repository', () => {
    const seen = planted.modules
      .filter(({ couldNotResolve }) => couldNotResolve !== true)
      .map(({ source }) => source)
      .filter((source) => /\.(tsx?|mjs|js)$/.test(source) && !source.includes('node_modules/'));
    expect(seen.toSorted()).toEqual(listFiles(copy));
  });
});
