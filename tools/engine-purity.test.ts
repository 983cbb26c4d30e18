import { expect, it } from 'vitest';
import { findImpurities } from './engine-purity.ts';

it.each([
  ['async function', 'export async function read() { return 1; }', 'async'],
  ['async arrow', 'export const read = async () => 1;', 'async'],
  ['async method', 'export const reader = { async read() { return 1; } };', 'async'],
  ['new Date', 'export const now = new Date();', 'a clock (Date)'],
  ['Date called', 'export const now = Date();', 'a clock (Date)'],
])('finds %s', (_name, source, what) => {
  expect(findImpurities('engine/x.ts', `/** é */\n\n${source}\n`)).toEqual([
    `engine/x.ts:3 ${what} does not belong in the engine`,
  ]);
});

it('finds each await', () => {
  const source =
    'export async function f(list: never) {\n  await f(list);\n  for await (const x of list) f(x);\n}\n';
  expect(findImpurities('engine/x.ts', source)).toEqual([
    'engine/x.ts:1 async does not belong in the engine',
    'engine/x.ts:2 await does not belong in the engine',
    'engine/x.ts:3 for await does not belong in the engine',
  ]);
});

it('lets words in comments, texts and names pass, and Date.UTC', () => {
  const source =
    "/** async, await, new Date() */\nexport const asyncText = 'new Date(), await';\nexport const day = Date.UTC(2026, 1, 1);\n";
  expect(findImpurities('engine/x.ts', source)).toEqual([]);
});
