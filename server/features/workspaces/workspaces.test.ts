/** Access to workspaces: of a single user, of members of an agency, and of former members. */
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { addAgency, addUser, type SignedInUser } from '#testkit/users.ts';
import {
  saveProject,
  sendForm,
  showProject,
  townSeed,
  townsCsv,
  waitForRun,
} from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';

const enter = useTestApp();

/** Ada is the main admin of an agency, Ben is a member, Eve isn't. */
async function start() {
  const { app, database, user: ada } = await enter();
  const { db } = database;
  const [ben, eve] = [await addUser(db), await addUser(db)];
  const agencyId = await addAgency(db, [ada, ben]);
  return { app, database, ada, ben, eve, agencyId };
}

async function make(app: FastifyInstance, user: SignedInUser, title: string): Promise<number> {
  const saved = await saveProject(app, user, { fields: { title } });
  expect(saved.statusCode, saved.body).toBe(200);
  return saved.json<{ data: { project_id: number } }>().data.project_id;
}

const get = (app: FastifyInstance, { headers }: SignedInUser, path: string) =>
  app.inject({ url: `/api/v1${path}`, headers });

async function listTitles(app: FastifyInstance, user: SignedInUser): Promise<string[]> {
  const reply = await get(app, user, '/projects?sort=title');
  return reply.json<{ data: { title: string }[] }>().data.map(({ title }) => title);
}

describe('the members of an agency', () => {
  it('see the same projects, which other users don’t see', async () => {
    const { app, database, ada, ben, eve, agencyId } = await start();
    const first = await make(app, ada, 'By Ada');
    await make(app, ben, 'By Ben');
    await make(app, eve, 'By Eve');
    for (const user of [ada, ben]) expect(await listTitles(app, user)).toEqual(['By Ada', 'By Ben']);
    expect(await listTitles(app, eve)).toEqual(['By Eve']);
    expect((await get(app, eve, `/projects/${first}`)).statusCode).toBe(404);
    const rows = await runSql(
      database,
      `select workspace_id, created_by from projects where workspace_id = ${agencyId} order by id`,
    );
    expect(rows).toEqual([
      { workspace_id: agencyId, created_by: ada.userId },
      { workspace_id: agencyId, created_by: ben.userId },
    ]);
  });

  it('open the files of each other’s runs, each by their own signed URLs', async () => {
    const { app, ada, ben, eve } = await start();
    const id = await make(app, ada, 'Shared');
    await waitForRun(app, ada, id);
    const { parts, template_file: seed, report } = await showProject(app, ben, id);
    for (const url of [parts[0]?.url, seed?.url, report?.download_all_url]) {
      expect(url).toContain(`owner=${ben.userId}&`);
      expect((await app.inject(url ?? '/none')).statusCode).toBe(200);
    }
    const stolen = (parts[0]?.url ?? '').replace(/owner=\d+/, `owner=${eve.userId}`);
    expect((await app.inject(stolen)).statusCode).toBe(403);
  });

  it('edit each other’s projects, which stay in the workspace with their uploads', async () => {
    const { app, database, ada, ben, agencyId } = await start();
    const id = await make(app, ada, 'Shared');
    await waitForRun(app, ada, id);
    const saved = await sendForm(app, ben, {
      method: 'PUT',
      url: `/api/v1/projects/${id}`,
      fields: { title: 'Shared', type: 'WordPress', script: townsCsv(4), notes: 'By Ben' },
      file: { name: 'other.xml', bytes: townSeed({ content: '<p>Other [geo_city]</p>' }) },
    });
    expect(saved.statusCode, saved.body).toBe(200);
    const { notes, runs } = await waitForRun(app, ada, id);
    expect([notes, runs.length]).toEqual(['By Ben', 2]);
    const uploads = await runSql(
      database,
      `select distinct workspace_id from uploads where created_by in (${ada.userId}, ${ben.userId})`,
    );
    expect(uploads).toEqual([{ workspace_id: agencyId }]);
    const starters = await runSql(
      database,
      `select started_by from runs where project_id = ${id} order by id`,
    );
    expect(starters).toEqual([{ started_by: ada.userId }, { started_by: ben.userId }]);
  });
});

