/** What a run tells while it works: what is wrong is known at its beginning, and its figures go on, whatever happens. */
import { describe, expect, it, vi } from 'vitest';
import type { Run, RunProgress } from '#contract/project-shapes.ts';
import { addPerson } from '#testkit/people.ts';
import { type Person, saveProject, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { startTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';

vi.setConfig({ testTimeout: 90_000 });

/** Works for seconds. */
const LONG = townsCsv(40_000);
/** Every second row has the address of the one before it; and one city is empty, which is a notice. */
const LOSING = (rows: number) =>
  `geo_city,geo_url\r\n${Array.from({ length: rows }, (_, row) => {
    return `${row === 4 ? '' : `Town ${row}`},town-${Math.floor(row / 2)}`;
  }).join('\r\n')}\r\n`;

interface Told {
  event: string;
  data: Run | RunProgress;
  bytes: number;
}

async function start() {
  const { app, database, log } = await startTestApp();
  const person = await addPerson(database.db);
  return { app, database, log, person };
}

/** Everything that the stream tells until the run has ended. */
async function readEvents(url: string, { headers }: Person): Promise<Told[]> {
  const own = new AbortController();
  const reply = await fetch(url, { headers, signal: own.signal });
  const all: Told[] = [];
  let text = '';
  for await (const piece of (reply.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const blocks = (text + piece).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, event = '', data = ''] = /^event: (\w+)\ndata: (.*)$/m.exec(block) ?? [];
      if (data !== '') all.push({ event, data: JSON.parse(data), bytes: data.length });
    }
    if (all.at(-1)?.data.state.startsWith('landed')) break;
  }
  own.abort();
  return all;
}

function readMarks(text: string): number[] {
  return [...Buffer.from(text, 'base64')].flatMap((byte, index) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => (byte >> bit) & 1).map((bit) => index * 8 + bit + 2),
  );
}

describe('a run that works', () => {
  it('tells its losses and warnings from the plan on, then small news with the place it is at', async () => {
    const { app, person } = await start();
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const saved = await saveProject(app, person, { fields: { script: LOSING(40_000), split_xml_file: '2' } });
    const id: number = saved.json().data.project_id;
    const told = await readEvents(`${address}/api/v1/projects/${id}/events`, person);
    const whole = told.flatMap(({ event, data }) => (event === 'run' && 'parts' in data ? [data] : []));
    const early = whole.find(({ state, problem_count }) => state === 'running' && problem_count > 0);
    expect(early).toMatchObject({ lost: 20_000, lost_rows: [], notice_count: expect.any(Number) });
    expect(readMarks(early?.lost_marks ?? '')).toHaveLength(20_000);
    expect(early?.problems).toHaveLength(1000);
    const small = told.filter(({ event }) => event === 'progress');
    expect(small.length).toBeGreaterThan(1);
    for (const { bytes } of small) expect(bytes).toBeLessThan(500);
    expect(small.map(({ data }) => data.now_writing)).toContainEqual(expect.stringMatching(/^Town \d+$/));
    expect(whole.at(-1)).toMatchObject({ state: 'landed_with_losses', now_writing: null });
    console.log(`${whole.length} times all of it, ${small.length} times its figures`);
  });

  it('goes on to tell its figures after some could not be written', async () => {
    const { app, database, log, person } = await start();
    await runSql(database, 'create sequence tries');
    await runSql(
      database,
      `create function refuse_once() returns trigger language plpgsql as $$ begin
        if new.state = 'running' and nextval('tries') = 1 then raise exception 'not now'; end if;
        return new; end $$`,
    );
    await runSql(
      database,
      'create trigger refuse_once before update on runs for each row execute function refuse_once()',
    );
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const saved = await saveProject(app, person, { fields: { script: LONG, split_xml_file: '2' } });
    const id: number = saved.json().data.project_id;
    const told = await readEvents(`${address}/api/v1/projects/${id}/events`, person);
    expect(log.filter(({ msg }) => msg === 'progress was not written')).toHaveLength(1);
    const counts = told.filter(({ data }) => data.state === 'running').map(({ data }) => data.pages_done);
    expect(new Set(counts).size).toBeGreaterThan(1);
    // The plan was among what could not be written the first time.
    expect(told.at(-1)?.data).toMatchObject({ state: 'landed', pages_done: 40_000 });
  });
});

describe('a run with more losses than a page lists', () => {
  it('marks each of them, and keeps its warnings apart', async () => {
    const { app, database, person } = await start();
    const saved = await saveProject(app, person, { fields: { script: LOSING(3000) } });
    expect(saved.statusCode, saved.body).toBe(200);
    const { report } = await waitForRun(app, person, saved.json().data.project_id);
    expect(report).toMatchObject({ lost: 1500, state: 'landed_with_losses' });
    expect(report?.lost_rows).toHaveLength(1000);
    expect(readMarks(report?.lost_marks ?? '')).toEqual(
      Array.from({ length: 1500 }, (_, index) => index * 2 + 3),
    );
    const notices = report?.problems.filter(({ severity }) => severity === 'notice') ?? [];
    expect(notices.length).toBeGreaterThan(0);
    expect(report?.notice_count).toBe(notices.length);
    const rows = notices.flatMap(({ row }) => row ?? []);
    expect(readMarks(report?.notice_marks ?? '')).toEqual([...new Set(rows)]);
    const [stored] = await runSql<{ bytes: number }>(
      database,
      'select pg_column_size(report::text) as bytes from runs where report is not null limit 1',
    );
    console.log(`the report has ${stored?.bytes} bytes`);
  });

  it('that comes to no end keeps nothing of its plan', async () => {
    const { app, database, person } = await start();
    const saved = await saveProject(app, person, { fields: { script: LOSING(60_000), split_xml_file: '2' } });
    const id: number = saved.json().data.project_id;
    const readReport = async () =>
      (await runSql<{ is_there: boolean }>(database, 'select report is not null as is_there from runs'))[0]
        ?.is_there;
    await expect.poll(readReport, { timeout: 20_000, interval: 100 }).toBe(true);
    await app.inject({ method: 'POST', url: `/api/v1/projects/${id}/cancel`, headers: person.headers });
    expect((await waitForRun(app, person, id)).progress).toMatchObject({
      state: 'cancelled',
      problems: [],
      lost_marks: '',
      now_writing: null,
    });
  });
});
