/** Output quotas of a run and a workspace: excess is rejected with the figures before anything is stored. */
import { describe, expect, it } from 'vitest';
import { listOwn } from '#testkit/users.ts';
import { saveProject, townsCsv, townSeed, waitForRun } from '#testkit/project-calls.ts';
import { type Stage, useTestApp } from '#testkit/test-app.ts';

const start = useTestApp({ config: { outputQuota: { run: 300_000, workspace: 500_000 } } });

/** About 88 KB for each row. */
const seed = townSeed({ content: `<p>${'Plumber in [geo_city]. '.repeat(4500)}</p>` });
const save = ({ app, user }: Stage, rows: number, title = 'Plumber', type = 'WordPress') =>
  saveProject(app, user, { fields: { title, type, script: townsCsv(rows) }, seed });

async function countAll(stage: Stage) {
  const { database, user } = stage;
  const rows = await Promise.all((['projects', 'runs'] as const).map((t) => listOwn(database, user, t)));
  return rows.map(({ length }) => length);
}

describe('a run that exceeds the quota of a run', () => {
  it('is rejected with both figures, and stores nothing', async () => {
    const stage = await start();
    const reply = await save(stage, 4);
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toMatchObject({
      code: 'quota_reached',
      message: expect.stringMatching(/would write 0\.3\d MB, but the limit is 0\.3 MB per run/),
    });
    expect(await countAll(stage)).toEqual([0, 0]);
  });

  it('is rejected for HubSpot including its table, which repeats the pages', async () => {
    const stage = await start();
    const reply = await save(stage, 2, 'Posts', 'HubSpot');
    expect(reply.statusCode).toBe(422);
    expect(reply.json().message).toMatch(/would write 0\.3\d MB, but the limit is 0\.3 MB per run/);
  });
});

describe('runs that exceed the quota of their workspace', () => {
  it('are rejected with the remaining space, until a project is deleted', async () => {
    const stage = await start();
    const { app, user } = stage;
    const ids: number[] = [];
    for (const title of ['One', 'Two']) {
      const { project_id: id } = (await save(stage, 2, title)).json().data;
      await waitForRun(app, user, id);
      ids.push(id);
    }
    const reply = await save(stage, 2, 'Three');
    expect(reply.statusCode).toBe(422);
    expect(reply.json().message).toMatch(
      /would write 0\.1\d MB, but only 0\.1\d MB of your 0\.5 MB .* are left/,
    );
    await app.inject({
      method: 'DELETE',
      url: `/api/v1/projects?project_id=${ids[0]}&type=wordpress`,
      headers: user.headers,
    });
    expect((await save(stage, 2, 'Three')).statusCode).toBe(200);
  });

  it('get back the storage reserved for a canceled run', async () => {
    const stage = await start();
    const { app, user, store } = stage;
    void store.hold('publish runs/');
    const { project_id: id } = (await save(stage, 2, 'One')).json().data;
    await save(stage, 2, 'Two');
    expect((await save(stage, 2, 'Three')).statusCode).toBe(422);
    const url = `/api/v1/projects/${id}/cancel`;
    await app.inject({ method: 'POST', url, headers: user.headers });
    expect((await waitForRun(app, user, id)).progress?.state).toBe('canceled');
    expect((await save(stage, 2, 'Three')).statusCode).toBe(200);
    expect((await save(stage, 2, 'Four')).statusCode).toBe(422);
  });

  it('do not share the same free space if they start concurrently', async () => {
    const stage = await start();
    const titles = ['One', 'Two', 'Three', 'Four', 'Five'];
    const replies = await Promise.all(titles.map((title) => save(stage, 2, title)));
    const statuses = replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 200, 422, 422, 422]);
    expect((await countAll(stage))[1]).toBe(2);
  });
});
