/**
 * The real importer as judge: builds each seed with each sheet, imports the parts into a real WordPress, and
 * compares every page with what the sheet alone says it must be. Nothing of the engine is imported here.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buildParts } from './build-parts.ts';
import { listMissing } from './needs.ts';
import { readOptions, USAGE } from './options.ts';
import { KNOWN, runAll } from './runs.ts';
import { printTable } from './verdict.ts';

async function main(): Promise<number> {
  // oxlint-disable-next-line node/no-process-env -- a script of its own, with no settings file of the server's
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === undefined) {
    console.log(USAGE);
    return 0;
  }
  const missing = listMissing(options);
  for (const file of options.seeds) {
    if (KNOWN[basename(file, '.xml')] === undefined) {
      missing.push(`${file}: no expectations are written for this seed; leave it out with --seed NAME`);
    }
  }
  if (missing.length > 0) {
    console.error(missing.join('\n'));
    return 2;
  }
  const folder = options.keep ?? mkdtempSync(join(tmpdir(), 'geoloom-acceptance-'));
  const results = await runAll(options, folder, buildParts);
  printTable(results);
  const ok = results.length > 0 && results.every((result) => result.problems.length === 0);
  if (ok && options.keep === undefined) rmSync(folder, { recursive: true, force: true });
  else console.log(`Sheets, parts and reports: ${folder}`);
  return ok ? 0 : 1;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
