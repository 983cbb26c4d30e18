/** A thread that works for half a second per message and replies with the number of times it slept. */
import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { yieldToRequests } from './yield-to-requests.ts';

const WORK_MS = 500;

function countSleeps(): number {
  const status = readFileSync('/proc/thread-self/status', 'utf8');
  return Number(/^voluntary_ctxt_switches:\s*(\d+)$/m.exec(status)?.[1]);
}

parentPort?.on('message', () => {
  const before = countSleeps();
  for (const end = performance.now() + WORK_MS; performance.now() < end; ) yieldToRequests();
  parentPort?.postMessage(countSleeps() - before);
});
