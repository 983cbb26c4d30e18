/** SQL for connected accounts, their properties, and the property that fills each domain. */
import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import type { Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';
import { owned, type Scope } from '#server/db/scope.ts';

export function listIntegrations(db: Db, scope: Scope) {
  return owned(db.selectFrom('integrations'), scope, 'integrations')
    .leftJoin('users', 'users.id', 'integrations.created_by')
    .selectAll('integrations')
    .select(sql<string | null>`users.first_name || ' ' || users.last_name`.as('connected_by'))
    .orderBy('integrations.account')
    .orderBy('integrations.id')
    .execute();
}

/** Accounts that a user has connected. */
export function listOwnConnections(db: Db, userId: number, scope: Scope) {
  return owned(db.selectFrom('integrations'), scope, 'integrations')
    .selectAll('integrations')
    .where('integrations.created_by', '=', userId)
    .orderBy('integrations.id')
    .execute();
}

/** Locks the row in a transaction. */
export function findIntegration(db: Db, id: number, scope: Scope) {
  return owned(db.selectFrom('integrations'), scope, 'integrations')
    .selectAll('integrations')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export type IntegrationRow = Awaited<ReturnType<typeof listIntegrations>>[number];

type NewIntegration = Insertable<Schema['integrations']>;

/** Connects an account; if it is connected already, replaces its token. */
export async function saveIntegration(db: Db, row: NewIntegration): Promise<{ id: number }> {
  const { workspace_id: _workspace, provider: _provider, account: _account, ...change } = row;
  return db
    .insertInto('integrations')
    .values(row)
    .onConflict((conflict) => conflict.constraint('integrations_of_workspace').doUpdateSet(change))
    .returning('id')
    .executeTakeFirstOrThrow();
}

export async function updateIntegration(
  db: Db,
  id: number,
  change: Updateable<Schema['integrations']>,
): Promise<void> {
  await db.updateTable('integrations').set(change).where('id', '=', id).execute();
}

/** @returns the deleted accounts with their encrypted tokens */
export function deleteIntegrations(db: Db, of: { ids: number[] } | { workspaceIds: number[] }) {
  const query = db.deleteFrom('integrations').returning(['account', 'sealed_token', 'status']);
  return 'ids' in of
    ? query.where(sql<SqlBool>`id = any(${of.ids}::int[])`).execute()
    : query.where(sql<SqlBool>`workspace_id = any(${of.workspaceIds}::int[])`).execute();
}

/** Accounts that a user has connected for agencies, each with the domains it fills and the members who added them. */
export async function listConnectionUses(db: Db, userId: number) {
  const filled = sql`from search_sources
    join search_properties on search_properties.id = search_sources.property_id
    join domains on domains.id = search_sources.domain_id
    where search_properties.integration_id = integrations.id`;
  return db
    .selectFrom('integrations')
    .innerJoin('workspaces', 'workspaces.id', 'integrations.workspace_id')
    .innerJoin('users', 'users.id', 'integrations.created_by')
    .select(['integrations.id', 'integrations.workspace_id', 'provider', 'account'])
    .select(['workspaces.name as agency', 'main_admin_id'])
    .select(sql<string>`users.first_name || ' ' || users.last_name`.as('user'))
    .select(sql<string[]>`array(select domains.name ${filled} order by domains.name)`.as('domains'))
    .select(
      sql<number[]>`array(select members.user_id from members
        where members.workspace_id = integrations.workspace_id
          and exists (select ${filled} and domains.created_by = members.user_id))`.as('member_ids'),
    )
    .where('integrations.created_by', '=', userId)
    .where('workspaces.kind', '=', 'agency')
    .orderBy('integrations.id')
    .execute();
}

/** True if any workspace has this account connected. */
export async function isAccountInUse(db: Db, account: string): Promise<boolean> {
  const row = await db
    .selectFrom('integrations')
    .select('id')
    .where('account', '=', account)
    .where('status', '=', 'connected')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Personal workspaces of a user. */
export async function listPersonalWorkspaces(db: Db, userId: number): Promise<number[]> {
  const rows = await db.selectFrom('workspaces').select('id').where('person_id', '=', userId).execute();
  return rows.map(({ id }) => id);
}

export interface PropertyRow {
  id: number;
  integration_id: number;
  site: string;
  permission: string;
  domain_id: number | null;
  domain: string | null;
  state: 'waiting' | 'collecting' | 'ready' | 'failed' | null;
  message: string | null;
  collected_at: Date | null;
  data_until: string | null;
}

/** One row per property and domain that it fills. */
export function listProperties(db: Db, integrationIds: readonly number[]): Promise<PropertyRow[]> {
  return db
    .selectFrom('search_properties')
    .leftJoin('search_sources', 'search_sources.property_id', 'search_properties.id')
    .leftJoin('domains', 'domains.id', 'search_sources.domain_id')
    .select(['search_properties.id', 'integration_id', 'site', 'permission'])
    .select(['search_sources.domain_id', 'domains.name as domain', 'search_sources.state'])
    .select(['search_sources.message', 'search_sources.collected_at'])
    .select([sql<string | null>`search_sources.data_until::text`.as('data_until')])
    .where(sql<SqlBool>`integration_id = any(${[...integrationIds]}::int[])`)
    .orderBy('site')
    .orderBy('domains.name')
    .execute();
}

/**
 * Stores the properties that Google lists. Missing properties lose their permission, or are deleted if they
 * fill no domain.
 */
export async function saveProperties(
  db: Db,
  integrationId: number,
  found: readonly { site: string; permission: string }[],
): Promise<void> {
  const rows = JSON.stringify(found);
  await sql`insert into search_properties (integration_id, site, permission)
    select distinct on (site) ${integrationId}::int, site, permission
    from jsonb_to_recordset(${rows}::jsonb) as found(site text, permission text)
    on conflict (integration_id, site) do update set permission = excluded.permission`.execute(db);
  const isGone = sql`integration_id = ${integrationId} and site not in (
    select site from jsonb_to_recordset(${rows}::jsonb) as found(site text))`;
  await sql`update search_properties set permission = '' where ${isGone}`.execute(db);
  await sql`delete from search_properties where ${isGone}
    and not exists (select from search_sources where property_id = search_properties.id)`.execute(db);
}

/** Finds a property that domains of its workspace may use. Locks its account against disconnection in a transaction. */
export function findProperty(db: Db, id: number, scope: Scope) {
  const query = db
    .selectFrom('search_properties')
    .innerJoin('integrations', 'integrations.id', 'search_properties.integration_id');
  return owned(query, scope, 'integrations')
    .select(['search_properties.id', 'site', 'permission', 'workspace_id', 'status'])
    .where('search_properties.id', '=', id)
    .forKeyShare('integrations')
    .executeTakeFirst();
}

/** Active domains of a workspace without a property. */
export function listUnfilledDomains(db: Db, workspaceId: number) {
  return db
    .selectFrom('domains')
    .leftJoin('search_sources', 'search_sources.domain_id', 'domains.id')
    .select(['domains.id', 'domains.name'])
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', '1')
    .where('search_sources.domain_id', 'is', null)
    .orderBy('domains.id')
    .execute();
}

/** Makes a property the source of a domain. */
export async function saveSource(db: Db, domainId: number, propertyId: number): Promise<void> {
  const fresh = { property_id: propertyId, state: 'waiting', message: null, failures: 0 } as const;
  await db
    .insertInto('search_sources')
    .values({ domain_id: domainId, data_until: null, collected_at: null, ...fresh })
    .onConflict((conflict) => conflict.column('domain_id').doUpdateSet(fresh))
    .execute();
}

export async function deleteSource(db: Db, domainId: number): Promise<void> {
  await db.deleteFrom('search_sources').where('domain_id', '=', domainId).execute();
}

export async function updateSource(
  db: Db,
  domainId: number,
  change: Updateable<Schema['search_sources']>,
): Promise<void> {
  await db.updateTable('search_sources').set(change).where('domain_id', '=', domainId).execute();
}

/** Updates the sources of all domains that an account fills. @returns the domains */
export async function updateSources(
  db: Db,
  integrationId: number,
  change: Updateable<Schema['search_sources']>,
): Promise<number[]> {
  const rows = await db
    .updateTable('search_sources')
    .set(change)
    .where('property_id', 'in', (query) =>
      query.selectFrom('search_properties').select('id').where('integration_id', '=', integrationId),
    )
    .returning('domain_id')
    .execute();
  return rows.map(({ domain_id: id }) => id);
}

/** Source of a domain, with its property and account. */
export function findSource(db: Db, domainId: number) {
  return db
    .selectFrom('search_sources')
    .innerJoin('search_properties', 'search_properties.id', 'search_sources.property_id')
    .innerJoin('integrations', 'integrations.id', 'search_properties.integration_id')
    .innerJoin('domains', 'domains.id', 'search_sources.domain_id')
    .select(['search_sources.domain_id', 'property_id', 'failures', 'site', 'permission'])
    .select(['integrations.id as integration_id', 'integrations.workspace_id', 'sealed_token', 'account'])
    .select(['integrations.status', 'integrations.created_by', 'connected_at', 'domains.name as domain'])
    .where('search_sources.domain_id', '=', domainId)
    .executeTakeFirst();
}

export type SourceRow = NonNullable<Awaited<ReturnType<typeof findSource>>>;

/** Lists domains for the daily job: active ones of active workspaces that have an account or figures. */
export async function listDueDomains(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select domains.id
    from domains join workspaces on workspaces.id = domains.workspace_id
    where domains.status = '1' and workspaces.status = 'active' and (
      exists (select from search_days where domain_id = domains.id)
      or exists (select from search_sources join search_properties on search_properties.id = property_id
        join integrations on integrations.id = integration_id
        where domain_id = domains.id and integrations.status = 'connected'))
    order by domains.id`.execute(db);
  return rows.map(({ id }) => id);
}
