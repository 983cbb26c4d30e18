/** `npm run check:rules`: applies the rules of code-rules.ts. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  findBareExports,
  findClocks,
  findLooseVersions,
  findUserPredicates,
  type Source,
} from './code-rules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const readAll = (pattern: string): Source[] =>
  globSync(pattern, { cwd: root }).map((file) => ({ file, text: read(file) }));
const readProduct = (pattern: string) =>
  readAll(pattern).filter(({ file }) => !/(\.test|-fixture)\.ts$/.test(file));

const faults = [
  ...readProduct('{engine,geotag}/**/*.ts').flatMap(findClocks),
  ...readProduct('server/**/*.ts').flatMap(findUserPredicates),
  // Folders that others build on.
  ...readProduct('{contract,engine,geotag,server/gateways,testkit}/**/*.ts').flatMap(findBareExports),
  ...findLooseVersions(
    readAll('{package.json,tools/platform/package.json}'),
    JSON.parse(read('package-lock.json')),
  ),
];

for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
