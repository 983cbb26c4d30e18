/** A zip of two gigabytes of copies to a slow client, and to others that stop reading: the server's memory stays flat. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { signIn } from '#testkit/server-client.ts';
import { makeNoisePhoto } from '#testkit/noise-photo.ts';
import { startTargetServer } from './target-server.ts';

const PHOTOS = 14;
const TOWNS = 55;
const MB = 1_000_000;
/** O1 of the security tests. */
const MAX_GROWTH_MB = 100;
/** Bytes that are read slowly, before the rest at full speed. */
const SLOW_BYTES = 200 * MB;
const UNREAD = 5;

function writeTowns(): string {
  const rows = Array.from({ length: TOWNS }, (_, index) => `Town ${index},Texas,${30 + index / 10},-97`);
  return ['city,state,lat,lng', ...rows].join('\n');
}

async function open(address: string): Promise<IncomingMessage> {
  const call = get(address);
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  onTestFinished(() => void call.destroy());
  return response;
}

it('a zip of two gigabytes to a slow client takes no more memory than a small one', async () => {
  const { address, measure } = await startTargetServer();
  const client = await signIn(address);
  const photo = await makeNoisePhoto({ width: 2048, height: 1536 });
  for (let index = 0; index < PHOTOS; index += 1) {
    const comment = Buffer.from(`\xff\xfe\0\x0aphoto ${String(index).padStart(2, '0')}`, 'latin1');
    const bytes = Buffer.concat([photo.subarray(0, 2), comment, photo.subarray(2)]);
    await client.sendForm('upload', { type: 'geocoder' }, { name: `photo-${index}.jpg`, bytes });
  }
  const form = { title: 'Zip', type: 'geocoder', script: writeTowns() };
  const saved = await client.sendForm<{ project_id: number }>('save-xml', form);
  const project = await client.waitForRun(saved.project_id, 600_000);
  const url = new URL(project.download_all_images_url ?? '', address).href;
  let length = 0;
  let read = 0;
  const impact = await measure(async () => {
    for (let index = 0; index < UNREAD; index += 1) (await open(url)).pause();
    const response = await open(url);
    length = Number(response.headers['content-length']);
    let rested = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      read += chunk.length;
      if (read > SLOW_BYTES || read - rested < MB) continue;
      rested = read;
      await sleep(5);
    }
  });
  console.log(`${PHOTOS} images of ${(photo.length / MB).toFixed(1)} MB × ${TOWNS} towns:`, {
    zipMb: Math.round(length / MB),
    ...impact,
  });
  expect(length).toBeGreaterThan(2000 * MB);
  expect(read).toBe(length);
  expect(impact.growthMb).toBeLessThanOrEqual(MAX_GROWTH_MB);
}, 1_200_000);