describe('content from before joining', () => {
  it('stays personal; new content belongs to the agency', async () => {
    const { app, database, ben, ada } = await start();
    const cara = await addUser(database.db);
    await make(app, cara, 'Before');
    const agencyId = await addAgency(database.db, [ada]);
    await database.db
      .insertInto('members')
      .values({ workspace_id: agencyId, user_id: cara.userId })
      .execute();
    await make(app, cara, 'After');
    expect(await listTitles(app, cara)).toEqual(['After', 'Before']);
    expect(await listTitles(app, ada)).toEqual(['After']);
    expect(await listTitles(app, ben)).toEqual([]);
  });

  it('moves with a draft that becomes a project of the agency', async () => {
    const { app, database, user } = await enter();
    const file = { name: 'seed.xml', bytes: townSeed({}) };
    await sendForm(app, user, { url: '/api/v1/upload', fields: { type: 'wordpress' }, file });
    const ben = await addUser(database.db);
    await addAgency(database.db, [user, ben]);
    const fields = { title: 'Plumber', type: 'wordpress', script: townsCsv(2) };
    const saved = await sendForm(app, user, { url: '/api/v1/save-xml', fields });
    const { template_file: seed } = await showProject(app, ben, saved.json().data.project_id);
    expect((await app.inject(seed?.url ?? '/none')).statusCode).toBe(200);
  });
});

it('a former member can’t open content of the agency, even by earlier URLs', async () => {
  const { app, database, ada, ben, agencyId } = await start();
  const id = await make(app, ben, 'Stays');
  await waitForRun(app, ben, id);
  const { parts } = await showProject(app, ben, id);
  await runSql(database, `delete from members where workspace_id = ${agencyId} and user_id = ${ben.userId}`);
  expect((await get(app, ben, `/projects/${id}`)).statusCode).toBe(404);
  expect((await app.inject(parts[0]?.url ?? '/none')).statusCode).toBe(404);
  expect(await listTitles(app, ben)).toEqual([]);
  expect(await listTitles(app, ada)).toEqual(['Stays']);
});

it('hides the projects of a deleted agency, and adds none to an inactive one', async () => {
  const { app, database, ada, ben, agencyId } = await start();
  const id = await make(app, ben, 'Of the agency');
  await runSql(database, `update workspaces set status = 'not_active' where id = ${agencyId}`);
  await make(app, ben, 'Of Ben');
  expect(await listTitles(app, ada)).toEqual(['Of the agency']);
  expect(await listTitles(app, ben)).toEqual(['Of Ben', 'Of the agency']);
  await runSql(database, `update workspaces set status = 'deleted' where id = ${agencyId}`);
  expect(await listTitles(app, ben)).toEqual(['Of Ben']);
  expect((await get(app, ada, `/projects/${id}`)).statusCode).toBe(404);
});

it('keeps a project of a deleted user in the agency, and deletes personal ones', async () => {
  const { app, database, ada, ben, eve } = await start();
  const id = await make(app, ben, 'Left behind');
  await waitForRun(app, ben, id);
  const own = await make(app, eve, 'Alone');
  await waitForRun(app, eve, own);
  await runSql(database, `delete from users where id in (${ben.userId}, ${eve.userId})`);
  const { runs, parts } = await showProject(app, ada, id);
  expect([runs.length, parts.length]).toEqual([1, 1]);
  expect(await runSql(database, `select id from projects where id = ${own}`)).toEqual([]);
  await expect(runSql(database, `delete from users where id = ${ada.userId}`)).rejects.toThrow('main_admin');
});

it('creates the personal workspace together with the account', async () => {
  const { app, database } = await enter();
  const email = 'cara@example.com';
  const payload = {
    email,
    first_name: 'Cara',
    last_name: 'Weaver',
    password: 'nine orange ladders',
    password_confirmation: 'nine orange ladders',
  };
  const reply = await app.inject({ method: 'POST', url: '/api/v1/auth/register', payload });
  expect(reply.statusCode, reply.body).toBe(201);
  const rows = await runSql(
    database,
    `select kind, status, person_id = members.user_id as is_own from workspaces
    join members on members.workspace_id = workspaces.id join users on users.id = members.user_id
    where email = '${email}'`,
  );
  expect(rows).toEqual([{ kind: 'person', status: 'active', is_own: true }]);
});
