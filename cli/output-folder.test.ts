/** The output folder is complete or absent, and other files are never touched. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type CommandResult,
  createTestFolder,
  LAUNCHER,
  type RunOptions,
  runGeoloom,
  runProcess,
  startGeoloom,
  type TestFolder,
  writeSeed,
  writeSheet,
} from './command-fixture.ts';

// Each command is a separate process, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

let folder: TestFolder;
let input: string[];
beforeEach(() => {
  folder = createTestFolder();
  input = [
    '--seed',
    folder.write('plumber.xml', writeSeed()),
    '--rows',
    folder.write('towns.csv', writeSheet(5)),
  ];
});
afterEach(() => folder.remove());

function build(out: string): Promise<CommandResult> {
  return runGeoloom(['build', ...input, '--out', out]);
}

function startBuild(out: string, options?: RunOptions): Promise<CommandResult> {
  return startGeoloom(['build', ...input, '--out', out], options);
}

/** Large pages of a small sheet, which take some seconds to write and verify. */
function useLargePages(): void {
  const content = `<p>[geo_city]</p>${'We come day and night. '.repeat(350)}`;
  const seed = folder.write('large.xml', writeSeed({ content }));
  input = ['--seed', seed, '--rows', folder.write('many.csv', writeSheet(10_000)), '--split', '1MB'];
}

const OUTPUT = ['formed-links.html', 'manifest.json', 'plumber.xml'];

describe('the output folder', () => {
  it('uses an empty folder, or creates a new one with its parents', async () => {
    mkdirSync(folder.resolve('empty'));
    expect((await build(folder.resolve('empty'))).code).toBe(0);
    expect(folder.list('empty')).toEqual(OUTPUT);
    expect((await build(folder.resolve('a/b/c'))).code).toBe(0);
    expect(folder.list('a/b')).toEqual(['c']);
    expect(folder.list('a/b/c')).toEqual(OUTPUT);
  });

  it('uses the current folder if it is empty', async () => {
    mkdirSync(folder.resolve('here'));
    expect((await startBuild('.', { cwd: folder.resolve('here') })).code).toBe(0);
    expect(folder.list('here')).toEqual(OUTPUT);
  });

  it('follows a link to an empty folder', async () => {
    mkdirSync(folder.resolve('real'));
    symlinkSync(folder.resolve('real'), folder.resolve('link'));
    expect((await build(folder.resolve('link'))).code).toBe(0);
    expect(folder.list('real')).toEqual(OUTPUT);
  });

  it('refuses an existing file of that name', async () => {
    const out = folder.write('taken', 'precious');
    const { code, stdout } = await build(out);
    expect(code).toBe(1);
    expect(stdout).toContain(`${out} is a file`);
    expect(readFileSync(out, 'utf8')).toBe('precious');
    expect(folder.list()).toEqual(['plumber.xml', 'taken', 'towns.csv']);
  });

  it('refuses a folder that isn’t empty and changes nothing in it', async () => {
    mkdirSync(folder.resolve('full'));
    folder.write('full/manifest.json', 'precious');
    const { code, stdout } = await build(folder.resolve('full'));
    expect(code).toBe(1);
    expect(stdout).toContain("isn't empty");
    expect(folder.list('full')).toEqual(['manifest.json']);
    expect(readFileSync(folder.resolve('full/manifest.json'), 'utf8')).toBe('precious');
  });

  it('refuses a broken link', async () => {
    symlinkSync(folder.resolve('nowhere'), folder.resolve('link'));
    expect((await build(folder.resolve('link'))).code).toBe(1);
    expect(existsSync(folder.resolve('nowhere'))).toBe(false);
  });

  it('reports all problems at once: the output exists and the sheet is empty', async () => {
    input = [...input.slice(0, 2), '--rows', folder.write('empty.csv', '')];
    const { stdout, code } = await build(folder.write('taken', ''));
    expect(code).toBe(1);
    expect(stdout).toContain('taken is a file');
    expect(stdout).toContain('empty.csv');
  });
});

