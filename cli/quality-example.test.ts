/** One set of town pages with and without conditions, variants and neighbors, measured as docs/quality.md prints it. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { QualityReport } from '#engine';
import { createTestFolder, runGeoloom, type TestFolder } from './command-fixture.ts';

const ROWS = 'examples/heater-towns.csv';
const PLAIN = 'heater-page-plain.xml';
const WRITTEN = 'heater-page.xml';

let folder: TestFolder;
beforeEach(() => {
  folder = createTestFolder();
});
afterEach(() => folder.remove());

/** Builds the pages of a seed and measures them. */
async function measureSeed(seed: string): Promise<QualityReport> {
  const name = basename(seed);
  const out = folder.resolve(`${name}-pages`);
  const built = await runGeoloom(['build', '--seed', seed, '--rows', ROWS, '--out', out]);
  expect(built).toMatchObject({ code: 0, stderr: '' });
  const { stdout } = await runGeoloom(['quality', `${out}/${name}`, '--rows', ROWS, '--json']);
  return JSON.parse(stdout);
}

/** Removes conditions and neighbors, and keeps the first variant. All columns stay in use. */
function removeConstructs(seed: string): string {
  return seed
    .replaceAll(/\[spin\](.*?) \|\| .*?\[\/spin\]/g, '$1')
    .replaceAll(/\[(?:el)?if [^\]]*\].*?\[else\](.*?)\[\/if\]/g, '$1')
    .replaceAll(/<!-- wp:paragraph -->\n<p>\[\/?if[^<]*<\/p>\n<!-- \/wp:paragraph -->\n*/g, '')
    .replace(
      /<!-- wp:list-item -->\n<li>\[nearby 4\][\s\S]*?\[\/nearby\]<\/li>\n<!-- \/wp:list-item -->/,
      '',
    );
}

/** Figures of a report as a column of the table in the documentation. */
function toColumn({ score, parts, template_share: template, clusters }: QualityReport): string[] {
  const points = [score, parts.similarity, parts.substance, parts.head_and_links].map((value) =>
    String(Math.round(value)),
  );
  const grouped = clusters.reduce((sum, { size }) => sum + size, 0);
  return [...points, `${Math.round(template * 100)}%`, String(grouped)];
}

/** Columns of the table of the example. */
function readDocumented(): string[][] {
  const [, table = ''] =
    /\n\| \| `heater-page-plain\.xml`[^\n]*\n[^\n]*\n((?:\|[^\n]*\n)+)/.exec(
      readFileSync('docs/quality.md', 'utf8'),
    ) ?? [];
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return [2, 3, 4].map((column) => rows.map((cells) => cells[column] ?? ''));
}

it('scores 67 town pages much higher with conditions, variants and neighbors, as documented', async () => {
  const plain = await measureSeed(`examples/${PLAIN}`);
  const written = await measureSeed(`examples/${WRITTEN}`);
  const bareSeed = removeConstructs(readFileSync(`examples/${WRITTEN}`, 'utf8'));
  expect(bareSeed).not.toMatch(/\[(?:spin|if|else|elseif|nearby)\b/);
  const bare = await measureSeed(folder.write('bare.xml', bareSeed));
  expect(written.score - bare.score).toBeGreaterThan(20);
  expect([plain, bare, written].map(toColumn)).toEqual(readDocumented());
}, 30_000);
