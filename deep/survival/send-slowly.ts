/** Forms that are sent step by step, to kill the server meanwhile. */
import { request } from 'node:http';
import { makeNoisePhoto } from '#testkit/noise-photo.ts';
import { makeLargeWorkload } from './workload.ts';
import type { FormFile } from '#testkit/server-client.ts';
import type { CrashHarness } from './crash-harness.ts';

const CHUNK_BYTES = 32 * 1024;

export interface Form {
  path: 'upload' | 'save-xml' | 'images/upload-primary';
  fields: Record<string, string>;
  file: FormFile;
}

/** Makes a seed or a whole project, in turn. */
export function makeForm(count: number, kilobytes: number): Form {
  const { seed, script } = makeLargeWorkload(`upload ${count}`, kilobytes);
  const file = { name: 'seed.xml', bytes: seed };
  return count % 2 === 0
    ? { path: 'upload', fields: { type: 'WordPress' }, file }
    : { path: 'save-xml', fields: { title: `Upload ${count}`, script }, file };
}

let photo: Promise<Buffer> | undefined;

/** Makes a primary image of two megabytes, a different one for each count. */
export async function makeImageForm(count: number): Promise<Form> {
  photo ??= makeNoisePhoto({ width: 1600, height: 1200 });
  const bytes = await photo;
  const comment = Buffer.from(`\xff\xfe\0\x0aphoto ${String(count).padStart(2, '0')}`, 'latin1');
  const file = {
    name: 'photo.jpg',
    bytes: Buffer.concat([bytes.subarray(0, 2), comment, bytes.subarray(2)]),
  };
  return { path: 'images/upload-primary', fields: { type: 'WordPress' }, file };
}

/** Sends a whole form. @throws with the error response */
export function sendForm({ client }: CrashHarness, { path, fields, file }: Form): Promise<unknown> {
  return client.sendForm(path, fields, file);
}

/** Starts a request; `send` continues up to a share of its bytes, `status` is 0 without a response. */
export async function startSending({ client, server }: CrashHarness, { path, fields, file }: Form) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([Uint8Array.from(file.bytes)]), file.name);
  const packed = new Response(form);
  const bytes = new Uint8Array(await packed.arrayBuffer());
  const call = request(`${server().address}/api/v1/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${client.token}`,
      'content-type': packed.headers.get('content-type') ?? '',
      'content-length': String(bytes.length),
    },
  });
  const status = new Promise<number>((resolve) => {
    call.once('error', () => resolve(0));
    call.once('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
  });
  let at = 0;
  const send = async (share: number) => {
    const end = Math.floor(bytes.length * share);
    for (; at < end; at += CHUNK_BYTES) {
      const chunk = bytes.subarray(at, Math.min(at + CHUNK_BYTES, end));
      await new Promise((resolve) => call.write(chunk, resolve));
    }
    at = end;
    if (share === 1) call.end();
  };
  return { status, send };
}
