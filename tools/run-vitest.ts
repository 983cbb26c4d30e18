/** Runs vitest in this process; whatever went wrong is among the failures that come back. */
import { PassThrough } from 'node:stream';
import { type CliOptions, startVitest } from 'vitest/node';
import { countModules, describeFailure, type Part } from './test-report.ts';

const KEPT_CHARACTERS = 2_000;

/** @param options those of vitest's command line */
export async function runVitest(options: CliOptions): Promise<Part> {
  let said = '';
  const stderr = new PassThrough().on('data', (part) => {
    process.stderr.write(part);
    said = `${said}${part}`.slice(-KEPT_CHARACTERS);
  });
  process.exitCode = 0;
  const { state } = await startVitest('test', [], { run: true, ...options }, {}, { stderr });
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
