/** A program in a separate process, by default the server, for tests of its start and stop. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';

export const MAIN = fileURLToPath(new URL('./start.ts', import.meta.url));

/** Settings that production requires, except for a database. */
export const PRODUCTION = {
  PUBLIC_URL: 'https://geoloom.example',
  GEOLOOM_SECRET_KEY: 'a secret key of the tests, 43 characters lo',
  GEOLOOM_PAYMENTS: 'off',
} as const;

/** Options of `expect.poll` for a start on a busy machine. */
export const START_TIMEOUT = { timeout: 110_000, interval: 5 };

export interface Run {
  child: ChildProcess;
  /** Output so far. */
  output(): string;
  ended: Promise<number | null>;
}

/**
 * Starts a program and kills it at the end of the test.
 * @param environment added to that of the tests
 */
export function startProgram(
  environment: Readonly<Record<string, string>>,
  command: readonly string[] = [process.execPath, MAIN],
): Run {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { env: { ...process.env, ...environment } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part) => {
      output += part;
    });
  }
  const ended = once(child, 'close').then(([code]) => code as number | null);
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return { child, output: () => output, ended };
}

/** @returns the URL of the server, without a trailing slash */
export async function readAddress(run: Run): Promise<string> {
  await expect.poll(run.output, START_TIMEOUT).toContain('Geoloom is ready: ');
  return /Geoloom is ready: (\S+)/.exec(run.output())?.[1] ?? '';
}
