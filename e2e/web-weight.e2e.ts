/** The built scripts: their size for the sign-in form and each page, and import cycles. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findScriptCycles } from '../tools/script-cycles.ts';
import { findWeightFaults, measureWeb } from '../tools/web-weight.ts';

const built = fileURLToPath(new URL('../dist/web', import.meta.url));

test('the scripts of the sign-in form, the shell and each page stay within their limits', () => {
  expect(findWeightFaults(measureWeb(built))).toEqual([]);
});

test('no script of the application imports itself through others', () => {
  expect(findScriptCycles(`${built}/assets`)).toEqual([]);
});
