/** The rules of the house that no linter knows: a pure engine, small files, exact versions, comments. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBudgetFaults } from './budgets.ts';
import { findBareExports } from './docstrings.ts';
import { findImpurities } from './engine-purity.ts';
import { findPackageFaults } from './packages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const isProduct = (file: string) => !/\.test\.ts$|-fixture\.ts$/.test(file);
const engineFiles = globSync('engine/**/*.ts', { cwd: root }).filter(isProduct);
/** Rooms that others build on. */
const lentFiles = globSync('{contract,engine,server/gateways,testkit}/**/*.ts', { cwd: root }).filter(
  isProduct,
);
const sources = globSync(
  '{contract,engine,pump,server,web,cli,testkit,sim,tools,bench,e2e}/**/*.{ts,tsx,mjs}',
  {
    cwd: root,
  },
);

const faults = [
  ...engineFiles.flatMap((file) => findImpurities(file, read(file))),
  ...lentFiles.flatMap((file) => findBareExports(file, read(file))),
  ...findBudgetFaults(sources.map((file) => ({ file, text: read(file) }))),
  ...findPackageFaults(read('package.json'), read('package-lock.json')),
];

for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
