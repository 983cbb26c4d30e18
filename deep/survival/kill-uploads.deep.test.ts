/** Kills the server during uploads: no partial file remains, and the same upload works afterwards. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, it, vi } from 'vitest';
import { times } from '../times.ts';
import { randomBelow } from './workload.ts';
import { FOLDER, STORE } from './deployment.ts';
import { startSending, type Form, makeForm, makeImageForm, sendForm } from './send-slowly.ts';
import { expectNone, startCrashHarness, type CrashHarness } from './crash-harness.ts';

const KILOBYTES = 1_000;
/** Approximate time from the last byte to the response. */
const WORK_MS = 1_000;

/** Returns true if the acknowledged upload is stored. */
async function isSaved({ client }: CrashHarness, { path, fields, file }: Form): Promise<boolean> {
  if (path === 'save-xml') return (await client.listProjects()).some(({ title }) => title === fields.title);
  const { seed, files } = await client.call<Drafted>(`projects/drafts/${fields.draft_id}`);
  const { length } = file.bytes;
  return seed?.size === length || files.some(({ size }) => size === length);
}

interface Kept {
  size: number;
}

interface Drafted {
  id: string;
  seed: Kept | null;
  files: Kept[];
}

const KINDS = [
  ['seeds and projects', (kill: number) => makeForm(kill, KILOBYTES)],
  ['images', makeImageForm],
] as const;

describe.each([FOLDER, STORE])('a server on $where that is killed during uploads', ({ where, open }) => {
  it.each(KINDS)(
    'keeps acknowledged %s, leaves no partial ones, and accepts retries',
    async (what, make) => {
      const deployment = await open();
      const harness = await startCrashHarness(deployment);
      const found: Record<string, string[]> = { lost: [], refused: [], orphans: [] };
      let acknowledged = 0;
      let tooYoung = 0;
      const kills = times(10);
      for (let kill = 1; kill <= kills; kill++) {
        const made = await make(kill);
        const type = made.fields.type ?? 'wordpress';
        const { id } = await harness.client.call<Drafted>('projects/drafts', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ type }),
        });
        const form = made.path === 'save-xml' ? made : { ...made, fields: { ...made.fields, draft_id: id } };
        const { status, send } = await startSending(harness, form);
        // In turn, kills while the body is being sent, while the server processes it, and when it is stored.
        const before = new Set(deployment.listNames('uploads'));
        const isStored = () => deployment.listNames('uploads').some((name) => !before.has(name));
        await send(kill % 3 === 0 ? Math.random() : 1);
        if (kill % 3 === 1) await sleep(randomBelow(WORK_MS));
        if (kill % 3 === 2) await vi.waitUntil(isStored, { timeout: 60_000, interval: 1 });
        await harness.kill();
        const isAcknowledged = (await status) === 200;
        await harness.restart();
        if (isAcknowledged) acknowledged++;
        if (isAcknowledged && !(await isSaved(harness, form))) found.lost?.push(`upload ${kill}`);
        if (kill % 4 < 2) {
          await sendForm(harness, form).catch((error: unknown) => found.refused?.push(String(error)));
        }
        const report = await harness.stopAndCheck();
        found.lost?.push(...report.lost);
        found.orphans?.push(...report.orphans);
        tooYoung += report.tooYoung.length;
        await harness.restart();
      }
      expectNone(
        `kills in uploads of ${what} on ${where} ${kills}, acknowledged before ${acknowledged}`,
        found,
        [`orphans too young to be swept at once ${tooYoung}`],
      );
    },
    1_800_000,
  );
});
