/** Runs vitest and reports all problems as failures. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type CliOptions, startVitest } from 'vitest/node';
import { countModules, describeFailure, type Part } from './test-report.ts';

const MAX_CHARACTERS = 2_000;

/**
 * Runs vitest in a child process: two runs in one process would share the exit code.
 * @param options command-line options of vitest
 * @param files test files; by default all
 */
export async function forkVitest(options: CliOptions, files: readonly string[] = []): Promise<Part> {
  const program = fileURLToPath(new URL('vitest-process.ts', import.meta.url));
  const child = fork(program, [JSON.stringify(options), ...files]);
  let part: Part | undefined;
  child.on('message', (message) => {
    part = message as Part;
  });
  const [code, signal] = await once(child, 'exit');
  const name = `vitest ${JSON.stringify(options)}`;
  const failure = describeFailure(name, [new Error(`exited with ${signal ?? code} without a result`)]);
  return part ?? { files: [], passed: 0, failures: [failure] };
}

/**
 * Runs vitest in this process.
 * @param options command-line options of vitest
 * @param files test files; by default all
 */
export async function runVitest(options: CliOptions, files: readonly string[] = []): Promise<Part> {
  let errorOutput = '';
  const stderr = new PassThrough().on('data', (part) => {
    process.stderr.write(part);
    errorOutput = `${errorOutput}${part}`.slice(-MAX_CHARACTERS);
  });
  process.exitCode = 0;
  const { state } = await startVitest('test', [...files], { run: true, ...options }, {}, { stderr });
  const part = countModules(state.getTestModules());
  part.failures.push(
    ...state.getUnhandledErrors().map((error) => describeFailure('outside of tests', [error as Error])),
  );
  // A failed setup, worker or teardown belongs to no test.
  if (process.exitCode !== 0 && part.failures.length === 0)
    part.failures.push(describeFailure('vitest failed', [new Error(errorOutput)]));
  process.exitCode = 0;
  return part;
}
