import { expect, it } from 'vitest';
import { findBareExports } from './docstrings.ts';

const find = (source: string) => findBareExports('a.ts', source);

it.each([
  ['a function', 'export function count(): void {}'],
  ['an asynchronous function', 'export async function count(): Promise<void> {}'],
  ['a generator', 'export function* count(): Generator {}'],
  ['an arrow function', 'export const count = (): void => {};'],
  ['a class', 'export class count {}'],
])('tells of %s that is exported without a comment', (_, text) => {
  const told = ['a.ts:4 count is exported without a comment of its own'];
  expect(find(`/** The file. “ü” */\nconst limit = 1;\n\n${text}\n`)).toEqual(told);
  expect(find(`/** The file. “ü” */\n\n\n${text}\n`)).toEqual(told);
  expect(find(`/** The file. */\nconst limit = 1;\n\n/** Counts. */\n${text}\n`)).toEqual([]);
});

it('asks for one comment where a function has several signatures', () => {
  const rest = 'export function read(a: string): void;\nexport function read(): void {}\n';
  expect(find(`/** Reads. */\nexport function read(a: number): void;\n${rest}`)).toEqual([]);
  expect(find(rest)).toEqual(['a.ts:1 read is exported without a comment of its own']);
});

it('leaves alone what is no function, or stays in its file', () => {
  expect(find('export const limit = 1;\nexport type Count = number;\nfunction count(): void {}\n')).toEqual(
    [],
  );
  expect(find("export { count } from './b.ts';\nexport const rows = [1].map((row) => row);\n")).toEqual([]);
});
