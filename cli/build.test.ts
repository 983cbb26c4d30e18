/** `geoloom build` and `geoloom test` for users and scripts. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestFolder, runGeoloom, writePage, writeSeed, writeSheet } from './command-fixture.ts';
import { readSheetFile } from './read-sheet.ts';

const folder = createTestFolder();
const seed = folder.write('plumber.xml', writeSeed());
const rows = folder.write('towns.csv', writeSheet(5));
afterAll(() => folder.remove());

let outCount = 0;
function nextOut(): string {
  outCount += 1;
  return `out-${outCount}`;
}

interface Answer {
  code: number | null;
  stdout: string;
  stderr: string;
  out: string;
  // Output of --json, parsed like in a script.
  json: Record<string, unknown>;
}

async function build(flags: string[], command = 'build'): Promise<Answer> {
  const out = nextOut();
  const result = await runGeoloom([command, '--out', folder.resolve(out), ...flags]);
  const json: Record<string, unknown> = flags.includes('--json') ? JSON.parse(result.stdout) : {};
  return { ...result, out, json };
}

function readOutput(out: string, name: string): Buffer {
  return readFileSync(join(folder.resolve(out), name));
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

describe('geoloom build', () => {
  it('writes the file, the formed links and the manifest, and nothing else', async () => {
    const { code, stdout, stderr, out } = await build(['--seed', seed, '--rows', rows]);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^5 of 5 pages ready to import\.\n/);
    expect(stdout).toContain('plumber.xml');
    expect(folder.list(out)).toEqual(['formed-links.html', 'manifest.json', 'plumber.xml']);
    expect(folder.list().filter((name) => name.includes('partial'))).toEqual([]);
    const links = readOutput(out, 'formed-links.html').toString().trimEnd().split('\n');
    expect(links).toHaveLength(5);
    expect(links[0]).toContain('Town 1');
  });

  it('prints exactly one object with --json, with the keys that scripts rely on', async () => {
    const { code, stderr, out, json } = await build(['--seed', seed, '--rows', rows, '--json']);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(Object.keys(json)).toEqual([
      'ok',
      'pages',
      'skipped',
      'parts',
      'formed_links',
      'problems',
      'elapsed_ms',
      'peak_rss_bytes',
    ]);
    expect(json).toMatchObject({ ok: true, pages: 5, skipped: 0, formed_links: 5, problems: [] });
    const bytes = readOutput(out, 'plumber.xml');
    expect(json['parts']).toEqual([
      { file: 'plumber.xml', bytes: bytes.length, pages: 5, sha256: hash(bytes) },
    ]);
    expect(Number(json['elapsed_ms'])).toBeGreaterThan(0);
    expect(Number(json['peak_rss_bytes'])).toBeGreaterThan(10_000_000);
  });

  it('lists its inputs with checksums in the manifest, without a time', async () => {
    const { out } = await build(['--seed', seed, '--rows', rows]);
    const manifest = JSON.parse(readOutput(out, 'manifest.json').toString());
    expect(manifest).toMatchObject({
      version: 1,
      type: 'wordpress',
      seed: { file: 'plumber.xml', sha256: hash(readFileSync(seed)) },
      rows: { file: 'towns.csv', sha256: hash(readFileSync(rows)) },
      pages: 5,
      skipped: 0,
      formed_links: 5,
      problem_count: 0,
      problems: [],
    });
    expect(manifest.key).toEqual(expect.stringMatching(/./));
    expect(JSON.stringify(manifest)).not.toMatch(/elapsed|time|rss/);
  });

  it('ends with 3 and names the skipped row', async () => {
    const duplicates = folder.write('duplicates.csv', `${writeSheet(4)}Town 5,Texas,town-2-tx,555,x\n`);
    const { code, json } = await build(['--seed', seed, '--rows', duplicates, '--json']);
    expect(json).toMatchObject({ ok: true, pages: 4, skipped: 1, formed_links: 4 });
    expect(json['problems']).toContainEqual(expect.objectContaining({ severity: 'loss', row: 6 }));
    expect(code).toBe(3);
    const { code: humanCode, stdout } = await build(['--seed', seed, '--rows', duplicates]);
    expect(humanCode).toBe(3);
    expect(stdout).toMatch(/^4 of 5 pages ready to import, 1 row is skipped\.\n/);
    expect(stdout).toContain(`${duplicates} row 6`);
  });

  it('truncates a long list on the terminal; the manifest has all of it', async () => {
    const same = Array.from({ length: 40 }, () => 'Town,Texas,town-1-tx,555,x').join('\n');
    const sheet = folder.write('same.csv', `${writeSheet(1)}${same}\n`);
    const { stdout, out, code } = await build(['--seed', seed, '--rows', sheet]);
    expect(code).toBe(3);
    expect(stdout).toMatch(/… and \d+ more of this kind \(all are in manifest\.json\)/);
    const manifest = JSON.parse(readOutput(out, 'manifest.json').toString());
    expect(manifest.skipped).toBe(40);
    expect(manifest.problem_count).toBe(manifest.problems.length);
    const rowsNamed = new Set(manifest.problems.map((problem: { row?: number }) => problem.row));
    for (let row = 3; row <= 42; row += 1) expect(rowsNamed).toContain(row);
  });

  it('writes the same bytes every time, including the manifest', async () => {
    const first = await build(['--seed', seed, '--rows', rows, '--part-pages', '2']);
    const second = await build(['--seed', seed, '--rows', rows, '--part-pages', '2']);
    const names = folder.list(first.out);
    expect(names.length).toBeGreaterThan(4);
    expect(folder.list(second.out)).toEqual(names);
    for (const name of names) expect(readOutput(second.out, name)).toEqual(readOutput(first.out, name));
  });

  it('reads the same table from a sheet in chunks of any size', async () => {
    const whole = await readSheetFile(rows);
    for (const chunkBytes of [4, 7, 64, 65_536]) {
      const { reading, source } = await readSheetFile(rows, { chunkBytes });
      expect(source).toEqual(whole.source);
      expect(reading.table?.rowCount).toBe(5);
      for (let row = 0; row < 5; row += 1) {
        expect(reading.table?.getCells(row)).toEqual(whole.reading.table?.getCells(row));
      }
    }
  });

  it('gives each project its own IDs, and the same key the same IDs', async () => {
    const plain = await build(['--seed', seed, '--rows', rows]);
    const named = await build(['--seed', seed, '--rows', rows, '--project', 'other client']);
    const key = JSON.parse(readOutput(named.out, 'manifest.json').toString()).key;
    const keyed = await build(['--seed', seed, '--rows', rows, '--project', key]);
    const [a, b, c] = [plain, named, keyed].map(({ out }) => readOutput(out, 'plumber.xml').toString());
    expect(b).not.toBe(a);
    expect(c).toBe(b);
  });

  it('fills the user’s footer template', async () => {
    const footer = folder.write('footer.html', '<li>[geo_city] – [phone]</li>\n');
    const { out, code } = await build(['--seed', seed, '--rows', rows, '--footer', footer]);
    expect(code).toBe(0);
    expect(readOutput(out, 'formed-links.html').toString().split('\n')[0]).toBe('<li>Town 1 – 555-0000</li>');
  });

  it('starts URLs with the given site', async () => {
    const site = 'https://www.other.example/shop/';
    const { out } = await build(['--seed', seed, '--rows', rows, '--site', site]);
    expect(readOutput(out, 'formed-links.html').toString()).toContain(
      'href="https://www.other.example/shop/',
    );
  });
});

describe('splitting', () => {
  it('splits by pages with --part-pages, in order', async () => {
    const { json, out } = await build(['--seed', seed, '--rows', rows, '--part-pages', '2', '--json']);
    const parts = json['parts'] as { file: string; pages: number; bytes: number; sha256: string }[];
    expect(parts.map(({ pages }) => pages)).toEqual([2, 2, 1]);
    expect(parts.map(({ file }) => file)).toEqual(parts.map(({ file }) => file).toSorted());
    for (const { file, bytes, sha256 } of parts) {
      expect(hash(readOutput(out, file))).toBe(sha256);
      expect(readOutput(out, file)).toHaveLength(bytes);
    }
  });

  it('splits by size with --split, in units and in bytes', async () => {
    const one = writePage().length;
    const bytes = String(2 * one + 3000);
    const { json } = await build(['--seed', seed, '--rows', rows, '--split', bytes, '--json']);
    const parts = json['parts'] as { bytes: number }[];
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(part.bytes).toBeLessThanOrEqual(Number(bytes));
    const roomy = await build(['--seed', seed, '--rows', rows, '--split', '5MB', '--json']);
    expect(roomy.json['parts']).toHaveLength(1);
  });

  it('splits an output above 10 MB without a terminal, and leaves it whole with --split none', async () => {
    const long = folder.write('long.csv', writeSheet(2200, 'All day and all night. '.repeat(200)));
    const { json, code } = await build(['--seed', seed, '--rows', long, '--json']);
    expect(code).toBe(0);
    const parts = json['parts'] as { bytes: number; pages: number }[];
    expect(parts.length).toBeGreaterThan(4);
    for (const { bytes, pages } of parts) {
      expect(bytes).toBeLessThanOrEqual(10_000_000);
      expect(pages).toBeLessThanOrEqual(500);
    }
    const whole = await build(['--seed', seed, '--rows', long, '--split', 'none', '--json']);
    const [part, ...others] = whole.json['parts'] as { bytes: number; pages: number }[];
    expect(others).toEqual([]);
    expect(part?.pages).toBe(2200);
    expect(part?.bytes).toBeGreaterThan(10_000_000);
  });
});

describe('geoloom test', () => {
  it('writes three samples: first row, longest row, most special characters', async () => {
    const lines = writeSheet(30).split('\n');
    lines[12] = `Town 12,Texas,town-12-tx,555,"${'long '.repeat(100)}"`;
    lines[20] = 'Town 20,Texas,town-20-tx,555,"<>&\'""[]\\/<>&\'""[]\\/<>&"';
    const sheet = folder.write('samples.csv', lines.join('\n'));
    const { json, code, out } = await build(['--seed', seed, '--rows', sheet, '--json'], 'test');
    expect(code).toBe(0);
    expect(json).toMatchObject({ ok: true, pages: 3, skipped: 0, formed_links: 3 });
    const links = readOutput(out, 'formed-links.html').toString();
    for (const town of ['Town 1<', 'Town 12<', 'Town 20<']) expect(links).toContain(town);
  });
});
