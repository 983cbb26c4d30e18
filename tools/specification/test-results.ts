/** Results of the last run of each test file, stored for `npm run spec`. Results of changed files are ignored. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestResult } from '../test-report.ts';

const FILE = '.cache/test-results.json';

interface StoredResult extends TestResult {
  /** Hash of the file as it ran. */
  hash: string;
}

/** Replaces the stored results of the same files. */
export function writeResults(root: string, results: readonly TestResult[]): void {
  const files = new Set(results.map(({ file }) => file));
  const others = readStored(root).filter(({ file }) => !files.has(file));
  const hashes = new Map(files.values().map((file) => [file, hashFile(root, file)]));
  const hashed = results.map((result) => ({ ...result, hash: hashes.get(result.file) ?? '' }));
  mkdirSync(dirname(join(root, FILE)), { recursive: true });
  writeFileSync(join(root, FILE), JSON.stringify([...others, ...hashed]));
}

/** @returns results of files that have not changed since */
export function readResults(root: string): TestResult[] {
  const hashes = new Map<string, string>();
  return readStored(root).filter(({ file, hash }) => {
    if (!hashes.has(file)) hashes.set(file, hashFile(root, file));
    return hashes.get(file) === hash;
  });
}

function readStored(root: string): StoredResult[] {
  const path = join(root, FILE);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as StoredResult[]) : [];
}

function hashFile(root: string, file: string): string {
  const path = join(root, file);
  return existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : '';
}
