/**
 * One account sends seeds that keep the engine busy while another uploads a seed of 3 KB. Its response time is
 * printed and compared with that of an idle server.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { addUser } from '#testkit/users.ts';
import { sendForm } from '#testkit/project-calls.ts';
import { type Stage, useTestApp } from '#testkit/test-app.ts';
import { wxrSeed } from '#testkit/wxr-seed.ts';

const enter = useTestApp();

const WAIT_MS = 2000;
/** Limit as a multiple of the response time of an idle server, for busy machines. */
const IDLE_WAITS = 10;
const UPLOADS = 12;
const PAUSE_MS = 100;

const nameMany = (count: number) => Array.from({ length: count }, (_, index) => `[n${index.toString(36)}x]`);

const HOSTILE = {
  'four seeds of 10 MB with 1,000,000 placeholders': [4, () => '[geo_city]'.repeat(999_000)],
  'four seeds of 500 KB with the maximum number of placeholders': [4, () => '[geo_city]'.repeat(49_990)],
  'ten seeds with 12,500 different names': [10, () => nameMany(12_500).join(' ')],
  'ten seeds with the maximum number of different names': [10, () => nameMany(1990).join(' ')],
  'ten seeds with the maximum number of different names of a small job': [10, () => nameMany(900).join(' ')],
  'four seeds with 9 MB of words joined by hyphens': [4, () => `<!--${'-x'.repeat(4_700_000)}-->[geo_city]`],
} satisfies Record<string, [number, () => string]>;

const upload = async ({ app }: Stage, user: Stage['user'], bytes: Uint8Array) => {
  const begin = performance.now();
  const file = { name: 'plumber.xml', bytes };
  const sent = { url: '/api/v1/upload', fields: { type: 'wordpress' }, file };
  const { statusCode } = await sendForm(app, user, sent);
  return { statusCode, tookMs: performance.now() - begin };
};

/** Measures the longest response time of a few small uploads. */
async function watch(stage: Stage, user: Stage['user']): Promise<number> {
  let worst = 0;
  for (let index = 0; index < UPLOADS; index += 1) {
    const small = wxrSeed({ content: `<p>Ask [geo_city] ${index}</p>` });
    const { statusCode, tookMs } = await upload(stage, user, small);
    expect(statusCode).toBe(200);
    worst = Math.max(worst, tookMs);
    await sleep(PAUSE_MS);
  }
  return worst;
}

describe('the upload of another account', () => {
  it.each(Object.entries(HOSTILE))('does not wait for %s', async (name, [count, make]) => {
    const stage = await enter();
    const other = await addUser(stage.database.db);
    const idle = await watch(stage, other);
    const hostile = wxrSeed({ title: 'Page', content: make() });
    const sent = Array.from({ length: count }, () => upload(stage, stage.user, hostile));
    const busy = await watch(stage, other);
    const ended = await Promise.all(sent);
    const [idleMs, busyMs, hostileMs] = [idle, busy, Math.max(...ended.map(({ tookMs }) => tookMs))].map(
      Math.round,
    );
    console.log(
      `${name}: another account waits ${busyMs} ms, alone ${idleMs} ms; the seeds take ${hostileMs} ms`,
    );
    expect(busy).toBeLessThanOrEqual(Math.max(WAIT_MS, IDLE_WAITS * idle));
  });
});
