/** The Google Sheets gateway against the simulator, through the real guarded fetch. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GoogleSheets, startGoogleSheets } from '../../sim/google-sheets.ts';
import type { Trouble } from '../../sim/google-sheets-troubles.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { LOOPBACK_HOSTS } from './outbound-fixture.ts';
import { parseSheetLink, type SheetFaultCode } from './sheet-link.ts';
import { createSheets, SheetError } from './sheets.ts';

const CSV = 'city,zip\r\nAustin,78701\r\n"Coeur d’Alene",83814\r\n';

let google: GoogleSheets;
beforeAll(async () => {
  google = await startGoogleSheets();
});
afterAll(() => google.close());

interface FetchOptions {
  totalMs?: number;
  resolve?: (host: string) => Promise<string[]>;
  signal?: AbortSignal;
}

async function fetchLink(text: string, { signal, ...options }: FetchOptions = {}) {
  const reading = parseSheetLink(text);
  if ('fault' in reading) throw new Error(reading.fault.text);
  const fetch = createGuardedFetch({ trustedUrls: [google.base], ...options });
  return createSheets({ base: google.base, fetch }).fetchCsv(reading.link, signal);
}

async function getFault(text: string, circumstances: FetchOptions = {}): Promise<string> {
  const error = await fetchLink(text, circumstances).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof SheetError ? error.fault : `no error of a sheet: ${String(error)}`;
}

const troubled = (trouble: Trouble) =>
  google.share({ title: 'Towns', tabs: [{ gid: '0', csv: CSV }], trouble });

/** The same link with another tab. */
const withTab = (link: string, tab: string) => link.replace('/edit?usp=sharing', tab);

describe('a public sheet', () => {
  it('is fetched unchanged through the redirect, with its name', async () => {
    const link = google.share({ title: 'Towns é "1"/2', tabs: [{ gid: '0', name: 'Main', csv: CSV }] });
    const before = google.requests.length;
    const { bytes, name, notice } = await fetchLink(link);
    expect(Buffer.from(bytes).toString()).toBe(CSV);
    expect(name).toBe('Towns é "1" 2 - Main.csv');
    expect(notice).toBeUndefined();
    const asked = google.requests.slice(before);
    expect(asked).toHaveLength(2);
    expect(asked[0]).toMatch(/^GET \/spreadsheets\/d\/[\w-]{44}\/export\?format=csv&gid=0$/);
  });

  it('is fetched with the tab in the link', async () => {
    const tabs = [
      { gid: '0', csv: 'first' },
      { gid: '77', csv: 'second' },
    ];
    const link = google.share({ title: 'Two', tabs });
    expect(Buffer.from((await fetchLink(withTab(link, '/edit#gid=77'))).bytes).toString()).toBe('second');
  });

  it('is fetched with its first tab when tab 0 was deleted', async () => {
    const link = google.share({ title: 'Renumbered', tabs: [{ gid: '5', csv: 'kept' }] });
    for (const each of [link, withTab(link, '/edit#gid=0')]) {
      expect(Buffer.from((await fetchLink(each)).bytes).toString()).toBe('kept');
    }
  });

  it('is fetched by the name of its tab, with a notice', async () => {
    const tabs = [
      { gid: '0', name: 'One', csv: 'first' },
      { gid: '1', name: 'Towns & more', csv: 'second' },
    ];
    const link = withTab(
      google.share({ title: 'Named', tabs }),
      '/gviz/tq?tqx=out:csv&sheet=Towns%20%26%20more',
    );
    const { bytes, notice } = await fetchLink(link);
    expect(Buffer.from(bytes).toString()).toBe('second');
    expect(notice).toContain('gid=');
  });

  it('is fetched if it was published to the web, with and without a tab', async () => {
    const tabs = [
      { gid: '4', csv: 'first' },
      { gid: '8', csv: 'second' },
    ];
    const link = google.publish({ title: 'Published', tabs });
    expect(Buffer.from((await fetchLink(link)).bytes).toString()).toBe('first');
    expect(Buffer.from((await fetchLink(`${link}&gid=8&single=true`)).bytes).toString()).toBe('second');
  });

  it('may be empty', async () => {
    const { bytes } = await fetchLink(google.share({ title: 'Empty', tabs: [{ gid: '0', csv: '' }] }));
    expect(bytes.length).toBe(0);
  });

  it('receives only the id and tab of the link', async () => {
    const link = google.share({ title: 'Towns', tabs: [{ gid: '3', csv: CSV }] });
    const before = google.requests.length;
    await fetchLink(`${withTab(link, '/edit')}?gid=3&canary=1&resourcekey=canary#gid=3&canary=2`);
    expect(google.requests.slice(before).join()).not.toContain('canary');
  });
});

