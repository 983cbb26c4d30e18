/** Writes what was counted; each function returns how many faults there were. */
import type { StoreBreaks } from './break-store.ts';
import type { Findings } from './judge.ts';
import type { RunKills } from './kill-runs.ts';
import type { SharerKills } from './kill-sharers.ts';
import type { UploadKills } from './kill-uploads.ts';
import type { Poisoning } from './poison.ts';
import type { Stops } from './stop-servers.ts';

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function median(times: readonly number[]): string {
  const middle = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  return `${Math.round(middle)} ms`;
}

const listCounts = (counts: ReadonlyMap<string | number, number>): string =>
  [...counts].map(([what, times]) => `${what} ${times}`).join(', ');

/** A count, and the first of what was counted. */
function count(name: string, found: readonly string[]): number {
  print(`  ${name} ${found.length}${found.length > 0 ? ` (${found.slice(0, 3).join('; ')})` : ''}`);
  return found.length;
}

function printFindings(findings: Findings, lost: readonly string[] = []): number {
  if (findings.spared !== undefined) print(`  too young to be swept at once ${findings.spared.length}`);
  return (
    count('lost', [...lost, ...findings.missing]) +
    count('doubled', findings.doubled) +
    count('orphans', findings.orphans) +
    count('unfinished', findings.unfinished)
  );
}

export function printRuns({ findings, ...report }: RunKills): number {
  const { kills, moments, acknowledged, lost, differing, bootMs, landMs } = report;
  print(`kills in runs ${kills}, saves acknowledged ${acknowledged}`);
  print(`  killed while ${listCounts(moments)}`);
  const faults = printFindings(findings, lost) + count('other bytes than an undisturbed run', differing);
  print(`  started anew in ${median(bootMs)}, landed ${median(landMs)} later (medians)`);
  return faults;
}

export function printUploads(report: UploadKills): number {
  const { kills, acknowledged, spared, orphans, missing, lost, refused } = report;
  print(`kills in uploads ${kills}, answers that arrived before ${acknowledged}`);
  if (spared > 0) print(`  too young to be swept at once ${spared}`);
  return (
    count('lost', [...lost, ...missing]) +
    count('orphans', orphans) +
    count('refused when sent again', refused)
  );
}

export function printSharers({ findings, ...report }: SharerKills): number {
  const { kills, takeOverMs, statesSeenElsewhere, isScratchSpared, state, isSame } = report;
  print(`kills of the working one of two servers ${kills}, all during one run, which ended ${state}`);
  print(`  taken over after ${takeOverMs.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(', ')}`);
  print(`  seen by a client of the other server: ${statesSeenElsewhere.join(', ')}`);
  print(`  scratch spared by the start of the second: ${isScratchSpared ? 'yes' : 'no'}`);
  print(`  same bytes as an undisturbed run: ${isSame ? 'yes' : 'no'}`);
  return printFindings(findings) + (isScratchSpared && isSame && state === 'landed' ? 0 : 1);
}

export function printStops({ findings, ...report }: Stops): number {
  const { stops, moments, acknowledged, cutDownloads, stopMs, rude, errors, lost, differing } = report;
  print(`stops by SIGTERM ${stops}, saves acknowledged ${acknowledged}`);
  print(`  stopped while ${listCounts(moments)}`);
  print(`  ended after ${median(stopMs)} (median), ${Math.round(Math.max(...stopMs))} ms (longest)`);
  print(`  downloads that nobody read cut off ${cutDownloads}`);
  return (
    count('not 0 within ten seconds', rude) +
    count('errors in the log', errors) +
    printFindings(findings, lost) +
    count('other bytes than an undisturbed run', differing)
  );
}

export function printBreaks({ findings, ...report }: StoreBreaks): number {
  const { inRuns, inUploads, answers, refused, lost, differing } = report;
  print(`kills of the store in runs ${inRuns}, in uploads ${inUploads} (answered ${listCounts(answers)})`);
  return (
    count('refused when sent again', refused) +
    printFindings(findings, lost) +
    count('other bytes than an undisturbed run', differing)
  );
}

/** @param how the process died */
export function printPoisoning(how: string, { findings, ...report }: Poisoning): number {
  const { deaths, state, message, neighbours, calmMs, lost, differing } = report;
  print(`a run that ${how}: ended ${state} after ${deaths} deaths`);
  print(`  it says: ${message}`);
  if (neighbours.length > 0) print(`  neighbours ${neighbours.join(', ')}`);
  print(`  the server stayed up for the ${Math.round(calmMs / 1000)} s that it was watched afterwards`);
  const faults = printFindings(findings, lost) + count('other bytes than an undisturbed run', differing);
  return faults + (state === 'failed' && message !== '' ? 0 : 1);
}
