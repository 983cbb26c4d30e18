/** Runs prepare.mjs in folders of every state, with a fake npm and Node. */
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
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const FILES = ['tools/prepare.mjs', 'cli/installed-node.mjs'];
/** Paths of the Node program, on this machine and on Windows. */
const HERE = `node-${process.platform}-${process.arch}/bin/node`;
const ON_WINDOWS = `node-win-${process.arch}/bin/node.exe`;

/** Fake npm: installs a Node of the requested version that records its arguments. */
const NPM = (version: string, program = HERE) => `#!/bin/sh
echo "$@" >> calls.txt
mkdir -p node_modules/.bin "$(dirname node_modules/${program})"
printf '#!/bin/sh\\necho "$1" >> ran.txt\\necho ${version}\\n' > node_modules/${program}
chmod +x node_modules/${program}
`;

/** Simulates Windows: its platform name, and a shell that splits lines at spaces. */
const WINDOWS = `Object.defineProperty(process, 'platform', { value: 'win32' }); process.env.comspec = '/bin/sh';`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'geoloom prepare-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'bin'));
  for (const file of FILES) cpSync(join(root, file), join(folder, file));
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  write('bin/node', '#!/bin/sh\necho 20.19.0\n');
  write('bin/npm', NPM('24.1.0'));
});

function write(file: string, text: string): void {
  writeFileSync(join(folder, file), text, { mode: 0o755 });
}

function prepare({ before = '', flags = [] }: { before?: string; flags?: string[] } = {}) {
  const PATH = `${join(folder, 'bin')}:/usr/bin:/bin`;
  const preload = `data:text/javascript,${encodeURIComponent(before)}`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', preload, join(folder, 'tools', 'prepare.mjs'), ...flags],
    { cwd: folder, env: { PATH }, encoding: 'utf8' },
  );
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

describe('after a manual `npm ci`', () => {
  const machine = { os: [process.platform], cpu: [process.arch] };
  const required = {
    '': { name: 'geoloom' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/native': { version: '2.0.0', optional: true, ...machine },
    'node_modules/musl': { version: '2.0.0', optional: true, libc: ['musl'], ...machine },
    'node_modules/elsewhere': { version: '3.0.0', optional: true, os: ['aix'], cpu: [process.arch] },
  };
  const installed = {
    'node_modules/a': { version: '1.0.0' },
    'node_modules/native': { version: '2.0.0', optional: true },
  };

  function writeLists(packages: object): void {
    // The state after a completed install.
    prepare();
    rmSync(join(folder, 'node_modules', '.prepared'));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: required }));
    writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
  }

  it('installs nothing again', () => {
    writeLists(installed);
    expect(prepare()).toEqual({ status: 0, output: '' });
    expect(readCalls()).toHaveLength(1);
  });

  it.each([
    ['another version', { ...installed, 'node_modules/a': { version: '0.9.0' } }],
    ['one package fewer', { 'node_modules/native': installed['node_modules/native'] }],
    ['nothing for this machine', { 'node_modules/a': installed['node_modules/a'] }],
  ])('installs everything again if it left %s', (_what, packages) => {
    writeLists(packages);
    expect(prepare().status).toBe(0);
    expect(readCalls()).toHaveLength(2);
  });
});

it('installs again when the lockfile changed', () => {
  prepare();
  writeFileSync(join(folder, 'package-lock.json'), '{ }');
  expect(prepare().status).toBe(0);
  expect(readCalls()).toHaveLength(2);
});

it('installs again after a failed install', () => {
  write('bin/npm', '#!/bin/sh\necho "$@" >> calls.txt\nexit 1\n');
  const { status, output } = prepare();
  expect(status).toBe(1);
  expect(output).toContain('Failed to install the packages. Check the network and run the command again.');
  write('bin/npm', NPM('24.1.0'));
  expect(prepare().status).toBe(0);
  expect(readCalls()).toHaveLength(2);
});

it('explains what to do if no Node is new enough', () => {
  write('bin/npm', '#!/bin/sh\nmkdir -p node_modules/.bin\n');
  const { status, output } = prepare();
  expect(status).toBe(1);
  expect(output).toContain('Geoloom runs on Node 24 or newer, but this is 20.19.0');
  expect(output).toMatch(/delete\s+node_modules/);
});

it("uses the machine's Node if it is new enough", () => {
  write('bin/npm', '#!/bin/sh\nmkdir -p node_modules/.bin\n');
  write('bin/node', '#!/bin/sh\necho 26.0.0\n');
  expect(prepare().status).toBe(0);
});

it('reports an installed Node that does not start', () => {
  write('bin/npm', NPM('24.1.0').replace('echo 24.1.0', 'exit 127'));
  const { status, output } = prepare();
  expect(status).toBe(1);
  expect(output).toContain("this is one that doesn't start");
});

it('builds the web application with the installed Node', () => {
  expect(prepare({ flags: ['--web'] }).status).toBe(0);
  expect(readFileSync(join(folder, 'ran.txt'), 'utf8')).toContain(join(folder, 'tools', 'build-web.ts'));
});

it('finds the installed Node on Windows, where `.bin` has no program, in a folder with a space in its name', () => {
  write('bin/npm', NPM('24.1.0', ON_WINDOWS));
  expect(prepare({ before: WINDOWS, flags: ['--web'] })).toMatchObject({ status: 0 });
  expect(readCalls()).toEqual([expect.stringMatching(/^ci --ignore-scripts /)]);
  expect(readFileSync(join(folder, 'ran.txt'), 'utf8')).toContain(join(folder, 'tools', 'build-web.ts'));
  expect(readFileSync(join(folder, 'node_modules', '.bin', 'geoloom.cmd'), 'utf8')).toContain('geoloom.mjs');
});

describe('in production', () => {
  it('installs nothing: without packages it names the command to run, and installed packages stay', () => {
    const flags = ['--check'];
    expect(prepare({ flags })).toEqual({
      status: 1,
      output: 'The packages are not installed and the web application is not built. Run: npm run build.\n',
    });
    mkdirSync(join(folder, 'node_modules'));
    // Installed without development packages, unlike the lockfile.
    write('node_modules/.package-lock.json', '{}');
    write('bin/node', '#!/bin/sh\necho 24.1.0\n');
    expect(prepare({ flags })).toEqual({ status: 0, output: '' });
    expect(readCalls()).toEqual([]);
    expect(existsSync(join(folder, 'node_modules', '.prepared'))).toBe(false);
  });
});
