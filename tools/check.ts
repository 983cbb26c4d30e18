/**
 * `npm run check`: all static checks. The steps run at the same time and don't stop each other, so one run shows
 * every fault; only failing steps print their output.
 */
import { exec } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeFailure, type Part } from './test-report.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
  // Limits the compiler and the linter, which are written in Go, to one thread: each thread checks the same types.
  GOMAXPROCS: '1',
  // Collects garbage less often, because they exit soon.
  GOGC: '200',
};

/** Runs the `check:…` scripts of package.json and prints a line for each. */
export async function runChecks(): Promise<Part> {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const steps = Object.entries(scripts).filter(([name]) => name.startsWith('check:'));
  const results = await Promise.all(steps.map(([name, command]) => runStep(name, command)));
  return {
    files: results,
    passed: results.filter(({ failure }) => failure === undefined).length,
    failures: results.flatMap(({ failure }) => failure ?? []),
  };
}

async function runStep(name: string, command: string) {
  const start = performance.now();
  const fault = await new Promise<string | undefined>((resolve) => {
    exec(command, { cwd: root, env, maxBuffer: Infinity }, (error, stdout, stderr) => {
      resolve(error === null ? undefined : stdout + stderr || error.message);
    });
  });
  const seconds = (performance.now() - start) / 1000;
  if (fault !== undefined) console.log(fault);
  console.log(`${fault === undefined ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`);
  const failure = fault === undefined ? undefined : describeFailure(name, [{ message: fault }]);
  return { part: 'checks', name, tests: 1, seconds, failure };
}

if (import.meta.main && (await runChecks()).failures.length > 0) process.exitCode = 1;
