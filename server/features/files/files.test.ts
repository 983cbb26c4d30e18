/** Downloads: ranges, HEAD, file names, content types, and limits of replies about large projects. */
import { createHash } from 'node:crypto';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listOwn } from '#testkit/users.ts';
import { type RequestUser, saveProject, townSeed, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { type TestApp, useTestApp } from '#testkit/test-app.ts';
import { readZip } from '#testkit/zip-reader.ts';

type App = TestApp['app'];

const start = useTestApp();

async function make(app: App, user: RequestUser, spec: Parameters<typeof saveProject>[2] = {}) {
  const saved = await saveProject(app, user, spec);
  return waitForRun(app, user, saved.json().data.project_id);
}

describe('a part', () => {
  it('is sent as the requested range, and completely for an invalid range', async () => {
    const { app, user } = await start();
    const url = (await make(app, user)).parts[0]?.url ?? '';
    const whole = await app.inject(url);
    const all = whole.rawPayload;
    const size = all.length;
    expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-length': String(size) });
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 1],
      ['bytes=0-', 0, size],
      ['bytes=5-9', 5, 10],
      [`bytes=${size - 1}-`, size - 1, size],
      [`bytes=1-${size * 2}`, 1, size],
      ['bytes=-1', size - 1, size],
      [`bytes=-${size * 2}`, 0, size],
    ] as const) {
      const part = await app.inject({ url, headers: { range } });
      expect(part.statusCode, range).toBe(206);
      expect(part.headers['content-range'], range).toBe(`bytes ${from}-${to - 1}/${size}`);
      expect(part.headers['content-length'], range).toBe(String(to - from));
      expect(part.rawPayload.equals(all.subarray(from, to)), range).toBe(true);
    }
    for (const range of ['bytes=-', 'bytes=9-5', 'bytes=0-1,3-4', 'lines=0-1', 'bytes=a-b', 'bytes', '0-1']) {
      const part = await app.inject({ url, headers: { range } });
      expect(part.statusCode, range).toBe(200);
      expect(part.rawPayload.equals(all), range).toBe(true);
    }
    for (const range of [`bytes=${size}-`, `bytes=${size}-${size + 1}`, 'bytes=-0']) {
      const part = await app.inject({ url, headers: { range } });
      expect(part.statusCode, range).toBe(416);
      expect(part.headers['content-range'], range).toBe(`bytes */${size}`);
      expect(part.rawPayload.length, range).toBe(0);
    }
  });

  it('resumes for a client that has the same file, and restarts for a client that has another one', async () => {
    const { app, user } = await start();
    const { url = '', sha256 = '' } = (await make(app, user)).parts[0] ?? {};
    const whole = await app.inject(url);
    const etag = `"${createHash('sha256').update(whole.rawPayload).digest('hex')}"`;
    expect(whole.headers.etag).toBe(etag);
    expect(etag).toBe(`"${sha256}"`);
    const rest = await app.inject({ url, headers: { range: 'bytes=5-', 'if-range': etag } });
    expect(rest.statusCode).toBe(206);
    expect(rest.headers.etag).toBe(etag);
    expect(rest.rawPayload.equals(whole.rawPayload.subarray(5))).toBe(true);
    for (const other of ['"another"', `W/${etag}`, sha256, 'Sun, 22 Nov 2026 00:00:00 GMT']) {
      const again = await app.inject({ url, headers: { range: 'bytes=5-', 'if-range': other } });
      expect(again.statusCode, other).toBe(200);
      expect(again.rawPayload.equals(whole.rawPayload), other).toBe(true);
    }
    const late = { range: `bytes=${whole.rawPayload.length}-`, 'if-range': '"another"' };
    expect((await app.inject({ url, headers: late })).statusCode).toBe(200);
  });

  it("isn't sent to a client that already has it", async () => {
    const { app, user } = await start();
    const { template_file: seed, parts } = await make(app, user);
    for (const url of [parts[0]?.url ?? '', seed?.url ?? '']) {
      const etag = String((await app.inject(url)).headers.etag);
      expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await app.inject({ url, headers: { 'if-none-match': known } });
        expect([again.statusCode, again.payload], known).toEqual([304, '']);
        expect(again.headers, known).toMatchObject({ etag, 'cache-control': 'no-store' });
      }
      const changed = await app.inject({ url, headers: { 'if-none-match': '"other"' } });
      expect(changed.statusCode).toBe(200);
    }
  });

  /** A project with a single part that is longer than one chunk of a stream. */
  async function startWithLongPart() {
    const stage = await start();
    const seed = townSeed({ content: `<p>[geo_city]</p>${'<p>word</p>'.repeat(20_000)}` });
    const project = await make(stage.app, stage.user, { seed });
    const [part] = project.parts;
    if (part === undefined) throw new Error('The run has no part.');
    const path = join(stage.dataFolder, 'files', 'runs', String(project.report?.id), part.name);
    const alarms = () =>
      stage.log.filter(({ msg }) => String(msg).startsWith('ALARM: a stored file is corrupt'));
    return { ...stage, project, part, path, alarms };
  }

  /** Changes one bit of the middle byte. */
  function flipByte(path: string) {
    const bytes = readFileSync(path);
    const middle = bytes.length >> 1;
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  }

  it('that is truncated in the store is not sent and raises an alarm', async () => {
    const { app, part, path, alarms } = await startWithLongPart();
    const etag = String((await app.inject({ method: 'HEAD', url: part.url })).headers.etag);
    truncateSync(path, 9);
    for (const headers of [{}, { range: 'bytes=5-', 'if-range': etag }]) {
      const short = await app.inject({ url: part.url, headers });
      expect([short.statusCode, short.json().message]).toEqual([
        404,
        'The stored copy of this file is corrupt. Build the file again, or restore it from a backup.',
      ]);
    }
    expect(alarms()).toHaveLength(2);
    expect(alarms()[0]).toMatchObject({ level: 50, msg: expect.stringContaining(part.name) });
  });

  it('with a flipped byte is never received whole and raises an alarm, also within the zip', async () => {
    const { app, user, project, part, path, alarms } = await startWithLongPart();
    const whole = (await app.inject(part.url)).rawPayload;
    expect(whole.length).toBeGreaterThan(200_000);
    const rest = await app.inject({ url: part.url, headers: { range: 'bytes=100000-' } });
    expect(rest.rawPayload.equals(whole.subarray(100_000))).toBe(true);
    expect(alarms()).toEqual([]);
    flipByte(path);
    const zip = project.download_all_url ?? '';
    const asked = [
      { url: part.url },
      { url: part.url, headers: { range: 'bytes=0-' } },
      { url: part.url, headers: { range: `bytes=${whole.length - 10}-` } },
      { url: zip },
    ];
    for (const [index, each] of asked.entries()) {
      const reply = await app.inject(each).catch((error: unknown) => error);
      // Aborted, or rejected if nothing had been sent.
      const isWhole = reply instanceof Error ? false : (reply as { statusCode: number }).statusCode < 300;
      expect(isWhole, each.url).toBe(false);
      await expect.poll(alarms).toHaveLength(index + 1);
    }
    expect(alarms()[0]).toMatchObject({ level: 50, msg: expect.stringContaining(part.name) });
    // A range that ends before the last byte can't be verified.
    const beginning = await app.inject({ url: part.url, headers: { range: 'bytes=0-9' } });
    expect(beginning.statusCode).toBe(206);
    expect((await waitForRun(app, user, project.id)).report?.state).toBe('completed');
  });

  it('that is small, such as a seed page, is rejected if a byte was flipped', async () => {
    const { app, dataFolder, database, user, log } = await start();
    const project = await make(app, user);
    const uploads = await listOwn(database, user, 'uploads');
    flipByte(join(dataFolder, 'files', uploads.find(({ kind }) => kind === 'seed')?.storage_key ?? ''));
    flipByte(join(dataFolder, 'files', 'runs', String(project.report?.id), project.parts[0]?.name ?? ''));
    for (const url of [project.template_file?.url ?? '', project.parts[0]?.url ?? '']) {
      const reply = await app.inject(url);
      expect([reply.statusCode, reply.json().code], url).toEqual([502, 'outside_service']);
    }
    expect(log.filter(({ msg }) => String(msg).startsWith('ALARM: a stored file is corrupt'))).toHaveLength(
      2,
    );
  });

  it('reports its length for HEAD', async () => {
    const { app, user } = await start();
    const { parts, download_all_url: zip } = await make(app, user);
    for (const url of [parts[0]?.url ?? '', zip ?? '']) {
      const [head, whole] = [await app.inject({ method: 'HEAD', url }), await app.inject(url)];
      expect(head.statusCode).toBe(200);
      expect(head.rawPayload.length).toBe(0);
      for (const name of ['content-length', 'content-type', 'content-disposition', 'accept-ranges']) {
        expect(head.headers[name], name).toBe(whole.headers[name]);
      }
    }
  });
});

