/**
 * `node tools/survival/main.ts --runs 100 --uploads 30 --deaths 4`: kills real servers and counts what was
 * lost, doubled or left behind. docs/survival.md tells how it judges; nothing of it belongs to `npm test`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { killRuns, type RunKills } from './kill-runs.ts';
import { killSharers, type SharerKills } from './kill-sharers.ts';
import { killUploads, type UploadKills } from './kill-uploads.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100' },
    uploads: { type: 'string', default: '30' },
    deaths: { type: 'string', default: '3' },
    rows: { type: 'string', default: '3000' },
    'shared-rows': { type: 'string', default: '20000' },
    kilobytes: { type: 'string', default: '2000' },
    minutes: { type: 'string', default: '60' },
  },
});

function log(text: string): void {
  process.stderr.write(`${text}\n`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function median(times: readonly number[]): string {
  const middle = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  return `${Math.round(middle)} ms`;
}

/** A count, and the first of what was counted. */
function count(name: string, found: readonly string[]): string {
  return `${name} ${found.length}${found.length > 0 ? ` (${found.slice(0, 3).join('; ')})` : ''}`;
}

function printRuns({ findings, ...report }: RunKills): number {
  const { kills, moments, acknowledged, lost, differing, bootMs, landMs } = report;
  print(`kills in runs ${kills}, saves acknowledged ${acknowledged}`);
  print(`  killed while ${[...moments].map(([moment, times]) => `${moment} ${times}`).join(', ')}`);
  print(`  ${count('lost', [...lost, ...findings.missing])}`);
  print(`  ${count('doubled', findings.doubled)}`);
  print(`  ${count('orphans', findings.orphans)}`);
  print(`  ${count('unfinished', findings.unfinished)}`);
  print(`  ${count('other bytes than an undisturbed run', differing)}`);
  print(`  started anew in ${median(bootMs)}, landed ${median(landMs)} later (medians)`);
  const { orphans, missing, doubled, unfinished } = findings;
  return [lost, differing, orphans, missing, doubled, unfinished].flat().length;
}

function printUploads({ kills, acknowledged, orphans, missing, lost, refused }: UploadKills): number {
  print(`kills in uploads ${kills}, answers that arrived before ${acknowledged}`);
  print(`  ${count('lost', [...lost, ...missing])}`);
  print(`  ${count('orphans', orphans)}`);
  print(`  ${count('refused when sent again', refused)}`);
  return [orphans, missing, lost, refused].flat().length;
}

function printSharers({ findings, ...report }: SharerKills): number {
  const { kills, takeOverMs, statesSeenElsewhere, isScratchSpared, state, isSame } = report;
  print(`kills of the working one of two servers ${kills}, all during one run, which ended ${state}`);
  print(`  taken over after ${takeOverMs.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(', ')}`);
  print(`  seen by a client of the other server: ${statesSeenElsewhere.join(', ')}`);
  print(`  scratch spared by the start of the second: ${isScratchSpared ? 'yes' : 'no'}`);
  print(`  same bytes as an undisturbed run: ${isSame ? 'yes' : 'no'}`);
  print(`  ${count('lost', findings.missing)}`);
  print(`  ${count('doubled', findings.doubled)}`);
  print(
    `  ${count(
      'orphans',
      findings.orphans.filter((name) => !name.startsWith('run-')),
    )}`,
  );
  print(
    `  ${count(
      'scratch of killed servers, swept later',
      findings.orphans.filter((name) => name.startsWith('run-')),
    )}`,
  );
  const { missing, doubled, unfinished } = findings;
  const orphans = findings.orphans.filter((name) => !name.startsWith('run-'));
  const isWell = isScratchSpared && isSame && state === 'landed';
  return [missing, doubled, unfinished, orphans].flat().length + (isWell ? 0 : 1);
}

async function inFolder<Report>(work: (dataFolder: string) => Promise<Report>): Promise<Report> {
  const place = mkdtempSync(join(tmpdir(), 'geoloom-survival-'));
  try {
    return await work(place);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

const wish = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
/** A slow machine comes to fewer kills; what there are is judged. */
const endsAt = () => performance.now() + (wish.minutes ?? 0) * 60_000;
const { runs = 0, uploads = 0, deaths = 0, rows = 0, kilobytes = 0 } = wish;
let faults = 0;
if (runs > 0) {
  faults += printRuns(
    await inFolder((dataFolder) => killRuns({ dataFolder, kills: runs, endsAt: endsAt(), rows }, log)),
  );
}
if (uploads > 0) {
  const report = inFolder((dataFolder) =>
    killUploads({ dataFolder, kills: uploads, endsAt: endsAt(), kilobytes }, log),
  );
  faults += printUploads(await report);
}
if (deaths > 0) {
  const shared = { deaths, rows: wish['shared-rows'] ?? rows };
  faults += printSharers(await inFolder((dataFolder) => killSharers({ dataFolder, ...shared }, log)));
}
process.exit(faults === 0 ? 0 : 1);
