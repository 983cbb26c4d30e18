/** Cost of opening a decompression bomb: a separate process reads one and reports its memory. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { MAIN, writeWorkbook } from '#testkit/workbook-file.ts';
import { packBomb } from '#testkit/zip-file.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const MIB = 1024 * 1024;
/** Memory limit of the whole process, which takes about 110 MiB to start. */
const PEAK_BYTES = 200_000_000;
/** Prints the peak memory in KiB and the CPU time in milliseconds. */
const REPORT_PEAK = `process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  process.stderr.write(JSON.stringify({ maxRSS, cpuMs: Math.round((userCPUTime + systemCPUTime) / 1000) }));
});`;

interface Cost {
  maxRSS: number;
  cpuMs: number;
}

it('an Excel file of 1.46 MB that unpacks to 506 MiB is rejected within 200 MB of memory', () => {
  const text = `<si><t>${'a'.repeat(1000)}</t></si>`;
  const times = (506 * MIB) / text.length;
  const texts = packBomb({ head: `<sst xmlns="${MAIN}">`, unit: text, times, tail: '</sst>' });
  const bomb = writeWorkbook({
    sheets: [{ name: 'Towns', rows: [['geo_city'], ['Waco']] }],
    isShared: true,
    parts: { 'xl/sharedStrings.xml': texts },
  });
  const file = join(makeFolder(), 'bomb.xlsx');
  writeFileSync(file, bomb);
  const preload = `data:text/javascript,${encodeURIComponent(REPORT_PEAK)}`;
  const command = ['--import', preload, 'cli/main.ts', 'inspect', '--rows', file, '--json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stdout).toContain('sheet-too-large');
  const { maxRSS, cpuMs }: Cost = JSON.parse(stderr);
  console.log(
    `${bomb.length} bytes: ${((maxRSS * 1024) / 1_000_000).toFixed()} MB at most, ${cpuMs} ms of the processor`,
  );
  expect(maxRSS * 1024).toBeLessThan(PEAK_BYTES);
});
