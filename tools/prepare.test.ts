/** The first thing that a newcomer runs, in folders of every state, with an npm and a Node of the test. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, it, onTestFinished } from 'vitest';

const prepareFile = fileURLToPath(new URL('prepare.mjs', import.meta.url));

/** Installs what the real npm would: a Node of the wanted version. */
const NPM = (version: string) => `#!/bin/sh
echo "$@" >> calls.txt
mkdir -p node_modules/.bin
printf '#!/bin/sh\\necho ${version}\\n' > node_modules/.bin/node
chmod +x node_modules/.bin/node
`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'geoloom-prepare-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'tools'));
  mkdirSync(join(folder, 'bin'));
  cpSync(prepareFile, join(folder, 'tools', 'prepare.mjs'));
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  write('bin/node', '#!/bin/sh\necho 20.19.0\n');
  write('bin/npm', NPM('24.1.0'));
});

function write(file: string, text: string): void {
  writeFileSync(join(folder, file), text, { mode: 0o755 });
}

function prepare() {
  const PATH = `${join(folder, 'bin')}:/usr/bin:/bin`;
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'tools', 'prepare.mjs')], {
    env: { PATH },
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

function readCalls(): string[] {
  const file = join(folder, 'calls.txt');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

it('installs in a fresh clone, without install scripts, and links the command', () => {
  expect(prepare().status).toBe(0);
  expect(readCalls()).toEqual([expect.stringMatching(/^ci --ignore-scripts /)]);
  expect(readlinkSync(join(folder, 'node_modules', '.bin', 'geoloom'))).toBe('../../cli/geoloom.mjs');
});

it('does nothing the second time', () => {
  prepare();
  expect(prepare()).toEqual({ status: 0, output: '' });
  expect(readCalls()).toHaveLength(1);
});

it('installs again when the lockfile changed', () => {
  prepare();
  writeFileSync(join(folder, 'package-lock.json'), '{ }');
  expect(prepare().status).toBe(0);
  expect(readCalls()).toHaveLength(2);
});

it('installs again after an install that failed', () => {
  write('bin/npm', '#!/bin/sh\necho "$@" >> calls.txt\nexit 1\n');
  const { status, output } = prepare();
  expect(status).toBe(1);
  expect(output).toContain(
    'The packages could not be installed. Check the network and run the command again.',
  );
  write('bin/npm', NPM('24.1.0'));
  expect(prepare().status).toBe(0);
  expect(readCalls()).toHaveLength(2);
});

it('says what to do when there is no Node that is new enough', () => {
  write('bin/npm', '#!/bin/sh\nmkdir -p node_modules/.bin\n');
  const { status, output } = prepare();
  expect(status).toBe(1);
  expect(output).toContain('Geoloom runs on Node 24 or newer; here is 20.19.0');
  expect(output).toContain('delete node_modules');
});

it("takes the machine's own Node when it is new enough", () => {
  write('bin/npm', '#!/bin/sh\nmkdir -p node_modules/.bin\n');
  write('bin/node', '#!/bin/sh\necho 26.0.0\n');
  expect(prepare().status).toBe(0);
});

it('says so when the Node that came with the packages does not start here', () => {
  write('bin/npm', NPM('24.1.0').replace('echo 24.1.0', 'exit 127'));
  const { status, output } = prepare();
  expect(status).toBe(1);
  expect(output).toContain('here is one that does not start');
});
