/** Runs the product as its user does, on the command line, and reads nothing of it but its answer. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';

/** One object on standard output of `geoloom build --json`, as far as it is needed here. */
const BUILD_ANSWER = z.object({
  ok: z.boolean(),
  pages: z.number(),
  lost: z.number(),
  parts: z.array(z.object({ file: z.string(), bytes: z.number(), pages: z.number() })),
  problems: z.array(z.object({ code: z.string(), severity: z.string(), text: z.string() })),
});

type BuildAnswer = z.infer<typeof BUILD_ANSWER>;

export interface BuiltParts extends BuildAnswer {
  exit: number | null;
  files: string[];
  seconds: number;
}

const ROOT = resolve(import.meta.dirname, '../..');

export interface BuildOrder {
  seed: string;
  rows: string;
  out: string;
  /** Split into parts of so many pages; without it one file, as long as it is small enough. */
  partPages?: number;
}

export function buildParts(order: BuildOrder): BuiltParts {
  const flags = [
    '--type',
    'wordpress',
    '--seed',
    order.seed,
    '--rows',
    order.rows,
    '--out',
    order.out,
    '--json',
  ];
  if (order.partPages !== undefined) flags.push('--split', '10MB', '--part-pages', String(order.partPages));
  const begun = performance.now();
  const result = spawnSync('npx', ['--no', '--', 'geoloom', 'build', ...flags], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const seconds = (performance.now() - begun) / 1000;
  const answer = readAnswer(result.stdout, result.stderr);
  writeFileSync(`${order.out}.answer.json`, `${JSON.stringify(answer, null, 2)}\n`);
  const files = answer.parts.map((part) => join(order.out, basename(part.file)));
  return { ...answer, exit: result.status, files, seconds };
}

function readAnswer(output: string, complaint: string): BuildAnswer {
  try {
    return BUILD_ANSWER.parse(JSON.parse(output));
  } catch {
    throw new Error(`geoloom build gave no JSON: ${(complaint || output).slice(0, 2000)}`);
  }
}
