/**
 * Loaded into the server before its code: measures how long the event loop is blocked, by the thread's CPU time
 * between two ticks of a timer, which doesn't depend on the load of the machine.
 */
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const INTERVAL_MS = 5;
const WRITE_MS = 100;

function measure(file: string): void {
  let last = process.threadCpuUsage();
  let longestMs = 0;
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(last);
    longestMs = Math.max(longestMs, (user + system) / 1000);
    last = process.threadCpuUsage();
  }, INTERVAL_MS).unref();
  setInterval(() => writeFileSync(file, String(longestMs)), WRITE_MS).unref();
  process.on('SIGUSR2', () => {
    longestMs = 0;
  });
}

const file = process.env['ABUSE_PROBE'];
if (isMainThread && file !== undefined) measure(file);
