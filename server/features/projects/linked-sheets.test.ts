/** Links to sheets over HTTP, against the simulator: outgoing requests and error messages. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { INVALID_SHEET_LINKS, LOOPBACK_HOSTS } from '#server/gateways/outbound-fixture.ts';
import { callDrafts, inspectDraft, openDraft } from '#testkit/draft-calls.ts';
import { addUser } from '#testkit/users.ts';
import { saveProject, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { type GoogleSheets, startGoogleSheets } from '../../../sim/google-sheets.ts';
import type { Trouble } from '../../../sim/google-sheets-troubles.ts';

const ID = '1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfG';

let google: GoogleSheets;
const start = useTestApp(async (onEnd) => {
  google = await startGoogleSheets();
  onEnd(() => google.close());
  return { config: { sheetsBase: google.base } };
});

async function startStage() {
  const stage = await start();
  /** Fetches the rows of a link, each time as a new user, because the rate limit is 20 per minute. */
  const ask = async (link: string) => {
    const drafts = callDrafts(stage.app, await addUser(stage.database.db));
    const { id } = await openDraft(drafts);
    await drafts.keep(id, { google_spread_sheet: link });
    const reply = await drafts.fetchSheet(id);
    return Object.assign(reply, { inspect: () => inspectDraft(drafts, id) });
  };
  return { ...stage, ask };
}

/** Starts a listener on loopback that records forbidden requests. */
async function startForbidden(): Promise<{ port: number; hits: string[] }> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(request.url ?? '');
    response.end();
  });
  server.on('connection', () => hits.push('connection'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, hits };
}

it('sends no request for an invalid link, and reports it at the field (H1)', async () => {
  const { ask } = await startStage();
  const { port, hits } = await startForbidden();
  const before = google.requests.length;
  const links = [
    ...INVALID_SHEET_LINKS.map((link) => link.replaceAll('ID', ID)),
    ...LOOPBACK_HOSTS.flatMap((host) => [
      `http://${host}:${port}/spreadsheets/d/${ID}/edit`,
      `https://docs.google.com@${host}:${port}/spreadsheets/d/${ID}/edit`,
      `https://docs.google.com#@${host}:${port}/`,
    ]),
  ];
  for (const link of links) {
    const reply = await ask(link);
    expect(reply.statusCode, `${link}: ${reply.body}`).toBe(422);
    expect(reply.json().errors.google_spread_sheet, link).toHaveLength(1);
  }
  expect([...hits, ...google.requests.slice(before)]).toEqual([]);
  console.log(`${links.length} false links, nothing left the machine`);
});

it('does not follow redirects to internal addresses (H2)', async () => {
  const { ask } = await startStage();
  const { port, hits } = await startForbidden();
  const targets = [
    ...LOOPBACK_HOSTS.map((host) => `http://${host}:${port}/`),
    `https://127.0.0.1:${port}/`,
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    `https://doc-0s.googleusercontent.com.evil.example:${port}/`,
    `http://doc-0s.googleusercontent.com:${port}/`,
  ];
  for (const redirect of targets) {
    const trouble = { redirect: Buffer.from(redirect).toString('latin1') };
    const reply = await ask(google.share({ title: 'Towns', tabs: [], trouble }));
    expect([422, 502], `${redirect}: ${reply.body}`).toContain(reply.statusCode);
    expect(reply.body).not.toContain(redirect);
  }
  expect(hits).toEqual([]);
  console.log(`${targets.length} redirects, 0 hits`);
});

describe('a sheet that cannot be fetched', () => {
  it.each<[Trouble, number, RegExp]>([
    ['sign-in', 422, /isn’t public/],
    ['sign-in-page', 422, /isn’t public/],
    ['unauthorized', 422, /isn’t public/],
    ['deleted', 422, /couldn’t find that sheet/],
    ['download-disabled', 422, /doesn’t let viewers download/],
    ['page-as-csv', 422, /isn’t public/],
    ['garbage', 502, /other than the sheet’s data/],
    ['huge', 422, /larger than 32 MiB/],
    ['huge-by-header', 422, /larger than 32 MiB/],
    ['gzip-bomb', 422, /larger than 32 MiB/],
    ['broken-gzip', 502, /isn’t responding/],
    ['cut-off', 502, /isn’t responding/],
    ['limited', 502, /limiting our requests/],
    ['down', 502, /isn’t responding/],
    ['loop', 502, /other than the sheet’s data/],
  ])(
    'because of %j is answered %i, in words that say what to do, without what Google sent (H3)',
    async (...row) => {
      const [trouble, status, text] = row;
      const { ask } = await startStage();
      const reply = await ask(
        google.share({ title: 'Towns', tabs: [{ gid: '0', csv: townsCsv(1) }], trouble }),
      );
      expect(reply.statusCode, reply.body).toBe(status);
      const { message, errors } = reply.json<{ message: string; errors?: Record<string, string[]> }>();
      expect(message).toMatch(text);
      if (status === 422) expect(errors).toEqual({ google_spread_sheet: [message] });
      expect(reply.body).not.toMatch(/secret-of-the-other-side|ServiceLogin|<html/);
    },
  );
});

it('fetches the tab of the link, and warns about a tab that is given by name', async () => {
  const { app, user, ask } = await startStage();
  const tabs = [
    { gid: '0', name: 'First', csv: 'a\r\n1\r\n' },
    { gid: '77', name: 'Towns', csv: townsCsv(3) },
  ];
  const link = google.share({ title: 'Places', tabs });
  const byNumber = link.replace('/edit?usp=sharing', '/edit#gid=77');
  const getSheet = async (address: string) => {
    const reply = await ask(address);
    const { inspection } = await reply.inspect();
    return { ...reply.json().data.linked, columns: inspection.table?.columns.map(({ name }) => name) };
  };
  const columns = ['geo_city', 'geo_url'];
  expect(await getSheet(byNumber)).toMatchObject({ columns, notice: null });
  expect(await getSheet(link)).toMatchObject({ columns: ['a'], notice: null });
  expect(await getSheet(link.replace('/edit?usp=sharing', '/edit?sheet=Towns'))).toMatchObject({
    columns,
    notice: expect.stringMatching(/^The link names its tab by name\..*gid= and a number\.$/),
  });
  const saved = await saveProject(app, user, { fields: { script: '', google_spread_sheet: byNumber } });
  const project = await waitForRun(app, user, saved.json().data.project_id);
  expect(project).toMatchObject({
    google_spread_sheet: byNumber,
    report: { state: 'completed', pages_done: 3 },
  });
});