describe('a file', () => {
  it('is sent with its type and its own name in any script, and never displayed as a page', async () => {
    const { app, user } = await start();
    const file = { name: "Ünï 'x'; 数.xml", bytes: townSeed() };
    const saved = await app.inject({
      method: 'POST',
      url: '/api/v1/save-xml',
      ...(await packForm(user, { title: 'Plumber', script: townsCsv(2) }, file)),
    });
    const project = await waitForRun(app, user, saved.json().data.project_id);
    const sent = async (url: string | null | undefined) => {
      const { statusCode, headers } = await app.inject(url ?? '');
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*sandbox/);
      return [headers['content-type'], headers['content-disposition']];
    };
    expect(await sent(project.template_file?.url)).toEqual([
      'application/xml',
      `attachment; filename="_n_ _x__ _.xml"; filename*=UTF-8''%C3%9Cn%C3%AF%20%27x%27%3B%20%E6%95%B0.xml`,
    ]);
    expect(await sent(project.script_url)).toEqual([
      'text/csv; charset=utf-8',
      `attachment; filename="pasted-data.csv"; filename*=UTF-8''pasted-data.csv`,
    ]);
    expect(await sent(project.formed_links_url)).toEqual([
      'text/plain; charset=utf-8',
      `attachment; filename="formed-links.html"; filename*=UTF-8''formed-links.html`,
    ]);
    expect((await sent(project.parts[0]?.url))[0]).toBe('application/xml');
    expect((await sent(project.download_all_url))[0]).toBe('application/zip');
  });
});

