/** Puts the finished files of a run where downloads look, for as long as the run is wanted. */
import { join } from 'node:path';
import type { Files } from '#server/gateways/files.ts';
import type { RunAnswer } from '#server/jobs/engine-pool.ts';
import type { Platform } from './unrendered.rules.ts';
import { writeSamples } from './sample-page.rules.ts';

const PUBLISHED_AT_ONCE = 4;

export interface Written {
  folder: string;
  answer: RunAnswer;
  platform: Platform;
  signal: AbortSignal;
  /** Gets what is still under way when the signal fires: a store cannot be stopped in the middle of a file. */
  late: Promise<unknown>[];
}

/** Doing it again changes nothing. @throws the reason of the signal as soon as that fires */
export async function publishFiles(files: Files, runId: number, written: Written): Promise<void> {
  const all = publishAll(files, runId, written);
  written.late.push(all);
  await untilAborted(all, written.signal);
}

/** Waits for work that knows no signal; after the abort nobody waits for it any more. */
export function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

async function publishAll(
  files: Files,
  runId: number,
  { folder, answer, platform, signal }: Written,
): Promise<void> {
  const { parts, linksFile, skippedRowsFile, samples } = answer;
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
  // Several at once, because each waits for the disk or the store; all have ended before a failure is reported.
  const ended = await Promise.allSettled(Array.from({ length: PUBLISHED_AT_ONCE }, publishNext));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  for (const { name, text } of writeSamples(samples, platform)) {
    signal.throwIfAborted();
    await files.put(`runs/${runId}/${name}`, new TextEncoder().encode(text));
  }
}
