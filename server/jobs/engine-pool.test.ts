/** The engine on its threads: same bytes as without them, and no task affects another. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  createTableReader,
  layoutParts,
  PART_BYTES,
  PART_PAGES,
  planPages,
  prepareProject,
  toProjectKey,
  readSeed,
} from '#engine';
import { makePlace } from '#engine/places/places-fixture.ts';
import { writePlacesFile } from '#engine/places/places-file.ts';
import { collectFiles, type SeedSpec, wxrSeed } from '#testkit/wxr-seed.ts';
import { inDeepTier } from '#testkit/tier.ts';
import {
  createEnginePool,
  type EngineInput,
  EngineThreadCrashed,
  type RunProgress,
  type RunTask,
} from './engine-pool.ts';

const PROSE = 'Our crews know the old clay pipes under the avenues and the copper lines. '.repeat(300);
const LINK = 'https://plumber.example/plumber-[geo_url]/';

/** A run must end even on a busy machine. */
const FAIR = { runNice: 0 };

const root = mkdtempSync(join(tmpdir(), 'geoloom-pool-'));
let pool: ReturnType<typeof createEnginePool>;
let count = 0;
beforeAll(() => {
  pool = createEnginePool(FAIR);
});
afterAll(async () => {
  await pool.close();
  rmSync(root, { recursive: true, force: true });
});

/** A pool with other options for one test. */
function openPool(options: Parameters<typeof createEnginePool>[0]): typeof pool {
  const own = createEnginePool({ ...FAIR, ...options });
  onTestFinished(() => own.close());
  return own;
}

function createFolder(): string {
  count += 1;
  mkdirSync(join(root, String(count)));
  return join(root, String(count));
}

function writeRows(rows: number): string {
  const lines = Array.from({ length: rows }, (_, row) => `Town ${row},town-${row}`);
  return `geo_city,geo_url\n${lines.join('\n')}\n`;
}

function toInput(sheet: string, spec: SeedSpec = {}): EngineInput {
  const seed = wxrSeed({ title: 'Plumber in [geo_city]', slug: 'plumber-[geo_url]', link: LINK, ...spec });
  return {
    seed: { bytes: seed, file: 'plumber.xml' },
    sheet: { bytes: new TextEncoder().encode(sheet), file: 'towns.csv' },
    key: 'demo',
  };
}

function toTask(input: EngineInput, rest: Partial<RunTask> = {}): RunTask {
  return { ...input, folder: createFolder(), name: 'plumber', split: 0, isTest: false, ...rest };
}

/** Enough pages that a run takes a while. */
const longTask = (rows = 300) => toTask(toInput(writeRows(rows), { content: `${PROSE}[geo_city]` }));

function hooks(signal = new AbortController().signal) {
  return { onProgress: () => {}, signal };
}

/** Runs a task and collects its pages in order. */
async function runForPages(task: RunTask) {
  const pages: { row: number; url: string; label: string; latitude: number | null }[][] = [];
  const onPages = (some: string) => void pages.push(JSON.parse(some));
  const result = await pool.run(task, { ...hooks(), onPages });
  return { result, pages };
}

/** Hooks of a run that the test cancels, and a promise for its start. */
function watchedHooks() {
  const controller = new AbortController();
  const begun = Promise.withResolvers<void>();
  const onProgress = ({ state }: RunProgress) => state === 'running' && begun.resolve();
  return { controller, begun: begun.promise, hooks: { onProgress, signal: controller.signal } };
}

/** Output of the engine when called directly. */
function buildDirectly(input: EngineInput, split: { bytes: number; pages: number } | null) {
  const { seed } = readSeed(input.seed.bytes, input.seed.file);
  const reader = createTableReader({ file: input.sheet.file });
  reader.push(input.sheet.bytes);
  const { table } = reader.end();
  if (!seed || !table) throw new Error('the fixture is not read');
  const { project } = prepareProject({ seed, table, key: toProjectKey(input.key) });
  if (!project) throw new Error('the fixture is refused');
  return collectFiles(layoutParts(planPages(project), { name: 'plumber', split })).files;
}

