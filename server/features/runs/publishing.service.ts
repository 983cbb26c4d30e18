/** Publishes the finished files of a run for download, until the run is canceled. */
import { join } from 'node:path';
import type { Files } from '#server/gateways/files.ts';
import type { RunResult } from '#server/jobs/engine-pool.ts';
import type { Platform } from './unrendered.rules.ts';
import { writeSamples } from './sample-page.rules.ts';

const CONCURRENCY = 4;

interface Written {
  folder: string;
  result: RunResult;
  platform: Platform;
  signal: AbortSignal;
  /** Collects the publishing, which continues after the signal: storing a file can't be aborted. */
  late: Promise<unknown>[];
}

/** Idempotent. @throws the reason of the signal as soon as it fires */
export async function publishFiles(files: Files, runId: number, written: Written): Promise<void> {
  const all = publishAll(files, runId, written);
  written.late.push(all);
  await untilAborted(all, written.signal);
}

/** Waits for work that can't be aborted, until it ends or the signal fires. */
export function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

async function publishAll(
  files: Files,
  runId: number,
  { folder, result, platform, signal }: Written,
): Promise<void> {
  const { parts, linksFile, skippedRowsFile, samples } = result;
  const names = [
    ...parts.map(({ name }) => name),
    linksFile,
    ...(skippedRowsFile === undefined ? [] : [skippedRowsFile]),
  ];
  const left = names.values();
  const publishNext = async () => {
    for (const name of left) {
      signal.throwIfAborted();
      await files.publish(`runs/${runId}/${name}`, join(folder, name));
    }
  };
  // Concurrent, because each waits for the disk or the store. All have ended before an error is thrown.
  const ended = await Promise.allSettled(Array.from({ length: CONCURRENCY }, publishNext));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  for (const { name, text } of writeSamples(samples, platform)) {
    signal.throwIfAborted();
    await files.put(`runs/${runId}/${name}`, new TextEncoder().encode(text));
  }
}
