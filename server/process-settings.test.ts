/** The program that a process replaces itself with, of which a preload notes the flags. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SETTINGS = fileURLToPath(new URL('process-settings.ts', import.meta.url));

function readFlags(memoryBytes: number): string[] {
  const preload = `
    import process from 'node:process';
    import { syncBuiltinESMExports } from 'node:module';
    process.constrainedMemory = () => ${memoryBytes};
    process.execve = (_file, args) => process.stdout.write(JSON.stringify(args));
    syncBuiltinESMExports();`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, SETTINGS],
    { encoding: 'utf8', env: {} },
  );
  expect(stderr).toBe('');
  return JSON.parse(stdout) as string[];
}

it.runIf(process.platform === 'linux')(
  'leaves out the optimizing compiler where it takes too much memory',
  () => {
    expect(readFlags(1024 ** 3)).toContain('--liftoff-only');
    expect(readFlags(4 * 1024 ** 3)).not.toContain('--liftoff-only');
  },
);