function hashFiles(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

describe('a run', () => {
  it('passes on its pages in batches, with the coordinates of their rows', async () => {
    const towns = Array.from({ length: 130 }, (_, row) => `Town ${row},town-${row},${row / 10},-95.4`);
    const sheet = `geo_city,geo_url,lat,lng\n${towns.join('\n')}\n`;
    const { result, pages } = await runForPages(toTask(toInput(sheet)));
    expect(result.hasPlaces).toBe(true);
    expect(pages.map(({ length }) => length)).toEqual([25, 25, 25, 25, 25, 5]);
    const url = 'https://plumber.example/plumber-town-20/';
    const place = { latitude: 2, longitude: -95.4 };
    const named = {
      title: 'Plumber in Town 20',
      part: 1,
      row_key: 'town-20',
      combined_row: null,
      slug: 'plumber-town-20',
      content_hash: expect.stringMatching(/^[\da-f]{32}$/),
      held: null,
      held_reason: null,
    };
    expect(pages.flat()[20]).toEqual({
      row: 22,
      url,
      label: 'Town 20',
      ...place,
      ...named,
      scheduled_at: null,
      town: null,
    });
    const sample = await runForPages(toTask(toInput(sheet), { isTest: true }));
    expect([sample.result.hasPlaces, sample.pages]).toEqual([false, []]);
  });

  it('passes on only text that the database accepts', async () => {
    const long = `${'x'.repeat(99)}😀`;
    const { result, pages } = await runForPages(toTask(toInput(`geo_city,geo_url\n${long},waco\n`)));
    expect([result.ok, result.hasPlaces]).toEqual([true, false]);
    expect(pages.flat()).toMatchObject([{ label: `${'x'.repeat(99)}\uFFFD`, latitude: null }]);
  });

  it('lists pages by their title as visitors read it, also in samples', async () => {
    const input = toInput('geo_city,geo_url\n"Waco & <Co>",waco\n', {
      title: 'Drains &amp; pipes &#8211; [geo_city]',
    });
    const { pages } = await runForPages(toTask(input));
    const title = 'Drains & pipes – Waco & <Co>';
    expect(pages.flat()).toMatchObject([{ title }]);
    const test = await pool.run(toTask(input, { isTest: true }), hooks());
    expect(test.samples).toMatchObject([{ title }]);
  });

  it('leaves out rows by their keys; of their pages, those below them are listed', async () => {
    const sheet = 'key,geo_city,geo_url,page_parent\ntx,Texas,texas,\nw,Waco,waco,tx\nok,Tulsa,tulsa,\n';
    const { result, pages } = await runForPages(toTask({ ...toInput(sheet), leftOut: { tx: 'Dropped.' } }));
    expect(result).toMatchObject({ ok: true, pages: 1, skipped: 0, held: 0, dropped: 2, formedLinkCount: 1 });
    expect(pages.flat()).toMatchObject([
      { row: 4, label: 'Tulsa', part: 1, held: null },
      { row: 3, label: 'Waco', held: 'leave-out', held_reason: 'Its parent, row 2, is left out.' },
    ]);
  });

  it('counts what the quality gate holds back apart from rows that are left out', async () => {
    const input = { ...toInput(writeRows(4)), leftOut: { 'town-1': 'Dropped.' } };
    const gate = { below: 100, action: 'draft' as const };
    const { result, pages } = await runForPages(toTask({ ...input, gate }));
    expect(result).toMatchObject({ ok: true, pages: 3, held: 3, dropped: 1 });
    expect(pages.flat().map(({ row }) => row)).toEqual([2, 4, 5]);
  });

  it('doesn’t count a page as held back by the gate because its parent was dropped', async () => {
    const sheet = 'key,geo_city,geo_url,page_parent\ntx,Texas,texas,\nw,Waco,waco,tx\nok,Tulsa,tulsa,\n';
    const gate = { below: 1, action: 'leave-out' as const };
    const task = toTask({ ...toInput(sheet), leftOut: { tx: 'Dropped.' }, gate });
    expect((await runForPages(task)).result).toMatchObject({ ok: true, pages: 1, held: 0, dropped: 2 });
  });

  it('writes the same bytes as the engine called directly', async () => {
    const input = toInput(writeRows(1200), { content: '<p>Ask [geo_city]</p>' });
    const expected = buildDirectly(input, { bytes: PART_BYTES, pages: PART_PAGES });
    const task = toTask(input, { split: 2 });
    const result = await pool.run(task, hooks());
    expect(result).toMatchObject({
      ok: true,
      pages: 1200,
      skipped: 0,
      formedLinkCount: 1200,
      problemCount: 0,
    });
    expect(result.parts).toEqual(
      expected.map(({ name, bytes }, index) => ({
        name,
        bytes: bytes.length,
        pages: index < 2 ? 500 : 200,
        sha256: hashFiles(bytes),
      })),
    );
    for (const { name, sha256 } of result.parts)
      expect(hashFiles(readFileSync(join(task.folder, name)))).toBe(sha256);
    expect(readdirSync(task.folder)).toEqual(['formed-links.html', ...expected.map(({ name }) => name)]);
    expect(result).toMatchObject({
      placeholdersFilled: 2,
      placeholdersTotal: 2,
      samples: [],
      skippedRows: [],
    });
  });

  it('writes at least two parts if a split is requested', async () => {
    const result = await pool.run(toTask(toInput(writeRows(5)), { split: 2 }), hooks());
    expect(result.parts.map(({ name, pages }) => [name, pages])).toEqual([
      ['plumber-1-of-2.xml', 3],
      ['plumber-2-of-2.xml', 2],
    ]);
  });

  it('returns the first formed links and the file with all of them', async () => {
    const task = toTask(toInput(writeRows(250)));
    const { formedLinks, formedLinkCount, linksFile } = await pool.run(task, hooks());
    expect(formedLinks).toHaveLength(200);
    expect(formedLinkCount).toBe(250);
    expect(formedLinks[1]).toEqual({
      flink: '<a href="https://plumber.example/plumber-town-1/">Town 1</a><br>',
      url: 'https://plumber.example/plumber-town-1/',
      label: 'Town 1',
      row: 3,
    });
    expect(readFileSync(join(task.folder, linksFile), 'utf8').trim().split('\n')).toHaveLength(250);
  });

  it('returns fewer links if they are long, and writes all', async () => {
    const footer = `<a href="[geo_url]">${'x'.repeat(60_000)}</a>`;
    const task = toTask({ ...toInput(writeRows(40)), footer });
    const { formedLinks, formedLinkCount, linksFile } = await pool.run(task, hooks());
    expect([formedLinks.length, formedLinkCount]).toEqual([8, 40]);
    expect(readFileSync(join(task.folder, linksFile), 'utf8').trim().split('\n')).toHaveLength(40);
  });

  it('writes the skipped rows to a sheet', async () => {
    const task = toTask(toInput('geo_city,geo_url\nWaco,waco\n=Salem,\nReno,reno\nOcala,waco\n'));
    const result = await pool.run(task, hooks());
    expect(result).toMatchObject({ ok: true, pages: 2, skipped: 2, skippedRowsFile: 'skipped-rows.csv' });
    expect(result.skippedRows.map(({ row }) => row)).toEqual([3, 5]);
    expect(readFileSync(join(task.folder, 'skipped-rows.csv'), 'utf8')).toContain("\r\n'=Salem,,");
  });

  it.each([
    ['a fault of the seed', toInput(writeRows(3), { content: '[geo_citty]' }), 'placeholder-unknown'],
    ['no remaining rows', toInput('geo_city,geo_url\nWaco,\n'), 'no-ready-rows'],
  ])('is rejected because of %s and writes nothing', async (_, input, code) => {
    const plan = await pool.plan(structuredClone(input));
    const task = toTask(input);
    const result = await pool.run(task, hooks());
    expect(result).toMatchObject({ ok: false, pages: 0, parts: [] });
    expect(result.problems[0]).toMatchObject({ code, severity: 'fault' });
    expect(readdirSync(task.folder)).toEqual([]);
    expect(plan).toMatchObject({ isRefused: true, problems: result.problems });
  });

  it('lists at most a thousand problems, faults first, and counts all', async () => {
    const rows = Array.from({ length: 1500 }, (_, row) => `Town ${row},`).join('\n');
    const { problems, problemCount, skippedRows } = await pool.run(
      toTask(toInput(`geo_city,geo_url\n${rows}\n`)),
      hooks(),
    );
    expect([problems.length, problemCount, skippedRows.length]).toEqual([1000, 1501, 1000]);
    expect(problems[0]?.code).toBe('no-ready-rows');
  });

  it('reports its progress, with each state and an increasing number of pages', async () => {
    const reports: RunProgress[] = [];
    const { signal } = new AbortController();
    const result = await pool.run(longTask(), { signal, onProgress: (progress) => reports.push(progress) });
    expect(result.ok).toBe(true);
    expect([...new Set(reports.map(({ state }) => state))]).toEqual(['planning', 'running', 'auditing']);
    const pages = reports.map(({ pagesDone }) => pagesDone);
    expect(pages).toEqual(pages.toSorted((a, b) => a - b));
    for (const { pagesDone, pagesTotal } of reports) expect(pagesDone).toBeLessThanOrEqual(pagesTotal);
  });

  it('fails with the error of the file system', async () => {
    const task = { ...toTask(toInput(writeRows(3))), folder: join(root, 'nowhere') };
    await expect(pool.run(task, hooks())).rejects.toMatchObject({ code: 'ENOENT', syscall: 'mkdir' });
    expect(await pool.run(toTask(toInput(writeRows(3))), hooks())).toMatchObject({ ok: true });
  });
});

describe('a canceled run', () => {
  it.each(['planning', 'running'])('ends while it is %s, and none of it continues', async (state) => {
    const controller = new AbortController();
    const alone = openPool({ runThreads: 1 });
    const task = longTask();
    const run = alone.run(task, {
      signal: controller.signal,
      onProgress: (progress) => {
        if (progress.state === state) controller.abort(new Error('no longer wanted'));
      },
    });
    await expect(run).rejects.toThrow('no longer wanted');
    const bytes = () =>
      readdirSync(task.folder).reduce((sum, name) => sum + statSync(join(task.folder, name)).size, 0);
    const before = bytes();
    // The single thread runs only the next run.
    expect(await alone.run(toTask(toInput(writeRows(3))), hooks())).toMatchObject({ ok: true });
    expect(bytes()).toBe(before);
  });

  it('never starts if it is canceled while queued or before', async () => {
    const alone = openPool({ runThreads: 1 });
    const [first, second] = [new AbortController(), new AbortController()];
    const running = alone.run(longTask(), hooks(first.signal));
    const task = longTask(10);
    const waiting = alone.run(task, hooks(second.signal));
    second.abort(new Error('canceled'));
    await expect(waiting).rejects.toThrow('canceled');
    await expect(alone.run(task, hooks(second.signal))).rejects.toThrow('canceled');
    expect(readdirSync(task.folder)).toEqual([]);
    expect(task.seed.bytes.length).toBeGreaterThan(0);
    first.abort();
    await expect(running).rejects.toThrow();
  });
});

describe('an estimate', () => {
  const toDraft = (rows: number) => {
    const { seed, sheet } = toInput(writeRows(rows), { content: `${PROSE}[geo_city]` });
    return { type: 'wordpress', seed, sheet };
  };

  it("doesn't delay inspections, and ends when its request does", async () => {
    const leaving = new AbortController();
    const estimate = pool.estimateDraft(toDraft(90_000), leaving.signal);
    const ended = Promise.allSettled([estimate]);
    const small = toInput(writeRows(200));
    expect(
      (await pool.inspectDraft({ type: 'wordpress', sheet: small.sheet })).inspection.table?.rowCount,
    ).toBe(200);
    leaving.abort(new Error('newer state'));
    expect(await ended).toMatchObject([{ status: 'rejected', reason: { message: 'newer state' } }]);
    expect(await pool.estimateDraft(toDraft(3))).toMatchObject({ rows: 3 });
  });

  it('says so if it takes too long', async () => {
    const hasty = openPool({ limitMs: () => 30 });
    await expect(hasty.estimateDraft(toDraft(90_000))).rejects.toThrow('longer than the server allows');
  });
});

describe('two concurrent runs', () => {
  it("don't delay inspections, plans and samples", async () => {
    const watched = [watchedHooks(), watchedHooks()];
    // They take many times as long as the following tasks.
    const runs = watched.map((each) => pool.run(longTask(8000), each.hooks));
    const ended = Promise.allSettled(runs);
    await Promise.all(watched.map(({ begun }) => begun));
    const small = () => toInput(writeRows(200));
    expect(
      (await pool.inspectDraft({ type: 'wordpress', sheet: small().sheet })).inspection.table?.rowCount,
    ).toBe(200);
    expect((await pool.plan(small())).pages).toBe(200);
    expect((await pool.run(toTask(small(), { isTest: true }), hooks())).pages).toBeGreaterThan(0);
    for (const { controller } of watched) controller.abort(new Error('still at work'));
    expect((await ended).map((each) => each.status === 'rejected' && each.reason.message)).toEqual([
      'still at work',
      'still at work',
    ]);
  });
});

describe('a test run', () => {
  it('returns the first, the longest and the most unusual page, decoded', async () => {
    const rows = ['Waco,waco', '"O\'Fallon ""West"" & <Co>",special', `${'x'.repeat(200)},long`, 'Reno,reno'];
    const input = toInput(`geo_city,geo_url\n${rows.join('\n')}\n`, { content: '<p>[geo_city]</p>' });
    const result = await pool.run(toTask(input, { isTest: true, split: 2 }), hooks());
    expect(result).toMatchObject({
      ok: true,
      pages: 3,
      skipped: 0,
      parts: [{ name: 'plumber.xml', pages: 3 }],
    });
    expect(result.samples.map(({ row, why }) => [row, why])).toEqual([
      [2, 'first'],
      [3, 'special'],
      [4, 'longest'],
    ]);
    expect(result.samples[1]).toMatchObject({
      title: 'Plumber in O\'Fallon "West" & <Co>',
      url: 'https://plumber.example/plumber-special/',
      slug: 'plumber-special',
      html: `<p>O'Fallon "West" &amp; &lt;Co&gt;</p>`,
      source: expect.stringMatching(/^<item>.*<\/item>$/s),
    });
  });
});

describe('the plan of a test', () => {
  const rows = Array.from({ length: 50 }, (_, row) => `Town ${row},town-${row}`);
  const write = (...more: string[]) => `geo_city,geo_url\n${[...more, ...rows].join('\n')}\n`;

  it('counts only its samples, and its run creates the same pages as without it', async () => {
    const sheet = write('Waco,first', '"O\'Fallon ""West"" & <Co>",special', `${'x'.repeat(200)},long`);
    const plan = await pool.plan({ ...toInput(sheet), isTest: true });
    expect(plan).toMatchObject({ pages: 3, skipped: 0, isRefused: false });
    const after = await pool.run(toTask(toInput(sheet), { isTest: true }), hooks());
    const alone = await pool.run(toTask(toInput(sheet), { isTest: true }), hooks());
    expect(after.parts).toEqual(alone.parts);
    expect(after.parts[0]?.bytes).toBe(plan.singleFileBytes);
    expect(after.samples.map(({ slug }) => slug)).toEqual([
      'plumber-first',
      'plumber-special',
      'plumber-long',
    ]);
  });

  it("isn't reused for other files, another footer or another project", async () => {
    const first = toInput(write());
    const changes: Partial<EngineInput>[] = [
      { sheet: toInput(write('Waco,waco')).sheet },
      { seed: toInput('', { content: '<p>Other [geo_city]</p>' }).seed },
      { key: 'other' },
    ];
    for (const change of changes) {
      await pool.plan({ ...structuredClone(first), isTest: true });
      const task = { ...structuredClone(first), ...structuredClone(change) };
      const after = await pool.run(toTask(structuredClone(task), { isTest: true }), hooks());
      const alone = await pool.run(toTask(task, { isTest: true }), hooks());
      expect(after.parts).toEqual(alone.parts);
    }
  });

  it('lists the problems of all rows if none remains', async () => {
    const skipped = Array.from({ length: 50 }, (_, row) => `Town ${row},`);
    const input = toInput(`geo_city,geo_url\n${skipped.join('\n')}\n`);
    const { isRefused, problems, problemCount } = await pool.plan({ ...input, isTest: true });
    expect(isRefused).toBe(true);
    expect(problemCount).toBe(51);
    expect(problems[0]).toMatchObject({ code: 'no-ready-rows', severity: 'fault' });
  });
});

describe('a plan', () => {
  it('reports what a run would write, in one file and in parts', async () => {
    const result = await pool.plan(toInput(writeRows(1200)));
    const [file] = buildDirectly(toInput(writeRows(1200)), null);
    expect(result).toEqual({
      problems: [],
      problemCount: 0,
      pages: 1200,
      allPages: 1200,
      skipped: 0,
      singleFileBytes: file?.bytes.length,
      splitParts: 3,
      tableBytes: 0,
      isRefused: false,
    });
    expect((await pool.plan(toInput(writeRows(2)))).splitParts).toBe(2);
  });

  it('of a test counts the pages of a full run, unless counting takes too long', async () => {
    const ask = (rows: number) => pool.plan({ ...toInput(writeRows(rows)), isTest: true });
    expect(await ask(500)).toMatchObject({ pages: 3, allPages: 500 });
    expect(await ask(2001)).toMatchObject({ pages: 3, allPages: null });
  });

  it('lists all problems of unreadable files', async () => {
    const seed = { bytes: new TextEncoder().encode('{}'), file: 'seed.json' };
    const sheet = { bytes: new Uint8Array(0), file: 'empty.csv' };
    const { problems, isRefused } = await pool.plan({ seed, sheet, key: 'demo' });
    expect(isRefused).toBe(true);
    expect(new Set(problems.map(({ file }) => file))).toEqual(new Set(['seed.json', 'empty.csv']));
  });
});

it('selects towns of the file of places that it was opened with', async () => {
  const placesFile = join(createFolder(), 'places.tsv');
  const places = [makePlace({ country: 'FR', state: 'FR-84', stateName: 'Rhône', name: 'Lyon' })];
  writeFileSync(placesFile, writePlacesFile({ version: '1', credits: 'Test', places }));
  const query = { query: { state: 'Rhône' }, start: 0, count: 1, pointCount: 1 };
  expect(await openPool({ placesFile }).findPlaces(query)).toMatchObject({ total: 1 });
  expect(await pool.findPlaces(query)).toMatchObject({ refused: { problem: { code: 'state-unknown' } } });
});

describe('a thread that crashes', () => {
  it('rejects its task with its name and is replaced', async () => {
    const small = openPool({ memoryMb: 24 });
    const rows = Array.from({ length: 95_000 }, (_, row) => `Town ${row},`).join('\n');
    const heavy = toTask(toInput(`geo_city,geo_url\n${rows}\n`));
    const error: unknown = await small.run(heavy, hooks()).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(EngineThreadCrashed);
    expect(error).toMatchObject({ isOutOfMemory: true, message: expect.stringContaining('large work') });
    expect(await small.run(toTask(toInput(writeRows(3))), hooks())).toMatchObject({ ok: true, pages: 3 });
    const quick = await small.plan(toInput(`geo_city,geo_url\n${rows}\n`)).catch((reason: unknown) => reason);
    expect(quick).toMatchObject({ isOutOfMemory: true, message: expect.stringContaining('large work') });
    expect((await small.plan(toInput(writeRows(3)))).pages).toBe(3);
  });

  inDeepTier(() => {
    it('is replaced if it was idle', async () => {
      const brief = openPool({ idleMs: 20 });
      await brief.inspectDraft({ type: 'wordpress', sheet: toInput(writeRows(3)).sheet });
      const countThreads = () => readdirSync('/proc/self/task').length;
      const before = countThreads();
      expect((await brief.run(toTask(toInput(writeRows(3))), hooks())).ok).toBe(true);
      await expect.poll(countThreads).toBe(before);
      expect((await brief.run(toTask(toInput(writeRows(3))), hooks())).ok).toBe(true);
    });
  });
});

describe('a task that takes too long', () => {
  const limitMs = (seedBytes: number) => (seedBytes > 1_000_000 ? 100 : 60_000);
  const heavySeed = () => {
    const { seed } = toInput('', { content: '<p>[geo_city] &amp; <b>more</b> for less</p>'.repeat(45_000) });
    return { seed };
  };

  it('is rejected with a message, and the next one gets a new thread', async () => {
    const strict = openPool({ limitMs });
    const sheet = toInput(writeRows(3)).sheet;
    const plain = () => strict.inspectDraft({ type: 'wordpress', sheet: structuredClone(sheet) });
    await plain();
    const test = { ...toInput(writeRows(3)), ...heavySeed(), isTest: true };
    const questions = [
      strict.inspectDraft({ type: 'wordpress', ...heavySeed() }),
      strict.plan({ ...structuredClone(test) }),
      strict.run(toTask(test, { isTest: true }), hooks()),
    ];
    for (const { reason } of (await Promise.allSettled(questions)) as { reason?: unknown }[]) {
      expect(reason).toMatchObject({
        code: 'invalid',
        message: expect.stringContaining('take longer to read'),
      });
    }
    expect((await plain()).inspection.table?.rowCount).toBe(3);
  });

  inDeepTier(() => {
    it("doesn't stop a full run on its own thread", async () => {
      const strict = openPool({ limitMs: () => 1 });
      const result = await strict.run(longTask(500), hooks());
      expect(result).toMatchObject({ ok: true, pages: 500 });
    });
  });
});

describe('many tasks of one user', () => {
  it('take turns with those of others', async () => {
    const order: string[] = [];
    const ask = async (name: string, userId: number) => {
      await pool.inspectDraft({ type: 'wordpress', sheet: toInput(writeRows(500)).sheet, userId });
      order.push(name);
    };
    const many = ['a1', 'a2', 'a3', 'a4'].map((name) => ask(name, 1));
    await Promise.all([...many, ask('b1', 2), ask('c1', 3), ask('b2', 2)]);
    expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });
});

describe('large work of one account', () => {
  it("doesn't delay the small work of another", async () => {
    const { seed } = toInput('', { content: '<p>[geo_city] &amp; <b>more</b> for less</p>'.repeat(45_000) });
    let answered = 0;
    const countAnswer = () => (answered += 1);
    const controller = new AbortController();
    const { signal } = controller;
    const large = [1, 2, 3].map(() =>
      pool
        .inspectDraft({ type: 'wordpress', seed: structuredClone(seed), userId: 1 }, signal)
        .finally(countAnswer),
    );
    const { inspection } = await pool.inspectDraft({
      type: 'wordpress',
      sheet: toInput(writeRows(3)).sheet,
      userId: 2,
    });
    expect([inspection.table?.rowCount, answered]).toEqual([3, 0]);
    controller.abort(new Error('enough'));
    for (const { status } of await Promise.allSettled(large)) expect(status).toBe('rejected');
  });
});

describe('small work that exceeds its time limit', () => {
  it('restarts as large work', async () => {
    const hasty = openPool({ smallMs: 0 });
    const rows = writeRows(2000);
    expect((await hasty.plan(toInput(rows))).pages).toBe(2000);
    const task = toTask(toInput(rows), { isTest: true });
    expect(await hasty.run(task, hooks())).toMatchObject({ ok: true, pages: 3 });
    expect(readdirSync(task.folder)).toEqual(['formed-links.html', 'plumber.xml']);
  });
});

describe('closing', () => {
  it('rejects running tasks and accepts no more', async () => {
    const closing = openPool({ runThreads: 1 });
    const watched = watchedHooks();
    const runs = [closing.run(longTask(), watched.hooks), closing.run(longTask(5), hooks())];
    const settled = Promise.allSettled(runs);
    await watched.begun;
    await closing.close();
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(closing.plan(toInput(writeRows(3)))).rejects.toThrow('closed');
  });
});
