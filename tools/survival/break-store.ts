/** Kills the store of the files, not the server, in the middle of runs and uploads, and starts it again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerClient, signIn } from '#testkit/server-client.ts';
import type { ServerProcess } from '#testkit/server-process.ts';
import type { Findings } from './judge.ts';
import { listDiffering, save } from './kill-runs.ts';
import { beginSending, describeCall } from './kill-uploads.ts';
import { anyOf, makeMaterial } from './material.ts';
import type { Place } from './place.ts';
import type { StoreProcess } from './store-process.ts';

const PATIENCE_MS = 300_000;
/** A store that is away for longer than a few seconds is another matter: the third try is the last. */
const LONGEST_PAUSE_MS = 3_000;

export interface StoreBreaks {
  inRuns: number;
  inUploads: number;
  /** Answers to the uploads; those that are not 200 were sent again. */
  answers: Map<number, number>;
  /** Uploads and saves that were refused though the store was back. */
  refused: string[];
  lost: string[];
  differing: string[];
  findings: Findings;
}

interface Breaking {
  place: Place & { store: StoreProcess };
  server: ServerProcess;
  client: ServerClient;
  report: StoreBreaks;
}

/** @param breaks in runs, and as many in uploads */
export async function breakStore(
  {
    place,
    breaks,
    rows,
    kilobytes,
  }: { place: Breaking['place']; breaks: number; rows: number; kilobytes: number },
  log: (text: string) => void,
): Promise<StoreBreaks> {
  const server = await place.start();
  const client = await signIn(server.address);
  const report: StoreBreaks = {
    inRuns: 0,
    inUploads: 0,
    answers: new Map(),
    refused: [],
    lost: [],
    differing: [],
    findings: { orphans: [], missing: [], doubled: [], unfinished: [] },
  };
  const breaking = { place, server, client, report };
  const material = makeMaterial(rows);
  const saved: number[] = [];
  const startedAt = performance.now();
  saved.push((await save(client, material, 'Undisturbed')).projectId);
  await client.waitForRun(saved[0] ?? 0, PATIENCE_MS);
  const runMs = performance.now() - startedAt;
  for (let count = 0; count < breaks; count++) {
    const { projectId } = await save(client, material, `Broken ${count}`);
    await sleep(anyOf(runMs));
    await place.store.restart(anyOf(LONGEST_PAUSE_MS));
    const { progress } = await client.waitForRun(projectId, PATIENCE_MS);
    if (progress?.state !== 'landed') report.lost.push(`project ${projectId} is ${progress?.state}`);
    report.inRuns++;
    saved.push(projectId);
    await breakUpload(breaking, { cycle: count * 2 + 1, kilobytes });
    await breakUpload(breaking, { cycle: count * 2 + 2, kilobytes });
    log(`the store was killed in ${report.inRuns} runs and ${report.inUploads} uploads`);
  }
  report.differing = await listDiffering(client, material, saved);
  await server.end('SIGTERM');
  report.findings = await place.judge();
  // The uploads are so large that their pages are asked about, and nobody answers.
  report.findings.unfinished = report.findings.unfinished.filter(
    (text) => !text.endsWith('waiting_for_split'),
  );
  return report;
}

async function breakUpload(
  { place, server, client, report }: Breaking,
  { cycle, kilobytes }: { cycle: number; kilobytes: number },
): Promise<void> {
  const call = describeCall(cycle, kilobytes);
  const sending = await beginSending(server, client, call);
  // The store is asked when the last byte is there: it goes away just before, or a moment after it.
  await sending.send(cycle % 4 < 2 ? 0.9 : 1);
  await sleep(anyOf(100));
  const restarting = place.store.restart(anyOf(LONGEST_PAUSE_MS));
  await sending.finish();
  const status = await sending.answer;
  await restarting;
  report.inUploads++;
  report.answers.set(status, (report.answers.get(status) ?? 0) + 1);
  if (status === 200) return;
  const file = { name: 'seed.xml', bytes: call.material.seed };
  await client
    .sendForm(call.path, call.fields, file)
    .catch((error: unknown) => report.refused.push(String(error).slice(0, 300)));
}
