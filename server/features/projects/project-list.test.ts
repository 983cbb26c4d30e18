/** The lists of projects and runs over HTTP: sorting, paging, search, filters and access. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ListMeta } from '#contract/endpoint.ts';
import { addUser, type SignedInUser } from '#testkit/users.ts';
import { type TestApp, useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';

interface Row {
  title: string;
  created?: number;
  updated?: number;
  pages?: number | null;
}

const enter = useTestApp();

async function start() {
  const { app, database, user: ada } = await enter();
  const seed = randomUUID();
  await runSql(
    database,
    `insert into uploads (id, workspace_id, kind, name, size, sha256, storage_key, created_at)
    values ('${seed}', ${ada.workspaceId}, 'seed', 'seed.xml', 1, '', 'none', now())`,
  );
  return { app, database, ada, seed };
}

type Place = Awaited<ReturnType<typeof start>>;

const moment = (day: number) => new Date(Date.UTC(2026, 0, day));

/** Inserts projects without running them. */
async function insert({ database, ada, seed }: Place, rows: readonly Row[], owner = ada): Promise<number[]> {
  const made = await database.db
    .insertInto('projects')
    .values(
      rows.map(({ title, created = 1, updated = 1, pages = null }) => ({
        workspace_id: owner.workspaceId,
        created_by: owner.userId,
        key: crypto.randomUUID(),
        title,
        type: 'wordpress',
        notes: '',
        google_spread_sheet: '',
        footer_links: '',
        keep: '',
        seed_page: '',
        site_base_url: '',
        seed_id: seed,
        sheet_id: null,
        current_run_id: null,
        last_run_id: null,
        pages,
        created_at: moment(created),
        updated_at: moment(updated),
      })),
    )
    .returning('id')
    .execute();
  return made.map(({ id }) => id);
}

/** Inserts runs of a project, the newest last. */
async function insertRuns({ database }: Place, projectId: number, states: readonly string[]) {
  const ids: number[] = [];
  for (const state of states) {
    const [run] = await runSql<{ id: number }>(
      database,
      `with added as (
        insert into runs (project_id, started_by, kind, state, title, footer_links, seed_id, sheet_id, created_at)
        select id, created_by, 'save', '${state}', title, '', seed_id, seed_id, now() from projects where id = ${projectId}
        returning id)
      update projects set last_run_id = added.id from added where projects.id = ${projectId} returning added.id`,
    );
    ids.push(run?.id ?? 0);
  }
  return ids;
}

/** Common fields of both lists. */
interface Item {
  id: number;
  title: string;
  state: string;
}

async function get(app: TestApp['app'], user: SignedInUser, path: string) {
  const reply = await app.inject({ url: `/api/v1/${path}`, headers: user.headers });
  return { status: reply.statusCode, ...reply.json<{ data: Item[]; meta: ListMeta }>() };
}

const listTitles = async ({ app, ada }: Place, query: string) =>
  (await get(app, ada, `projects?${query}`)).data.map(({ title }) => title).join(' ');

