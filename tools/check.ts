/**
 * `npm run check`: everything that can be said about the sources without running them. Each step runs
 * even when an earlier one failed, so that one run tells all; only failing steps print their output.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The steps are the scripts `check:…` of package.json, in their order. */
function listSteps(): [name: string, command: string][] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return Object.entries(scripts).filter(([name]) => name.startsWith('check:'));
}

export interface StepResult {
  name: string;
  passed: boolean;
}

/** Runs all steps and prints a line for each. */
export function runChecks(): StepResult[] {
  const env = {
    ...process.env,
    PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
  };
  return listSteps().map(([name, command]) => {
    const start = performance.now();
    const { status, stdout, stderr, error } = spawnSync(command, {
      cwd: root,
      env,
      shell: true,
      encoding: 'utf8',
    });
    const passed = status === 0;
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    if (!passed) process.stdout.write(`${stdout}${stderr}${error?.message ?? ''}\n`);
    process.stdout.write(`${passed ? '✓' : '✗'} ${name} (${seconds} s)\n`);
    return { name, passed };
  });
}

if (import.meta.main && runChecks().some((step) => !step.passed)) process.exitCode = 1;
