/** Runs vitest; whatever went wrong is among the failures that come back. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type CliOptions, startVitest } from 'vitest/node';
import { countModules, describeFailure, type Part } from './test-report.ts';

const KEPT_CHARACTERS = 2_000;

/**
 * Runs vitest in a process of its own: two runs in one would not know whose exit code it is.
 * @param options those of vitest's command line
 * @param files to run; all without
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
  const failure = describeFailure(name, [new Error(`ended with ${signal ?? code} and without a result`)]);
  return part ?? { files: [], passed: 0, failures: [failure] };
}

/**
 * Runs vitest in this process.
 * @param options those of vitest's command line
 * @param files to run; all without
 */
export async function runVitest(options: CliOptions, files: readonly string[] = []): Promise<Part> {
  let said = '';
  const stderr = new PassThrough().on('data', (part) => {
    process.stderr.write(part);
    said = `${said}${part}`.slice(-KEPT_CHARACTERS);
  });
  process.exitCode = 0;
  const { state } = await startVitest('test', [...files], { run: true, ...options }, {}, { stderr });
  const part = countModules(state.getTestModules());
  part.failures.push(
    ...state.getUnhandledErrors().map((error) => describeFailure('outside of all tests', [error as Error])),
  );
  // A set-up, a worker or a tear-down that broke belongs to no test.
  if (process.exitCode !== 0 && part.failures.length === 0)
    part.failures.push(describeFailure('vitest ended badly', [new Error(said)]));
  process.exitCode = 0;
  return part;
}
