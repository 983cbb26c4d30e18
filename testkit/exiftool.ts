/** ExifTool, the reader and writer that most trade tools are built on. It needs Perl. */
import { execFileSync, spawnSync, type StdioOptions } from 'node:child_process';
import { createRequire } from 'node:module';

const PROGRAM = createRequire(import.meta.url).resolve('exiftool-vendored.pl/bin/exiftool');

/** Whether this machine has the Perl that it is written in. */
export const hasExiftool = (): boolean => spawnSync('perl', [PROGRAM, '-ver']).status === 0;

/**
 * @param options of ExifTool's own command line
 * @returns what it writes to its standard output
 * @throws Error with what it says where it fails
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
