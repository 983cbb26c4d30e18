/**
 * Reads the migrations of a folder. The comment lines at the top of a file declare how it runs and which
 * older versions are compatible with the database afterward: `-- no transaction`: each paragraph is one
 * statement that commits on its own, without a time limit; `-- expand`: every version that was compatible
 * before remains compatible; `-- contract: 0050`: versions older than migration 0050 are no longer
 * compatible. Without either, no older version is.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseError } from './database-error.ts';

export interface Migration {
  name: string;
  number: number;
  text: string;
  hash: string;
  /** Versions whose last migration has at least this number are compatible after this file. */
  worksFrom: number;
  /** Statements to run one by one outside of a transaction; undefined if the file is one transaction. */
  steps?: string[];
}

/** Matches a statement that creates a missing index without blocking writes; the group is the index name. */
export const INDEX_STEP = /^create (?:unique )?index concurrently if not exists (\w+) on /i;

/** @throws DatabaseError for a file that is out of order or has contradictory declarations */
export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return names.map((name, index) => {
    const number = index + 1;
    if (!new RegExp(`^${String(number).padStart(4, '0')}_\\w+\\.sql$`).test(name)) {
      throw new DatabaseError(
        `${join(folder, name)} is out of order: migrations are numbered 0001, 0002 and so on.`,
      );
    }
    // Git may have changed the line endings.
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    const declarations = readDeclarations(text);
    const steps = declarations.includes('-- no transaction') ? readSteps(name, text) : undefined;
    return {
      name,
      number,
      text,
      hash: createHash('sha256').update(text).digest('hex'),
      worksFrom: readWorksFrom(name, number, declarations),
      ...(steps && { steps }),
    };
  });
}

function readDeclarations(text: string): string[] {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('--'));
  return lines.slice(0, end === -1 ? lines.length : end).map((line) => line.trimEnd());
}

function readWorksFrom(name: string, number: number, marks: readonly string[]): number {
  if (marks.includes('-- expand')) return 0;
  const from = marks.map((mark) => /^-- contract: (\d{4})$/.exec(mark)?.[1]).find(Boolean);
  if (from !== undefined && Number(from) >= number)
    throw new DatabaseError(`${name} must name an earlier migration than itself after "-- contract:".`);
  return from === undefined ? number : Number(from);
}

/** @throws DatabaseError for an index that a retry can't find or repair */
function readSteps(name: string, text: string): string[] {
  const steps = text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/^--.*$/gm, '').trim())
    .filter((step) => step !== '');
  const unsafe = steps.find((step) => /^create\s+(unique\s+)?index/i.test(step) && !INDEX_STEP.test(step));
  if (unsafe !== undefined)
    throw new DatabaseError(
      `${name} runs outside of a transaction, so each index in it must begin with "create index concurrently if not exists name on": ${unsafe}`,
    );
  return steps;
}
