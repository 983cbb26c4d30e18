import { spawnSync } from 'node:child_process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { bundleLines } from './log-lines.ts';

it('writes lines together that come soon after each other, in their order, and each one once', async () => {
  const written: string[] = [];
  const log = bundleLines({ write: (text) => written.push(text) });
  log.write('one\n');
  await nextTurn();
  log.write('two\n');
  expect(written).toEqual([]);
  await expect.poll(() => written).toEqual(['one\ntwo\n']);
  log.write('three\n');
  await expect.poll(() => written).toEqual(['one\ntwo\n', 'three\n']);
});

it('lets no more wait than a little', () => {
  const written: string[] = [];
  const log = bundleLines({ write: (text) => written.push(text) });
  const line = `${'x'.repeat(1000)}\n`;
  for (let count = 0; count < 100; count += 1) log.write(line);
  expect(written).toHaveLength(1);
  expect(written[0]?.length).toBeLessThan(70_000);
});

it('loses no line when the process ends at once, nor when it breaks down', () => {
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
