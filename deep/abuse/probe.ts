/**
 * Loaded into the server before its own code: measures how long its event loop is blocked. CPU time of the
 * thread between two turns of a timer is what blocks, however busy the machine is with other things.
 */
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const TURN_MS = 5;
const WRITE_MS = 100;

function measure(file: string): void {
  let last = process.threadCpuUsage();
  let longestMs = 0;
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(last);
    longestMs = Math.max(longestMs, (user + system) / 1000);
    last = process.threadCpuUsage();
  }, TURN_MS).unref();
  setInterval(() => writeFileSync(file, String(longestMs)), WRITE_MS).unref();
  process.on('SIGUSR2', () => {
    longestMs = 0;
  });
}

const file = process.env['ABUSE_PROBE'];
if (isMainThread && file !== undefined) measure(file);
