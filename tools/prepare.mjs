/**
 * Makes the folder ready before any script of package.json runs: installs when the lockfile changed,
 * checks that a usable Node 24 is there, links the `geoloom` command. With `--check`, as in production, it
 * installs nothing: packages may have been installed without those for development. Plain JavaScript without
 * dependencies, because it runs first, under whatever Node started npm.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findInstalledNode, NODE_NAME } from '../cli/installed-node.mjs';

const LEAST_MAJOR = 24;
const isWindows = process.platform === 'win32';
const root = fileURLToPath(new URL('..', import.meta.url));
const binFolder = join(root, 'node_modules', '.bin');
const stampFile = join(root, 'node_modules', '.prepared');

const isCheck = process.argv.includes('--check');
if (isCheck) refuseWithoutPackages();
else installWhenChanged();
const node = findNode();
if (!isCheck) linkCommand();
if (process.argv.includes('--web'))
  run(node, [join(root, 'tools', 'build-web.ts')], 'The web application could not be built');

function refuseWithoutPackages() {
  if (existsSync(join(root, 'node_modules', '.package-lock.json'))) return;
  fail('The packages are not installed and the web application is not built. Run: npm run build');
}

function installWhenChanged() {
  const wanted = describeInstall();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  if (!isInstalled()) install();
  mkdirSync(binFolder, { recursive: true });
  writeFileSync(stampFile, wanted);
}

/** `npm ci` was run by hand: npm lists what it has installed once it is done. */
function isInstalled() {
  const listFile = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(listFile)) return false;
  const installed = readPackages(listFile);
  return Object.entries(readPackages(join(root, 'package-lock.json'))).every(
    ([path, { version, ...wanted }]) =>
      path === '' || installed[path]?.version === version || (wanted.optional === true && !isNeeded(wanted)),
  );
}

function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}

/** True for an optional package for this operating system and processor, if it needs no particular C library. */
function isNeeded({ os, cpu, libc }) {
  return (
    libc === undefined && os?.includes(process.platform) === true && cpu?.includes(process.arch) === true
  );
}

function install() {
  console.log('Installing the packages of package-lock.json (the first time this takes a minute) …');
  runNpm(
    // Install scripts stay off: nothing that we use needs one.
    'ci --ignore-scripts --include=dev --include=optional --no-audit --no-fund --loglevel=error',
    'The packages could not be installed. Check the network and run the command again',
  );
}

/** Changes when the lockfile does, and when the folder moves to another kind of machine. */
function describeInstall() {
  const lockfile = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  return `${lockfile} ${process.platform}-${process.arch}\n`;
}

/** The Node that npm will find first for every script: the installed one, otherwise the machine's own. */
function findNode() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const own = folders.map((folder) => join(folder, NODE_NAME)).find((file) => existsSync(file));
  const found = findInstalledNode(root) ?? own;
  const version = found === undefined ? 'none' : readVersion(found);
  if (found !== undefined && Number(version.split('.')[0]) >= LEAST_MAJOR) return found;
  console.error(
    [
      `Geoloom runs on Node ${LEAST_MAJOR} or newer; here is ${version} (${process.platform}-${process.arch}).`,
      'On Linux, and on Windows for x64, it comes with the packages. If it is missing there, delete',
      'node_modules and run the command again; development and optional packages must be included (npm config get omit).',
      `On other systems install Node ${LEAST_MAJOR} first: https://nodejs.org/`,
    ].join('\n'),
  );
  process.exit(1);
}

function readVersion(file) {
  try {
    return execFileSync(file, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim();
  } catch {
    return 'one that does not start';
  }
}

/** npm links the commands of other packages only, so `npx geoloom` needs a link to our own. */
function linkCommand() {
  if (isWindows) {
    writeFileSync(join(binFolder, 'geoloom.cmd'), '@node "%~dp0\\..\\..\\cli\\geoloom.mjs" %*\r\n');
    return;
  }
  const link = join(binFolder, 'geoloom');
  if (existsSync(link)) return;
  rmSync(link, { force: true });
  symlinkSync(join('..', '..', 'cli', 'geoloom.mjs'), link);
}

/** npm is a script of the shell on Windows, so there it gets one line, in which nothing has to be quoted. */
function runNpm(line, failure) {
  const options = { cwd: root, stdio: 'inherit' };
  const { status, error } = isWindows
    ? spawnSync(`npm ${line}`, { ...options, shell: true })
    : spawnSync('npm', line.split(' '), options);
  if (status !== 0) fail(failure, error);
}

/** Without a shell: the way to Node often has a blank in it. */
function run(command, args, failure) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) fail(failure, error);
}

function fail(text, error) {
  console.error(`${text}${error === undefined ? '.' : `: ${error.message}`}`);
  process.exit(1);
}
