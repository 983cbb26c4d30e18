import { expect, it } from 'vitest';
import { findBudgetFaults } from './budgets.ts';

const source = (file: string, lines: number) => ({ file, text: 'x\n'.repeat(lines) });

it('lets small files pass, and a long one among many', () => {
  const small = Array.from({ length: 20 }, (_, index) => source(`engine/${index}.ts`, 80));
  expect(findBudgetFaults([...small, source('engine/long.ts', 400)])).toEqual([]);
});

it('tells when the middle file is too long', () => {
  expect(findBudgetFaults([source('a.ts', 10), source('b.ts', 81), source('c.ts', 90)])).toEqual([
    'The median file has 81 lines, at most 80 are allowed',
  ]);
});

it('tells when a tenth of the files is too long', () => {
  const files = Array.from({ length: 10 }, (_, index) => source(`${index}.ts`, index < 8 ? 20 : 251));
  expect(findBudgetFaults(files)).toEqual([
    'One file in ten has more than 251 lines, at most 250 are allowed',
  ]);
});

it('does not count tests', () => {
  expect(findBudgetFaults([source('a.test.ts', 500), source('b.e2e.ts', 500), source('c.ts', 5)])).toEqual(
    [],
  );
});