describe('the temporary folder of a killed run', () => {
  it('is deleted by the next run, and that of a running process isn’t', async () => {
    const dead = spawn(process.execPath, ['--eval', '']);
    await new Promise((resolve) => dead.on('close', resolve));
    for (const name of [
      `.out.partial-${dead.pid}`,
      `.out.partial-${process.pid}`,
      '.out.partial-x',
      '.other.partial-1',
    ]) {
      mkdirSync(folder.resolve(name));
    }
    folder.write(`.out.partial-${dead.pid}/plumber.xml`, 'half');
    expect((await startBuild(folder.resolve('out'))).code).toBe(0);
    const left = folder.list().filter((name) => name.includes('partial'));
    expect(left).toEqual(['.other.partial-1', `.out.partial-${process.pid}`, '.out.partial-x']);
  });

  it('doesn’t count as an entry of an empty folder', async () => {
    mkdirSync(folder.resolve('out/.out.partial-4194305'), { recursive: true });
    expect((await build(folder.resolve('out'))).code).toBe(0);
    expect(folder.list('out')).toEqual(OUTPUT);
  });
});

describe('an interrupted run', () => {
  /** Sends the signal when the temporary folder has the first part and the next one is being written. */
  function stopInTheMiddle(parent: string, signal: NodeJS.Signals): RunOptions {
    const isWriting = () => {
      if (!existsSync(folder.resolve(parent))) return false;
      const partial = folder.list(parent).find((name) => name.includes('.partial-'));
      return partial !== undefined && folder.list(join(parent, partial)).length > 2;
    };
    const wait = async (child: ChildProcess) => {
      while (!isWriting() && child.exitCode === null) await setTimeout(5);
      child.kill(signal);
    };
    return { onStart: (child) => void wait(child) };
  }

  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    it(`leaves nothing after ${signal} in the middle of writing`, async () => {
      useLargePages();
      const before = folder.list();
      const result = await startBuild(folder.resolve('deep/out'), stopInTheMiddle('deep', signal));
      expect(result.code).toBe(code);
      expect(result.stderr).toContain('No files were written');
      expect(folder.list()).toEqual(before);
    });
  }

  it('leaves an empty folder empty after SIGINT', async () => {
    useLargePages();
    mkdirSync(folder.resolve('out'));
    const result = await startBuild(folder.resolve('out'), stopInTheMiddle('out', 'SIGINT'));
    expect(result.code).toBe(130);
    expect(folder.list('out')).toEqual([]);
  });

  it('leaves nothing when a file reaches its maximum size', async () => {
    useLargePages();
    const before = folder.list();
    const command = `ulimit -f 900; exec "$0" "$@"`;
    const args = [process.execPath, LAUNCHER, 'build', ...input, '--out', folder.resolve('out'), '--json'];
    const { code, stdout } = await runProcess('sh', ['-c', command, ...args]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      pages: 0,
      parts: [],
      problems: expect.arrayContaining([
        expect.objectContaining({ code: 'file-too-large', severity: 'fault' }),
      ]),
    });
    expect(folder.list()).toEqual(before);
  });

  it('leaves nothing if it may not write there', async () => {
    // A kernel folder is read-only even for root.
    const { code, stdout } = await build('/sys/geoloom-out');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Refused\. Nothing was written\.\n/);
    expect(stdout).toMatch(/No permission for|does not exist/);
  });

  it('reports that standard output can’t be written', async () => {
    const command = 'exec "$0" "$@" > /dev/full';
    const args = [process.execPath, LAUNCHER, 'build', ...input, '--out', folder.resolve('out'), '--json'];
    const { code, stderr } = await runProcess('sh', ['-c', command, ...args]);
    expect(code).toBe(1);
    expect(stderr).toContain('ENOSPC');
  });
});
