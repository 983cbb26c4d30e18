/**
 * Inserts users with sessions and projects into a stopped server's database: signing in a hundred of them would take
 * minutes, and a single user would reach the rate limit.
 */
import { sql } from 'kysely';
import { openDatabase, type Db, type OpenOptions } from '#server/db/open.ts';
import { hashToken, makeToken } from '#server/features/account/sessions.service.ts';
import { addPersonalWorkspace } from '#server/features/workspaces/workspaces.service.ts';

const USER_COUNT = 100;
export const PROJECTS = 200;

/**
 * @param options database of a server that has started once
 * @returns one bearer token for each user
 */
export async function writeUsers(options: OpenOptions, count: number = USER_COUNT): Promise<string[]> {
  const database = await openDatabase(options);
  try {
    return await database.db.transaction().execute(async (trx) => {
      const ids = await insertUsers(trx, count);
      await insertProjects(trx, ids);
      return insertSessions(trx, ids);
    });
  } finally {
    await database.close();
  }
}

async function insertUsers(trx: Db, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into users (email, email_key, first_name, last_name, role, password_hash, created_at)
    select 'person-' || n || '@bench.example', 'person-' || n || '@bench.example', 'Dana', 'Weaver ' || n,
      'user', 'none: this user never signs in', now()
    from generate_series(1, ${count}::int) n returning id`.execute(trx);
  const ids = rows.map(({ id }) => id);
  for (const id of ids) await addPersonalWorkspace(trx, id, new Date());
  return ids;
}

async function insertSessions(trx: Db, ids: readonly number[]): Promise<string[]> {
  const now = new Date();
  const expires = new Date(now.getTime() + 3_600_000);
  const tokens = ids.map(() => makeToken());
  const sessions = ids.map((id, index) => ({
    user_id: id,
    token_hash: hashToken(tokens[index] ?? ''),
    created_at: now,
    seen_at: now,
    expires_at: expires,
    ip: '127.0.0.1',
    agent: 'bench',
  }));
  await trx.insertInto('sessions').values(sessions).execute();
  return tokens;
}

/** Inserts projects, each with a completed run. */
async function insertProjects(trx: Db, ids: readonly number[]): Promise<void> {
  const owners = sql`(select id as home, person_id as owner from workspaces
    where person_id = any(array[${sql.join(ids)}]::int[])) people`;
  await sql`
    insert into uploads (id, workspace_id, created_by, kind, name, size, sha256, storage_key, created_at)
    select gen_random_uuid(), home, owner, kind, kind || '.bench', 57000, '', 'none', now()
    from ${owners}, unnest(array['seed', 'sheet']) kind`.execute(trx);
  await sql`
    insert into projects (workspace_id, created_by, key, title, type, notes, google_spread_sheet, footer_links,
      seed_id, sheet_id, pages, created_at, updated_at)
    select home, owner, gen_random_uuid(), 'Plumbers of county ' || n, 'wordpress', '', '', '', seed.id, sheet.id, 500,
      now() - n * interval '1 hour', now() - n * interval '1 minute'
    from ${owners}
    join uploads seed on seed.workspace_id = home and seed.kind = 'seed'
    join uploads sheet on sheet.workspace_id = home and sheet.kind = 'sheet'
    cross join generate_series(1, ${PROJECTS}::int) n`.execute(trx);
  await sql`
    insert into runs (project_id, started_by, kind, state, title, footer_links, seed_id, sheet_id, split, pages_total,
      pages_done, bytes, created_at, started_at, finished_at)
    select id, created_by, 'save', 'completed', title, '', seed_id, sheet_id, 2, 500, 500, 28500000, created_at, created_at,
      created_at + interval '2 seconds'
    from projects where created_by = any(array[${sql.join(ids)}]::int[])`.execute(trx);
  await sql`
    update projects set last_run_id = runs.id, current_run_id = runs.id from runs
    where runs.project_id = projects.id and runs.started_by = any(array[${sql.join(ids)}]::int[])`.execute(
    trx,
  );
}
