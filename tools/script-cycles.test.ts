/** Builds small applications with and without import cycles, which leave every page blank without a warning. */
import { expect, it } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { findScriptCycles } from './script-cycles.ts';

const PAGE = 'import{k}from"./kit.js";import"./form.js";const l=()=>import("./list.js");';

it('names each script that imports itself through others', () => {
  const folder = makeFolder({
    'page.js': PAGE,
    'kit.js': 'import{f}from"./form.js";',
    'form.js': 'import{k}from"./kit.js";',
  });
  expect(findScriptCycles(folder).map((fault) => fault.split(' ')[0])).toEqual(['form.js', 'kit.js']);
});

it('accepts a script that lazy-loads one that imports it', () => {
  const folder = makeFolder({
    'page.js': PAGE,
    'kit.js': 'const a=1;',
    'form.js': 'import"./kit.js";',
    'list.js': 'import"./page.js";',
  });
  expect(findScriptCycles(folder)).toEqual([]);
});
