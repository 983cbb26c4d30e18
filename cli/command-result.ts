/** Results of commands: exit codes, JSON, and figures for `--json`. */
import type { Problem } from '#engine';
import { writeJson } from '#pump/json-text.ts';

export const EXIT = {
  completed: 0,
  /** Refused, or the audit failed: no files were written. */
  refused: 1,
  usage: 2,
  /** Completed, but rows were skipped; `inspect`: a build would skip rows. */
  skips: 3,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export function isFault(problem: Problem): boolean {
  return problem.severity === 'fault';
}

/** Measures the process since its start. */
export function measureProcess(): { elapsed_ms: number; peak_rss_bytes: number } {
  return {
    elapsed_ms: Math.round(performance.now()),
    // The system counts in units of 1,024 bytes.
    peak_rss_bytes: process.resourceUsage().maxRSS * 1024,
  };
}

export function printJson(content: object): void {
  for (const text of writeJson(content)) process.stdout.write(text);
}

export function printLines(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
