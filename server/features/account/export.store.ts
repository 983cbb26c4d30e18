/** All that is stored about one person, for them to take along. */
import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';

/** No hash, no key: what opens something is nobody's to read. */
export async function readExport(db: Db, userId: number): Promise<Record<string, unknown[]>> {
  const read = async (table: string, columns: string, condition: string) => {
    const query = sql<{ row: unknown }>`select to_jsonb(found) as row from (select ${sql.raw(columns)} from
      ${sql.raw(table)} where ${sql.raw(condition)} = ${userId} order by 1) found`;
    return (await query.execute(db)).rows.map(({ row }) => row);
  };
  const ofWorkspace = 'workspaces.id = workspace_id and person_id';
  return {
    account: await read(
      'users',
      'id, email, first_name, last_name, role, email_verified_at, created_at',
      'users.id',
    ),
    agencies: await read(
      'members join workspaces on workspaces.id = workspace_id',
      'workspaces.id, name, joined_at',
      `kind = 'agency' and user_id`,
    ),
    sessions: await read('sessions', 'id, ip, agent, created_at, seen_at, expires_at', 'user_id'),
    notifications: await read('notifications', 'id, notification, link, read_at, created_at', 'user_id'),
    domains: await read(
      'domains, workspaces',
      'domains.id, domains.name, project_type, domains.status, domains.created_at',
      ofWorkspace,
    ),
    projects: await read(
      'projects, workspaces',
      `projects.id, title, type, notes, google_spread_sheet, footer_links, site, pages, projects.created_at,
      projects.updated_at`,
      ofWorkspace,
    ),
    integrations: await read(
      'integrations, workspaces',
      'integrations.id, provider, account, scope, integrations.status, connected_at',
      ofWorkspace,
    ),
    activity: await read('audit_log', 'id, at, verb, object_kind, object_id, before, after', 'actor_id'),
  };
}
