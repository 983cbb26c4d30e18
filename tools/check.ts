/**
 * `npm run check`: everything that can be said about the sources without running them. Each step runs
 * even when an earlier one failed, so that one run tells all; only failing steps print their output.
 */
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const STEPS: readonly { name: string; command: string; args: string[] }[] = [
  { name: 'format', command: 'biome', args: ['format', '.'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware'] },
  { name: 'types', command: 'tsc', args: ['-b'] },
  { name: 'walls', command: 'depcruise', args: ['--config', 'walls.mjs', '.'] },
  { name: 'house', command: 'node', args: ['tools/check-house.ts'] },
  { name: 'dead code', command: 'knip', args: [] },
  { name: 'api document', command: 'node', args: ['tools/openapi.ts'] },
];

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
  return STEPS.map(({ name, command, args }) => {
    const start = performance.now();
    const shell = process.platform === 'win32';
    const { status, stdout, stderr, error } = spawnSync(command, args, {
      cwd: root,
      env,
      shell,
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
