/**
 * Lowers the priority of an engine thread for large work, so that requests and small work go first. Runs
 * before the engine is loaded, because loading it takes as long as a small run.
 */
import { workerData } from 'node:worker_threads';
import { lowerOwnThread } from './thread-priority.ts';
import type { EngineThreadData } from './engine-messages.ts';

const { nice } = workerData as EngineThreadData;
if (nice > 0) lowerOwnThread(nice);
