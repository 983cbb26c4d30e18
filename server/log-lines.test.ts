import { spawnSync } from 'node:child_process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { bundleLines } from './log-lines.ts';

it('writes the lines of one turn at once, in their order, and each one once', async () => {
  const written: string[] = [];
  const log = bundleLines({ write: (text) => written.push(text) });
  log.write('one\n');
  log.write('two\n');
  expect(written).toEqual([]);
  await nextTurn();
  log.write('three\n');
  await nextTurn();
  await nextTurn();
  expect(written).toEqual(['one\ntwo\n', 'three\n']);
});

it('loses no line when the process ends in the same turn, nor when it breaks down', () => {
  const module = fileURLToPath(new URL('./log-lines.ts', import.meta.url));
  for (const end of ['process.exit(3)', "throw new Error('broken')"]) {
    const program = `import { bundleLines } from ${JSON.stringify(module)};
      const log = bundleLines(process.stdout);
      for (let line = 0; line < 5000; line += 1) log.write('line ' + line + '\\n');
      ${end};`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    });
    expect(stdout.split('\n').filter((line) => line !== '')).toHaveLength(5000);
  }
});
