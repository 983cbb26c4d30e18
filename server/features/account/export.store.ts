/** Reads the personal data export of a user. Content of agencies is listed by name and page only. */
import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';

/** Audit entries that contain names and addresses of other users. */
const ABOUT_OTHERS = `(object_kind = 'invitation' or object_kind = 'user' and object_id <> actor_id)`;

/** Secrets and their hashes are never exported. */
export async function readExport(db: Db, userId: number): Promise<Record<string, unknown[]>> {
  const read = async (table: string, columns: string, condition: string) => {
    const query = sql<{ row: unknown }>`select to_jsonb(found) as row from (select ${sql.raw(columns)} from
      ${sql.raw(table)} where ${sql.raw(condition)} = ${userId} order by 1) found`;
    return (await query.execute(db)).rows.map(({ row }) => row);
  };
  /** Rows in agencies that the user is a member of. */
  const readMade = (table: string, { columns, by }: { columns: string; by: string }) =>
    read(
      `${table} join workspaces on workspaces.id = ${table.split(' ')[0]}.workspace_id and workspaces.kind = 'agency'
        join members on members.workspace_id = workspaces.id and members.user_id = ${userId}`,
      `${columns}, workspaces.name as agency`,
      by,
    );
  const inPersonalWorkspace = 'workspaces.id = workspace_id and person_id';
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
    google_sign_in: await read('google_identities', 'email, connected_at', 'user_id'),
    sessions: await read('sessions', 'id, ip, agent, created_at, seen_at, expires_at', 'user_id'),
    two_factor: await read('user_two_factor', 'on_since', 'on_since is not null and user_id'),
    notifications: await read('notifications', 'id, notification, link, read_at, created_at', 'user_id'),
    domains: await read(
      'domains, workspaces',
      'domains.id, domains.name, project_type, domains.status, domains.created_at',
      inPersonalWorkspace,
    ),
    projects: await read(
      'projects, workspaces',
      `projects.id, title, type, notes, google_spread_sheet, footer_links, site, pages, projects.created_at,
      projects.updated_at`,
      inPersonalWorkspace,
    ),
    integrations: await read(
      'integrations, workspaces',
      'integrations.id, provider, account, scope, integrations.status, connected_at',
      inPersonalWorkspace,
    ),
    agency_domains: await readMade('domains', {
      columns: `domains.id, domains.name, domains.created_at, '/domains/' || domains.id as page`,
      by: 'domains.created_by',
    }),
    agency_projects: await readMade('projects', {
      columns: `projects.id, title, type, projects.created_at, '/projects/' || projects.id as page`,
      by: 'projects.created_by',
    }),
    agency_runs: await readMade('projects join runs on runs.project_id = projects.id', {
      columns: `runs.id, projects.title as project, runs.kind as run, runs.state, runs.created_at,
        '/projects/' || projects.id as page`,
      by: 'runs.started_by',
    }),
    agency_scans: await readMade('projects join scans on scans.project_id = projects.id', {
      columns: `scans.id, projects.title as project, scans.created_at, '/projects/' || projects.id as page`,
      by: 'scans.created_by',
    }),
    agency_integrations: await readMade('integrations', {
      columns: `integrations.id, provider, account, connected_at, '/integrations' as page`,
      by: 'integrations.created_by',
    }),
    plans: await read(
      `subscriptions join customers on customers.id = customer_id
        join workspaces on workspaces.id = subscriptions.workspace_id
        left join products on products.stripe_product = subscriptions.stripe_product`,
      `subscriptions.id, products.name as plan, workspaces.name as workspace, subscriptions.status, amount, subscriptions.currency,
      "interval", subscriptions.created_at, '/payment' as page`,
      'payer_id',
    ),
    activity: await read(
      'audit_log',
      `id, at, verb, object_kind, object_id, case when ${ABOUT_OTHERS} then null else before end as before,
        case when ${ABOUT_OTHERS} then null else after end as after`,
      'actor_id',
    ),
  };
}
