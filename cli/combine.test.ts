/** `--combine`: one page for each row of `--rows` and each row of a second list. */
import { mkdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { readPages } from '#testkit/wxr-pages.ts';
import { createTestFolder, runGeoloom, writeSeed } from './command-fixture.ts';

// Each command is a separate process, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

const folder = createTestFolder();
const seed = folder.write('plumber.xml', writeSeed().replace('[geo_city]', '[service] in [geo_city]'));
const rows = folder.write(
  'towns.csv',
  'geo_city,geo_state,geo_url,phone,intro\nAustin,TX,austin-tx,1,Hi.\nWaco,TX,waco-tx,2,Hi.\nHico,TX,hico-tx,3,Hi.\n',
);
const services = folder.write('services.csv', 'service;price\nDrain cleaning;$99\nLeak repair;$150\n');
afterAll(() => folder.remove());

interface Answer {
  ok: boolean;
  pages: number;
  skipped: number;
  problems: { code: string; text: string; file?: string }[];
  parts: { file: string }[];
  outcome?: { pages: number };
  table?: { file: string; rowCount: number };
  combined?: { file: string; rowCount: number; columns: { name: string; places: number }[] };
}

async function run(command: string, ...flags: string[]): Promise<Answer> {
  const { stdout } = await runGeoloom([command, '--seed', seed, '--rows', rows, '--json', ...flags]);
  return JSON.parse(stdout) as Answer;
}

describe('geoloom build', () => {
  it('builds a page for each town and service, which the audit accepts', async () => {
    const out = folder.resolve('built');
    const answer = await run('build', '--combine', services, '--out', out);
    expect(answer).toMatchObject({ ok: true, pages: 6, skipped: 0 });
    const pages = readPages(readFileSync(`${out}/plumber.xml`));
    expect(pages.map(({ fields }) => fields['title'])).toEqual([
      expect.stringContaining('Drain cleaning in Austin'),
      expect.stringContaining('Leak repair in Austin'),
      expect.stringContaining('Drain cleaning in Waco'),
      expect.stringContaining('Leak repair in Waco'),
      expect.stringContaining('Drain cleaning in Hico'),
      expect.stringContaining('Leak repair in Hico'),
    ]);
    expect(new Set(pages.map(({ fields }) => fields['wp:post_name'])).size).toBe(6);
    const audited = await runGeoloom(['audit', `${out}/plumber.xml`, '--json']);
    expect(JSON.parse(audited.stdout)).toMatchObject({ ok: true, pages: 6 });
    expect(JSON.parse(readFileSync(`${out}/manifest.json`, 'utf8'))).toMatchObject({
      rows: { file: 'towns.csv' },
      combined: { file: 'services.csv', bytes: 50, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  it('writes the same pages however they are split', async () => {
    const [whole, split] = [folder.resolve('whole'), folder.resolve('split')];
    await run('build', '--combine', services, '--out', whole);
    const answer = await run(
      'build',
      '--combine',
      services,
      '--part-pages',
      '4',
      '--split',
      '1MB',
      '--out',
      split,
    );
    expect(answer.parts).toHaveLength(2);
    const guids = (path: string, files: { file: string }[]) =>
      files.flatMap(({ file }) =>
        readPages(readFileSync(`${path}/${file}`)).map(({ fields }) => fields['guid']),
      );
    expect(guids(split, answer.parts)).toEqual(guids(whole, [{ file: 'plumber.xml' }]));
  });

  it('refuses lists that share a column, and writes nothing', async () => {
    const shared = folder.write('shared.csv', 'phone,service\n1,Drains\n');
    const answer = await run('build', '--combine', shared, '--out', folder.resolve('none'));
    expect(answer).toMatchObject({ ok: false, pages: 0 });
    expect(answer.problems.map(({ text }) => text)).toContain(
      'towns.csv and shared.csv both have a column "phone". Rename one of them.',
    );
  });

  it('distinguishes two files of the same name', async () => {
    mkdirSync(folder.resolve('more'));
    const same = folder.write('more/towns.csv', 'service\n #N/A\nDrains\n');
    const answer = await run('build', '--combine', same, '--out', folder.resolve('same'));
    expect(answer.problems.map(({ file }) => file)).toContain('towns.csv (2)');
  });

  it('reports a file that doesn’t exist', async () => {
    const answer = await run('build', '--combine', folder.resolve('none.csv'), '--out', folder.resolve('no'));
    expect(answer.problems.map(({ code }) => code)).toContain('file-missing');
  });
});

it('geoloom test builds three sample pages', async () => {
  const answer = await run('test', '--combine', services, '--out', folder.resolve('sample'));
  expect(answer).toMatchObject({ ok: true, pages: 3 });
});

describe('geoloom inspect', () => {
  it('shows both lists and the pages that they make', async () => {
    const answer = await run('inspect', '--combine', services);
    expect(answer.outcome?.pages).toBe(6);
    expect(answer.table).toMatchObject({ file: 'towns.csv', rowCount: 3 });
    expect(answer.combined).toMatchObject({
      file: 'services.csv',
      rowCount: 2,
      columns: [
        { name: 'service', places: expect.any(Number) },
        { name: 'price', places: 0 },
      ],
    });
    const { stdout } = await runGeoloom(['inspect', '--seed', seed, '--rows', rows, '--combine', services]);
    expect(stdout).toContain('Second list: 2 rows');
  });

  it('requires --rows next to a second list', async () => {
    const { code, stderr } = await runGeoloom(['inspect', '--seed', seed, '--combine', services]);
    expect(code).toBe(2);
    expect(stderr).toContain('--combine needs --rows');
  });
});
