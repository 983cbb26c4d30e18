/**
 * Lowers the priority of an engine thread for large work, so that requests and small work go first. Loaded
 * before the engine, because loading that takes as long as a small run.
 */
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import type { EngineThreadData } from './engine-messages.ts';

/** Linux gives each thread a priority of its own, and its threads inherit it. Elsewhere everything is equal. */
function lowerPriority(nice: number): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (thread > 0 && thread !== process.pid) setPriority(thread, nice);
  } catch {
    // no such system
  }
}

const { nice } = workerData as EngineThreadData;
if (nice > 0) lowerPriority(nice);