describe('a zip', () => {
  it('has no ranges, and contains all parts, links, skipped rows and the import guide', async () => {
    const { app, user } = await start();
    const script = `${townsCsv(4)}Town 9,town-1\r\n`;
    const project = await make(app, user, { fields: { script, split_xml_file: '2' } });
    const url = project.download_all_url ?? '';
    const ranged = await app.inject({ url, headers: { range: 'bytes=0-9' } });
    expect(ranged.statusCode).toBe(200);
    expect(ranged.headers['accept-ranges']).toBe('none');
    const files = readZip(ranged.rawPayload);
    expect([...files.keys()]).toEqual([
      'plumber-1-of-2.xml',
      'plumber-2-of-2.xml',
      'formed-links.html',
      'skipped-rows.csv',
      'manifest.json',
      'IMPORT.md',
    ]);
    const manifest = JSON.parse(String(files.get('manifest.json')));
    expect(manifest).toMatchObject({ version: 1, type: 'wordpress', pages: 4, skipped: 1, formed_links: 4 });
    expect(manifest.parts).toEqual(
      project.parts.map(({ name, size, pages, sha256 }) => ({ file: name, bytes: size, pages, sha256 })),
    );
    expect(manifest.problems).toEqual(project.report?.problems);
    expect(String(files.get('IMPORT.md'))).toContain('1 row was skipped.');
    expect(
      Buffer.from(files.get('skipped-rows.csv') ?? []).equals(
        await fetchBytes(app, project.report?.skipped_rows_url),
      ),
    ).toBe(true);
  });
});

describe('the reply about a large project', () => {
  it('shows 200 links and their total; the file has all', async () => {
    const { app, user } = await start();
    const project = await make(app, user, { fields: { script: townsCsv(230) } });
    expect(project.formed_links).toHaveLength(200);
    expect(project.report?.formed_link_count).toBe(230);
    const text = String(await fetchBytes(app, project.formed_links_url));
    expect(text.match(/<a href=/g)).toHaveLength(230);
    expect(text.startsWith(project.formed_links[0]?.flink ?? '-')).toBe(true);
  });

  it('contains data up to a megabyte; larger data has a URL', async () => {
    const { app, user } = await start();
    const sized = (bytes: number) => {
      const rows = townsCsv(2);
      return `${rows}${'\r\n'.repeat((bytes - rows.length) / 2)}`.padEnd(bytes, ' ');
    };
    const small = await make(app, user, { fields: { script: sized(1_000_000) } });
    expect(small.script?.length).toBe(1_000_000);
    const large = await make(app, user, { fields: { script: sized(1_000_001) } });
    expect(large.script).toBeNull();
    expect((await fetchBytes(app, large.script_url)).length).toBe(1_000_001);
  });
});

it('HEAD closes a stream again', async () => {
  const { app, user } = await start();
  const { id } = await make(app, user);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const ask = (method: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const path = `/api/v1/projects/${id}/events`;
      const asked = request({ port, host: '127.0.0.1', method, path, headers: user.headers }, (reply) => {
        resolve(reply.statusCode);
        reply.destroy();
      });
      asked.on('error', reject).end();
    });
  // A user may have fifty streams, so none of these may stay open.
  for (let tries = 0; tries < 60; tries += 1) expect(await ask('HEAD')).toBe(200);
  expect(await ask('GET')).toBe(200);
});

async function fetchBytes(app: App, url: string | null | undefined): Promise<Buffer> {
  return (await app.inject(url ?? '')).rawPayload;
}

/** A form with a file whose name needs encoding in a header. */
async function packForm(
  user: RequestUser,
  fields: Record<string, string>,
  file: { name: string; bytes: Uint8Array },
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([Uint8Array.from(file.bytes)], { type: 'text/xml' }), file.name);
  const packed = new Response(form);
  const type = packed.headers.get('content-type') ?? '';
  return {
    payload: Buffer.from(await packed.arrayBuffer()),
    headers: { ...user.headers, 'content-type': type },
  };
}
