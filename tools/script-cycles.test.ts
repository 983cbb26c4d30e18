/** Scripts that import each other leave every page blank, and the bundler says nothing: small builds with and without. */
import { expect, it } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { findScriptCycles } from './script-cycles.ts';

const PAGE = 'import{k}from"./kit.js";import"./form.js";const l=()=>import("./list.js");';

it('names each script that imports itself by way of others', () => {
  const folder = makeFolder({
    'page.js': PAGE,
    'kit.js': 'import{f}from"./form.js";',
    'form.js': 'import{k}from"./kit.js";',
  });
  expect(findScriptCycles(folder).map((fault) => fault.split(' ')[0])).toEqual(['form.js', 'kit.js']);
});

it('has nothing against a script that loads one on demand that needs it', () => {
  const folder = makeFolder({
    'page.js': PAGE,
    'kit.js': 'const a=1;',
    'form.js': 'import"./kit.js";',
    'list.js': 'import"./page.js";',
  });
  expect(findScriptCycles(folder)).toEqual([]);
});