describe('the list of projects', () => {
  it('is sorted as requested, ties by age, and by the last change by default', async () => {
    const stage = await start();
    await insert(stage, [
      { title: 'd', created: 2, updated: 1 },
      { title: 'b', created: 3, updated: 4 },
      { title: 'e', created: 3, updated: 2 },
      { title: 'a', created: 5, updated: 3 },
      { title: 'c', created: 1, updated: 5 },
    ]);
    for (const [query, expected] of [
      ['', 'c b a e d'],
      ['sort=-updated_at', 'c b a e d'],
      ['sort=updated_at', 'd e a b c'],
      ['sort=created_at', 'c d b e a'],
      ['sort=-created_at', 'a e b d c'],
      ['sort=title', 'a b c d e'],
      ['sort=-title', 'e d c b a'],
    ] as const) {
      expect(await listTitles(stage, query), query).toBe(expected);
    }
  });

  it('sorts projects without pages last in both directions', async () => {
    const stage = await start();
    await insert(stage, [
      { title: 'none' },
      { title: 'many', pages: 500 },
      { title: 'nothing' },
      { title: 'few', pages: 3 },
      { title: 'zero', pages: 0 },
    ]);
    expect(await listTitles(stage, 'sort=pages')).toBe('zero few many none nothing');
    expect(await listTitles(stage, 'sort=-pages')).toBe('many few zero nothing none');
  });

  it('sorts titles case-insensitively', async () => {
    const stage = await start();
    await insert(stage, [
      { title: 'roofer' },
      { title: 'Plumber' },
      { title: 'ROOFER' },
      { title: 'plumber' },
    ]);
    expect(await listTitles(stage, 'sort=title')).toBe('Plumber plumber roofer ROOFER');
  });

  it('shows each project once over all pages, even with many ties', async () => {
    const stage = await start();
    const rows = Array.from({ length: 23 }, (_, index) => ({
      title: 'x',
      pages: index % 3 === 0 ? null : 1,
    }));
    const ids = await insert(stage, rows);
    const names = ['title', 'updated_at', 'created_at', 'pages'];
    for (const sort of names.flatMap((name) => [name, `-${name}`])) {
      const seen: number[] = [];
      for (let page = 1; page <= 3; page += 1) {
        const path = `projects?sort=${sort}&per_page=10&page=${page}`;
        const { data, meta } = await get(stage.app, stage.ada, path);
        expect(meta).toEqual({ page, per_page: 10, total: 23, last_page: 3 });
        seen.push(...data.map(({ id }) => id));
      }
      expect(
        seen.toSorted((a, b) => a - b),
        sort,
      ).toEqual(ids);
    }
  });

  it('is empty after its last page, and has one page without projects', async () => {
    const stage = await start();
    const empty = await get(stage.app, stage.ada, 'projects');
    expect(empty).toMatchObject({ data: [], meta: { page: 1, per_page: 25, total: 0, last_page: 1 } });
    await insert(stage, [{ title: 'a' }]);
    const beyond = await get(stage.app, stage.ada, 'projects?page=7');
    expect(beyond).toMatchObject({ data: [], meta: { page: 7, per_page: 25, total: 1, last_page: 1 } });
  });

  it('searches for literal text, not for patterns', async () => {
    const stage = await start();
    const titles = ['100%', 'a_b', 'c\\d', 'Plumber', "O'Fallon", '🚰', 'Cañon'];
    await insert(
      stage,
      titles.map((title) => ({ title })),
    );
    for (const [words, expected] of [
      ['100%', '100%'],
      ['%', '100%'],
      ['_', 'a_b'],
      ['\\', 'c\\d'],
      ['PLUMB', 'Plumber'],
      ['  plumb ', 'Plumber'],
      ["o'f", "O'Fallon"],
      ['🚰', '🚰'],
      ['ñ', 'Cañon'],
      ['', "100% a_b c\\d Plumber O'Fallon 🚰 Cañon"],
      ['nothing', ''],
    ] as const) {
      const query = `sort=created_at&search=${encodeURIComponent(words)}`;
      expect(await listTitles(stage, query), words).toBe(expected);
    }
  });

  it('combines filters by state with search and sorting', async () => {
    const stage = await start();
    const states = ['queued', 'running', 'failed', 'failed', 'waiting_for_split'];
    const ids = await insert(
      stage,
      states.map((_, index) => ({ title: `p${index}`, updated: index + 1 })),
    );
    for (const [index, state] of states.entries()) await insertRuns(stage, ids[index] ?? 0, [state]);
    await insert(stage, [{ title: 'draft' }]);
    expect(await listTitles(stage, 'state=failed')).toBe('p3 p2');
    expect(await listTitles(stage, 'state=queued,running')).toBe('p1 p0');
    expect(await listTitles(stage, 'state=draft')).toBe('draft');
    expect(await listTitles(stage, 'state=failed,waiting_for_split&search=P&sort=title')).toBe('p2 p3 p4');
    expect(await listTitles(stage, 'state=failed&per_page=1&page=2')).toBe('p2');
    expect(await listTitles(stage, 'state=completed')).toBe('');
    const { meta } = await get(stage.app, stage.ada, 'projects?state=failed&per_page=1');
    expect(meta).toEqual({ page: 1, per_page: 1, total: 2, last_page: 2 });
  });

  it('contains no projects of other users', async () => {
    const stage = await start();
    const bob = await addUser(stage.database.db);
    await insert(stage, [{ title: 'of Ada' }]);
    await insert(stage, [{ title: 'of Bob' }], bob);
    expect(await listTitles(stage, '')).toBe('of Ada');
    expect(await listTitles(stage, 'search=of')).toBe('of Ada');
    expect(await listTitles(stage, 'state=draft')).toBe('of Ada');
  });

  it('reports an invalid query at the field', async () => {
    const { app, ada } = await start();
    for (const [query, field] of [
      ['sort=notes', 'sort'],
      ['sort=--title', 'sort'],
      ['sort=title;drop', 'sort'],
      ['page=0', 'page'],
      ['page=-1', 'page'],
      ['page=x', 'page'],
      ['page=1.5', 'page'],
      ['page=1000001', 'page'],
      ['per_page=0', 'per_page'],
      ['per_page=101', 'per_page'],
      ['per_page=100000', 'per_page'],
      ['per_page=1e9', 'per_page'],
      ['state=no-such-state', 'state.0'],
      ['state=draft,x', 'state.1'],
      [`search=${'x'.repeat(201)}`, 'search'],
      ['search=a%00b', 'search'],
    ] as const) {
      const reply = await app.inject({ url: `/api/v1/projects?${query}`, headers: ada.headers });
      expect(reply.statusCode, query).toBe(422);
      expect(Object.keys(reply.json().errors), query).toEqual([field]);
    }
  });

  it('has at most 100 projects per page', async () => {
    const stage = await start();
    await insert(
      stage,
      Array.from({ length: 101 }, (_, index) => ({ title: `p${index}` })),
    );
    const { data, meta } = await get(stage.app, stage.ada, 'projects?per_page=100');
    expect(data).toHaveLength(100);
    expect(meta).toEqual({ page: 1, per_page: 100, total: 101, last_page: 2 });
  });
});

