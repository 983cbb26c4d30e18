/** Help, version, usage errors, and the launcher for an older Node. */
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createTestFolder,
  LAUNCHER,
  runGeoloom,
  runProcess,
  type TestFolder,
  writeSeed,
  writeSheet,
} from './command-fixture.ts';

// Each command is a separate process, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

const VERSION: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;

describe('usage', () => {
  it('prints its version', async () => {
    expect(await runGeoloom(['--version'])).toEqual({ code: 0, stdout: `${VERSION}\n`, stderr: '' });
  });

  it('shows examples in the help of each command', async () => {
    for (const command of ['build', 'test', 'inspect', 'audit']) {
      const { code, stdout } = await runGeoloom([command, '--help']);
      expect(code).toBe(0);
      expect(stdout).toContain(`  geoloom ${command} `);
      expect(stdout).toContain('Exit code: 0');
    }
  });

  const WRONG: string[][] = [
    [],
    ['frobnicate'],
    ['build'],
    ['build', '--seed', 'a.xml', '--rows', 'b.csv'],
    ['build', '--seed', 'a.xml', '--rows', 'b.csv', '--out', 'c', '--unknown'],
    ['build', '--seed', 'a.xml', '--rows', 'b.csv', '--out', 'c', '--split', 'much'],
    ['build', '--seed', 'a.xml', '--rows', 'b.csv', '--out', 'c', '--split', '20MB'],
    ['build', '--seed', 'a.xml', '--rows', 'b.csv', '--out', 'c', '--part-pages', '0'],
    ['build', '--seed', 'a.xml', '--rows', 'b.csv', '--out', 'c', '--split', 'none', '--part-pages', '5'],
    ['build', '--seed', 'a.xml', '--rows', 'b.csv', '--out', 'c', '--site', 'example'],
    ['build', '--seed', 'a.xml', '--rows', 'b.csv', '--out', 'c', 'surplus'],
    ['inspect'],
    ['audit'],
  ];
  for (const args of WRONG) {
    it(`ends with 2 and a hint for "${args.join(' ')}"`, async () => {
      const { code, stdout, stderr } = await runGeoloom(args);
      expect(code).toBe(2);
      expect(stdout).toBe('');
      expect(stderr).toMatch(/--help/);
    });
  }

  it('accepts limits of parts only for "build", because "test" writes one file', async () => {
    const input = ['--seed', 'a.xml', '--rows', 'b.csv', '--out', 'c'];
    for (const flag of [
      ['--split', '5MB'],
      ['--split', 'none'],
      ['--part-pages', '3'],
    ]) {
      const { code, stdout, stderr } = await runGeoloom(['test', ...input, ...flag]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(`unknown option '${flag[0]}'`);
    }
    for (const [command, isTold] of [
      ['build', true],
      ['test', false],
    ] as const) {
      const { stdout } = await runGeoloom([command, '--help']);
      expect(stdout.includes('--split'), command).toBe(isTold);
      expect(stdout.includes('--part-pages'), command).toBe(isTold);
    }
  });

  it('suggests the command for images for the type geocoder', async () => {
    const flags = ['--type', 'geocoder', '--seed', 'a', '--rows', 'b', '--out', 'c'];
    const { code, stderr } = await runGeoloom(['build', ...flags]);
    expect(code).toBe(2);
    expect(stderr).toContain('A Geocoder has images and no pages: use geoloom geotag.');
  });
});

describe('the launcher', () => {
  let folder: TestFolder;
  beforeEach(() => {
    folder = createTestFolder();
  });
  afterEach(() => folder.remove());

  /** Simulates another version of Node for the launcher. */
  function pretend(version: string): string[] {
    const code = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`;
    return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
  }

  it('runs a command and returns its exit code', async () => {
    const good = await runProcess(process.execPath, [LAUNCHER, '--version']);
    expect(good).toEqual({ code: 0, stdout: `${VERSION}\n`, stderr: '' });
    expect((await runProcess(process.execPath, [LAUNCHER, 'build'])).code).toBe(2);
  });

  it('starts the installed Node when it runs in an older one', async () => {
    const seed = folder.write('plumber.xml', writeSeed());
    const rows = folder.write('towns.csv', `${writeSheet(2)}Town 2,Texas,town-2-tx,555,x\n`);
    const flags = ['--seed', seed, '--rows', rows, '--out', folder.resolve('out'), '--json'];
    const { code, stdout } = await runProcess(process.execPath, [
      ...pretend('20.19.0'),
      LAUNCHER,
      'build',
      ...flags,
    ]);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, pages: 2, skipped: 1 });
  });

  it('prints the command to run if packages aren’t installed', async () => {
    mkdirSync(folder.resolve('cli'));
    const files = ['geoloom.mjs', 'installed-node.mjs'];
    for (const file of files) copyFileSync(new URL(file, import.meta.url), folder.resolve(`cli/${file}`));
    const bare = await runProcess(process.execPath, [folder.resolve('cli/geoloom.mjs'), '--version']);
    expect(bare.code).toBe(1);
    expect(bare.stderr).toContain('npm ci');
    mkdirSync(folder.resolve('node_modules/commander'), { recursive: true });
    const args = [...pretend('20.19.0'), folder.resolve('cli/geoloom.mjs'), '--version'];
    const old = await runProcess(process.execPath, args);
    expect(old.code).toBe(1);
    expect(old.stderr).toContain('needs Node 24');
  });
});
