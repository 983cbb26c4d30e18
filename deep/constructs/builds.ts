/** Builds seeds on the command line, like a user. */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { ReadPage } from './compare-texts.ts';
import { writeSheet } from './sheet.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Parts of the output of `geoloom build --json`. */
const ANSWER = z.object({
  skipped: z.number(),
  parts: z.array(z.object({ file: z.string() })),
  problems: z.array(z.object({ severity: z.string(), text: z.string() })),
});

/** Output of the PHP readers. */
export const READ_PAGES: z.ZodType<ReadPage[]> = z.array(
  z.object({ slug: z.string(), texts: z.array(z.string()) }),
);

export interface BuildOrder {
  /** New folder for the seed, the sheet and the parts. */
  folder: string;
  type: string;
  /** Name of the seed file. */
  file: string;
  seed: string;
  sheet?: string;
  flags?: readonly string[];
}

/**
 * Runs `geoloom build`.
 * @returns the paths of the parts
 * @throws if a row is skipped or the seed is refused
 */
export async function buildParts({
  folder,
  type,
  file,
  seed,
  sheet,
  flags = [],
}: BuildOrder): Promise<string[]> {
  mkdirSync(folder);
  const [seedFile, rows, out] = [join(folder, file), join(folder, 'rows.csv'), join(folder, 'parts')];
  writeFileSync(seedFile, seed);
  writeFileSync(rows, sheet ?? writeSheet());
  const files = ['--type', type, '--seed', seedFile, '--rows', rows, '--out', out];
  const site = flags.includes('--site') ? [] : ['--site', 'https://northstar.example'];
  const command = [join(ROOT, 'cli/geoloom.mjs'), 'build', ...files, ...site, ...flags, '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, command, { maxBuffer: 1 << 28 });
  const { skipped, parts, problems } = ANSWER.parse(JSON.parse(stdout));
  const faults = problems.filter(({ severity }) => severity !== 'notice').map(({ text }) => text);
  if (skipped > 0 || faults.length > 0)
    throw new Error(`${file}: ${skipped} rows skipped: ${faults.join('\n')}`);
  return parts.map((part) => join(out, basename(part.file)));
}
