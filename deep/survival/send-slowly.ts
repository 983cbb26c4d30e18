/** Forms that are written as slowly as a test wants: what is killed on its way. */
import { request } from 'node:http';
import { makeLargeMaterial, type Material } from './material.ts';
import type { Survivor } from './survivor.ts';

const CHUNK_BYTES = 32 * 1024;

export interface Form {
  path: 'upload' | 'save-xml';
  fields: Record<string, string>;
  material: Material;
}

/** A seed alone, or a whole project, in turn. */
export function makeForm(count: number, kilobytes: number): Form {
  const material = makeLargeMaterial(`upload ${count}`, kilobytes);
  return count % 2 === 0
    ? { path: 'upload', fields: { type: 'WordPress' }, material }
    : { path: 'save-xml', fields: { title: `Upload ${count}`, script: material.script }, material };
}

/** Sends a form whole. @throws with the answer when it is refused */
export function sendWhole({ client }: Survivor, { path, fields, material }: Form): Promise<unknown> {
  return client.sendForm(path, fields, { name: 'seed.xml', bytes: material.seed });
}

/** Begins a call; `send` goes on up to a share of its bytes, `status` is 0 when no answer came. */
export async function beginSending({ client, server }: Survivor, { path, fields, material }: Form) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([Uint8Array.from(material.seed)]), 'seed.xml');
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
