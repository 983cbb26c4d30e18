import { expect, it } from 'vitest';
import { findPackageFaults } from './packages.ts';

const lock = (entry: object) => JSON.stringify({ packages: { '': {}, 'node_modules/a': entry } });
const good = lock({ version: '1.0.0', integrity: 'sha512-x' });

it('lets exact versions with checksums pass', () => {
  const text = JSON.stringify({ dependencies: { a: '1.0.0' }, optionalDependencies: { b: '2.0.0-rc.1' } });
  expect(findPackageFaults(text, good)).toEqual([]);
});

it.each(['^1.0.0', '~1.0.0', '*', 'latest', '1.x', 'file:../a'])('refuses the version %s', (version) => {
  const text = JSON.stringify({ devDependencies: { a: version } });
  expect(findPackageFaults(text, good)).toEqual([
    `package.json: a is not pinned to one version (${version})`,
  ]);
});

it('refuses a download address in the lockfile', () => {
  const text = lock({ integrity: 'sha512-x', resolved: 'https://registry.example/a.tgz' });
  expect(findPackageFaults('{}', text)).toEqual([
    'package-lock.json: node_modules/a names a download address (https://registry.example/a.tgz)',
  ]);
});

it('refuses a package without a checksum', () => {
  expect(findPackageFaults('{}', lock({}))).toEqual(['package-lock.json: node_modules/a has no checksum']);
});

it('takes a package for another platform without a checksum', () => {
  expect(findPackageFaults('{}', lock({ optional: true, os: ['darwin'] }))).toEqual([]);
});

it('tells when a package for another platform is missing', () => {
  const text = lock({ integrity: 'sha512-x', optionalDependencies: { 'b-darwin-arm64': '1.0.0' } });
  expect(findPackageFaults('{}', text)).toEqual([
    'package-lock.json: node_modules/b-darwin-arm64 is missing, so npm ci fails. Run: node tools/complete-lockfile.ts',
  ]);
});
