/** The built scripts: what is in the way of the sign-in form and of each page, and whether they can run at all. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findScriptCycles } from '../tools/script-cycles.ts';
import { findWeightFaults, weighWeb } from '../tools/web-weight.ts';

const built = fileURLToPath(new URL('../dist/web', import.meta.url));

test('the scripts of the sign-in form, the shell and each page stay within their limits', () => {
  expect(findWeightFaults(weighWeb(built))).toEqual([]);
});

test('no script of the application imports itself through others', () => {
  expect(findScriptCycles(`${built}/assets`)).toEqual([]);
});
