/** Violates each rule once, including the linter's rules that keep the engine pure. */
import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { findBareExports, findClocks, findLooseVersions, findUserPredicates } from './code-rules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = 'engine/x.ts';

it.each([
  'export function count(): void {}',
  'export async function count(): Promise<void> {}',
  'export function* count(): Generator {}',
  'export const count = (): void => {};',
  'export const count = <T>(value: T) => value;',
  'export const count = async (): Promise<void> => {};',
  'export class count {}',
])('requires a comment above %s', (line) => {
  const fault = `${file}:2 count is exported without a comment`;
  expect(findBareExports({ file, text: `const limit = 1;\n${line}\n` })).toEqual([fault]);
  expect(findBareExports({ file, text: `/** Counts. */\n${line}\nexport function count(): void;` })).toEqual(
    [],
  );
});

it.each(['export const limit = 1;', 'export type Count = () => void;', 'function count(): void {}'])(
  'requires no comment above %s',
  (text) => expect(findBareExports({ file, text })).toEqual([]),
);

it('finds a clock in the engine, but not in a comment', () => {
  const text =
    '/** new Date() */\nconst day = Date.UTC(2026, 1, 1);\nconst now = new Date();\nconst later = Date();\n';
  expect(findClocks({ file, text })).toEqual(
    [3, 4].map((line) => `${file}:${line} uses a clock (Date) in the engine`),
  );
});

it.each([
  [".where('user_id', '=', userId)", 1],
  [".where('projects.user_id', '=', userId)", 1],
  ['sql`select id from projects where user_id = ${userId}`', 1],
  ["owned(query, scope, 'projects')", 0],
  ['insert({ user_id: userId })', 0],
])('finds queries by user in: %s', (text, count) => {
  const find = (store: string) => findUserPredicates({ file: store, text });
  expect(find('server/features/domains/domains.store.ts')).toHaveLength(count);
  expect(find('server/features/account/sessions.store.ts')).toEqual([]);
});

it.each([
  ['async function', 'export async function read() { return 1; }'],
  ['await', "export const x = await import('./y.ts');"],
  ['promise', 'export const x = Promise.resolve(1);'],
  ['Date.now', 'export const x = Date.now();'],
  ['Math.random', 'export const x = Math.random();'],
])('the linter finds %s in the engine', (_, text) => {
  const folder = makeFolder({ 'engine/x.ts': `${text}\n`, 'pump/x.ts': `${text}\n` });
  cpSync(`${root}/.oxlintrc.json`, `${folder}/.oxlintrc.json`);
  const lint = (room: string) =>
    spawnSync(`${root}/node_modules/.bin/oxlint`, [room], { cwd: folder, encoding: 'utf8' });
  expect(lint('engine')).toMatchObject({ status: 1 });
  expect(lint('pump')).toMatchObject({ status: 0 });
});

const good = { integrity: 'sha512-x' };
const findIn = (entry: object, dependencies: object = {}) =>
  findLooseVersions(
    [{ file: 'package.json', text: JSON.stringify({ dependencies, devDependencies: dependencies }) }],
    {
      packages: {
        '': {},
        'tools/b': {},
        'node_modules/a': { ...entry },
        'node_modules/b': { link: true, resolved: 'tools/b' },
      },
    },
  );

it('accepts exact versions with checksums, and packages for other platforms without', () => {
  expect(findIn(good, { a: '1.0.0', b: '2.0.0-rc.1', c: 'file:tools/b' })).toEqual([]);
  expect(findIn({ optional: true, os: ['darwin'] })).toEqual([]);
});

it.each(['^1.0.0', '~1.0.0', '*', 'latest', '1.x', 'file:../a'])('rejects the version %s', (version) => {
  const fault = `package.json: a is not pinned to one version (${version})`;
  expect(findIn(good, { a: version })).toEqual([fault, fault]);
});

it.each([
  [{}, 'has no checksum'],
  [{ ...good, resolved: 'https://registry.example/a.tgz' }, 'has a download URL'],
  [{ ...good, optionalDependencies: { 'b-darwin-arm64': '1.0.0' } }, 'b-darwin-arm64 is missing'],
])('rejects a lockfile with %j', (entry, fault) => {
  expect(findIn(entry)).toEqual([expect.stringContaining(fault)]);
});