describe("a sheet that can't be fetched", () => {
  const cases: [Trouble, SheetFaultCode, string, boolean][] = [
    ['sign-in', 'sheet-not-public', 'unauthorized', false],
    ['sign-in-page', 'sheet-not-public', 'unauthorized', false],
    ['unauthorized', 'sheet-not-public', 'unauthorized', false],
    ['forbidden', 'sheet-not-public', 'unauthorized', false],
    ['page-as-csv', 'sheet-not-public', 'unauthorized', false],
    ['download-disabled', 'sheet-download-disabled', 'unauthorized', false],
    ['deleted', 'sheet-missing', 'rejected', false],
    ['garbage', 'sheet-not-csv', 'down', true],
    ['unknown-encoding', 'sheet-not-csv', 'down', true],
    ['loop', 'sheet-not-csv', 'down', true],
    ['limited', 'sheet-limited', 'limited', true],
    ['down', 'sheet-unreachable', 'down', true],
    ['broken-gzip', 'sheet-unreachable', 'down', true],
    ['cut-off', 'sheet-unreachable', 'down', true],
    ['huge', 'sheet-too-large', 'rejected', false],
    ['huge-by-header', 'sheet-too-large', 'rejected', false],
    ['gzip-bomb', 'sheet-too-large', 'rejected', false],
  ];

  it.each(cases)('because of %s is reported as %s', async (trouble, fault, kind, retryable) => {
    const error = await fetchLink(troubled(trouble)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ service: 'sheets', fault, kind, retryable });
    expect(JSON.stringify(error)).not.toContain('secret-of-the-other-side');
    expect((error as Error).message).not.toContain('secret-of-the-other-side');
  });

  it.each(['silent', 'drip'] as const)('ends in time when it is %s', async (trouble) => {
    expect(await getFault(troubled(trouble), { totalMs: 150 })).toBe('sheet-too-slow');
  });

  it("because it isn't public, reports what to change", async () => {
    await expect(fetchLink(troubled('sign-in'))).rejects.toThrow(
      "The sheet isn’t public. Share it as 'Anyone with the link: Viewer' or paste the data.",
    );
  });

  it("because it doesn't exist, is reported", async () => {
    const link = troubled('deleted').replace('Sim_', 'Xim_');
    expect(await getFault(link)).toBe('sheet-missing');
  });

  it('because its tab was deleted, is reported without falling back to another tab', async () => {
    const link = google.share({ title: 'Towns', tabs: [{ gid: '0', name: 'One', csv: CSV }] });
    expect(await getFault(withTab(link, '/edit#gid=9'))).toBe('sheet-tab-missing');
    expect(await getFault(withTab(link, '/gviz/tq?tqx=out:csv&sheet=Two'))).toBe('sheet-tab-missing');
  });

  it('is aborted immediately when the caller cancels', async () => {
    const leave = new AbortController();
    const before = google.requests.length;
    const asking = fetchLink(troubled('silent'), { signal: leave.signal });
    asking.catch(() => {});
    await expect.poll(() => google.requests.length).toBeGreaterThan(before);
    leave.abort(new Error('the user left'));
    await expect(asking).rejects.toThrow('the user left');
  });

  it('costs little memory, however much is sent', async () => {
    const before = process.memoryUsage().rss;
    for (const trouble of ['gzip-bomb', 'huge'] as const) await getFault(troubled(trouble));
    // The limit, a second copy in chunks, and what the simulator in this process needs to send it.
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });

  it('because Google is down, is reported', async () => {
    const gone = await startGoogleSheets();
    const link = gone.share({ title: 'Towns', tabs: [] });
    await gone.close();
    const reading = parseSheetLink(link);
    if ('fault' in reading) throw new Error('no link');
    const fetch = createGuardedFetch({ trustedUrls: [gone.base] });
    const asking = createSheets({ base: gone.base, fetch }).fetchCsv(reading.link);
    await expect(asking).rejects.toMatchObject({ fault: 'sheet-unreachable', retryable: true });
  });
});

describe('a redirect', () => {
  it("to a forbidden URL isn't followed", async () => {
    const hits: string[] = [];
    const forbidden = createServer((request, response) => {
      hits.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'text/csv' }).end('city');
    });
    forbidden.on('connection', () => hits.push('connection'));
    await new Promise<void>((resolve) => forbidden.listen(0, '127.0.0.1', resolve));
    const { port } = forbidden.address() as AddressInfo;
    const names: string[] = [];
    const resolve = (host: string) => {
      names.push(host);
      return Promise.resolve(['127.0.0.1']);
    };
    const targets = [
      ...LOOPBACK_HOSTS.filter((host) => /^[\x20-\x7e]+$/.test(host)).map(
        (host) => `http://${host}:${port}/`,
      ),
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      'https://other.example/',
      'https://googleusercontent.com/',
      'https://evilgoogleusercontent.com/',
      'https://doc-0s-sheets.googleusercontent.com.evil.example/',
      `https://doc-0s-sheets.googleusercontent.com:${port}/`,
      'http://doc-0s-sheets.googleusercontent.com/',
      'https://user@doc-0s-sheets.googleusercontent.com/',
      'https://docs.google.com/spreadsheets/',
    ];
    for (const target of targets) {
      expect(await getFault(troubled({ redirect: target }), { resolve }), target).toBe('sheet-not-csv');
    }
    expect(hits).toEqual([]);
    expect(names.filter((name) => !/^127\.0\.0\.1$/.test(name))).toEqual([]);
    forbidden.close();
  });

  it('to the file host is checked by its IP address', async () => {
    const names: string[] = [];
    const resolve = (host: string) => {
      names.push(host);
      return Promise.resolve(['10.0.0.1']);
    };
    const link = troubled({ redirect: 'https://doc-0s-sheets.googleusercontent.com/export/x' });
    expect(await getFault(link, { resolve })).toBe('sheet-not-csv');
    expect(names).toEqual(['doc-0s-sheets.googleusercontent.com']);
  });
});
