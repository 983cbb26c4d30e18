/** The quality gate of a project: set by its own call, kept by saves, and refused if the platform can't do it. */
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { QualityGate } from '#contract/quality-gate.ts';
import { saveProject, sendForm, showProject, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { addUser, type SignedInUser } from '#testkit/users.ts';

const start = useTestApp();
const GATE: QualityGate = { below: 60, action: 'leave-out' };

async function make(app: FastifyInstance, user: SignedInUser): Promise<number> {
  const saved = await saveProject(app, user, {});
  expect(saved.statusCode, saved.body).toBe(200);
  const id = saved.json<{ data: { project_id: number } }>().data.project_id;
  await waitForRun(app, user, id);
  return id;
}

const put = (app: FastifyInstance, user: SignedInUser, { id, gate }: { id: number; gate: unknown }) =>
  app.inject({
    method: 'PUT',
    url: `/api/v1/projects/${id}/quality-gate`,
    headers: user.headers,
    payload: { gate },
  });

describe('the quality gate of a project', () => {
  it('is off at first, set and removed by its own call, and leaves open forms valid', async () => {
    const { app, user } = await start();
    const id = await make(app, user);
    const { quality_gate: before, revision } = await showProject(app, user, id);
    expect(before).toBeNull();
    const set = await put(app, user, { id, gate: GATE });
    expect([set.statusCode, set.json().data]).toEqual([200, { gate: GATE }]);
    expect(await showProject(app, user, id)).toMatchObject({ quality_gate: GATE, revision });
    await put(app, user, { id, gate: null });
    expect(await showProject(app, user, id)).toMatchObject({ quality_gate: null });
  });

  it('is kept by a save of the project and belongs to the runs that start after it', async () => {
    const { app, user, database } = await start();
    const id = await make(app, user);
    await put(app, user, { id, gate: { below: 1, action: 'draft' } });
    const fields = { title: 'Plumber', type: 'wordpress', script: townsCsv(3) };
    await sendForm(app, user, { method: 'PUT', url: `/api/v1/projects/${id}`, fields });
    await waitForRun(app, user, id);
    expect(await showProject(app, user, id)).toMatchObject({ quality_gate: { below: 1, action: 'draft' } });
    const runs = await runSql<{ quality_gate: string }>(
      database,
      `select quality_gate from runs where project_id = ${id} order by id`,
    );
    expect(runs.map(({ quality_gate: gate }) => gate)).toEqual(['', '1:draft']);
  });

  it('refuses what the platform can’t import, with the reason', async () => {
    const { app, user, database } = await start();
    const id = await make(app, user);
    await runSql(database, `update projects set type = 'wix' where id = ${id}`);
    const reply = await put(app, user, { id, gate: { below: 60, action: 'noindex' } });
    expect([reply.statusCode, reply.json().errors]).toEqual([422, { gate: ['Wix can’t import noindex'] }]);
    expect((await put(app, user, { id, gate: { below: 60, action: 'draft' } })).statusCode).toBe(200);
  });

  it.each([{ below: 0 }, { below: 101 }, { below: 59.5 }, { action: 'delete' }])(
    'refuses the malformed %j',
    async (change) => {
      const { app, user } = await start();
      const id = await make(app, user);
      expect((await put(app, user, { id, gate: { ...GATE, ...change } })).statusCode).toBe(422);
    },
  );

  it('isn’t set by users of another workspace', async () => {
    const { app, user, database } = await start();
    const id = await make(app, user);
    const stranger = await addUser(database.db, {});
    expect((await put(app, stranger, { id, gate: GATE })).statusCode).toBe(404);
  });
});