describe('the list of runs', () => {
  it('has the runs of one project in pages, newest first', async () => {
    const stage = await start();
    const [first = 0, other = 0] = await insert(stage, [{ title: 'a' }, { title: 'b' }]);
    const [oldest, middle, newest] = await insertRuns(stage, first, ['failed', 'canceled', 'failed']);
    await insertRuns(stage, other, ['failed']);
    const read = (query: string) => get(stage.app, stage.ada, `projects/${first}/runs?${query}`);
    const all = await read('');
    expect(all.data.map(({ id, state }) => [id, state])).toEqual([
      [newest, 'failed'],
      [middle, 'canceled'],
      [oldest, 'failed'],
    ]);
    expect(all.meta).toEqual({ page: 1, per_page: 25, total: 3, last_page: 1 });
    const second = await read('per_page=2&page=2');
    expect(second.data.map(({ id }) => id)).toEqual([oldest]);
    expect(second.meta).toEqual({ page: 2, per_page: 2, total: 3, last_page: 2 });
    expect((await read('page=0')).status).toBe(422);
  });

  it('of a project of another user is not found', async () => {
    const stage = await start();
    const bob = await addUser(stage.database.db);
    const [id = 0] = await insert(stage, [{ title: 'a' }]);
    expect((await get(stage.app, bob, `projects/${id}/runs`)).status).toBe(404);
  });
});
