/**
 * Adds packages for other platforms to package-lock.json that the registry lacked when a version was pinned:
 * without them `npm ci` fails on every platform. Run it after `npm install`; the check reports when it is needed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { type Lockfile, listMissingPlatforms } from './code-rules.ts';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8')) as Lockfile;

for (const { path, version } of listMissingPlatforms(lock)) {
  lock.packages[path] = { version, ...describePlatform(path), dev: true, optional: true };
}
const sorted = Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en'));
writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, undefined, 2)}\n`);

/** Reads the platform from the name of a package; npm skips it elsewhere. */
function describePlatform(path: string): { cpu: string[]; libc?: string[]; os: string[] } {
  const [, os, cpu] =
    /(aix|android|darwin|freebsd|linux|openharmony|win32)-(arm64|x64|arm|ia32|loong64|ppc64|riscv64|s390x)/.exec(
      path,
    ) ?? [];
  if (os === undefined || cpu === undefined) throw new Error(`${path} doesn't name a platform`);
  if (path.includes('musl')) return { cpu: [cpu], libc: ['musl'], os: [os] };
  if (path.includes('-gnu')) return { cpu: [cpu], libc: ['glibc'], os: [os] };
  return { cpu: [cpu], os: [os] };
}
