/** ExifTool, which many other tools use. It needs Perl. */
import { execFileSync, spawnSync, type StdioOptions } from 'node:child_process';
import { createRequire } from 'node:module';

const PROGRAM = createRequire(import.meta.url).resolve('exiftool-vendored.pl/bin/exiftool');

/** Returns true if this machine has Perl. */
export const hasExiftool = (): boolean => spawnSync('perl', [PROGRAM, '-ver']).status === 0;

/**
 * @param options command-line options of ExifTool
 * @returns its standard output
 * @throws Error with its error output
 */
export function runExiftool(
  options: readonly string[],
  { input, stdio }: { input?: string; stdio?: StdioOptions } = {},
): string {
  return execFileSync('perl', [PROGRAM, ...options], {
    maxBuffer: 1 << 28,
    encoding: 'utf8',
    ...(input !== undefined && { input }),
    ...(stdio !== undefined && { stdio }),
  });
}
