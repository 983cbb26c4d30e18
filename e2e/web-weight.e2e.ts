/** The built scripts against their budget: what stands in the way of the sign-in form and of each page. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findWeightFaults, weighWeb } from '../tools/web-weight.ts';

test('the scripts of the sign-in form, the shell and each page stay within their budgets', () => {
  expect(findWeightFaults(weighWeb(fileURLToPath(new URL('../dist/web', import.meta.url))))).toEqual([]);
});
