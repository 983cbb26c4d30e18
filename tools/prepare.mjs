/**
 * Prepares the folder before each script of package.json: installs packages if the lockfile changed, finds a usable
 * Node 24, links the `geoloom` command. With `--check`, as in production, it installs nothing: development packages
 * may be missing there. Plain JavaScript without dependencies, because it runs first, with the Node that runs npm.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findInstalledNode, NODE_NAME } from '../cli/installed-node.mjs';

const MIN_MAJOR = 24;
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
  run(node, [join(root, 'tools', 'build-web.ts')], 'Failed to build the web application');

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

/** Returns true after a manual `npm ci`: npm writes the list of installed packages at the end. */
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

/** Returns true for an optional package for this operating system and processor that needs no particular C library. */
function isNeeded({ os, cpu, libc }) {
  return (
    libc === undefined && os?.includes(process.platform) === true && cpu?.includes(process.arch) === true
  );
}

function install() {
  console.log('Installing the packages of package-lock.json (the first time this takes a minute) …');
  runNpm(
    // No package that we use needs an install script.
    'ci --ignore-scripts --include=dev --include=optional --no-audit --no-fund --loglevel=error',
    'Failed to install the packages. Check the network and run the command again',
  );
}

/** Returns a stamp that changes with the lockfile and the platform. */
function describeInstall() {
  const lockfile = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  return `${lockfile} ${process.platform}-${process.arch}\n`;
}

/** Finds the Node that npm uses for scripts: the installed one, otherwise the machine's. */
function findNode() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const own = folders.map((folder) => join(folder, NODE_NAME)).find((file) => existsSync(file));
  const found = findInstalledNode(root) ?? own;
  const version = found === undefined ? 'none' : readVersion(found);
  if (found !== undefined && Number(version.split('.')[0]) >= MIN_MAJOR) return found;
  console.error(
    [
      `Geoloom runs on Node ${MIN_MAJOR} or newer, but this is ${version} (${process.platform}-${process.arch}).`,
      'On Linux, and on Windows for x64, it comes with the packages. If it is missing there, delete',
      'node_modules and run the command again; development and optional packages must be included (npm config get omit).',
      `On other systems install Node ${MIN_MAJOR} first: https://nodejs.org/`,
    ].join('\n'),
  );
  process.exit(1);
}

function readVersion(file) {
  try {
    return execFileSync(file, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim();
  } catch {
    return "one that doesn't start";
  }
}

/** Links the command for `npx geoloom`: npm links only commands of dependencies. */
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

/** Runs npm, which is a shell script on Windows and gets a line without quotes there. */
function runNpm(line, failure) {
  const options = { cwd: root, stdio: 'inherit' };
  const { status, error } = isWindows
    ? spawnSync(`npm ${line}`, { ...options, shell: true })
    : spawnSync('npm', line.split(' '), options);
  if (status !== 0) fail(failure, error);
}

/** Runs a command without a shell, because the path of Node often contains a space. */
function run(command, args, failure) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) fail(failure, error);
}

function fail(text, error) {
  console.error(`${text}${error === undefined ? '.' : `: ${error.message}`}`);
  process.exit(1);
}
