/** SQL for items that need attention, except projects. */
import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import { isOwned, type Scope } from '#server/db/scope.ts';

interface Group {
  count: number;
  /** ID of the first one. */
  id: number | null;
  name: string | null;
}

const GROUPED = sql`count(*)::int as count, min(id) as id, (array_agg(name order by id))[1] as name`;

/** Groups domains by the state of their search figures. */
export async function findDomainFacts(db: Db, scope: Scope) {
  const { rows } = await sql<
    Group & { fact: 'unconnected' | 'revoked' | 'refused' | 'connected' | 'inactive' }
  >`
    select fact, ${GROUPED} from (
      select domains.id, domains.name, case
        when domains.status <> '1' then 'inactive'
        when search_sources.domain_id is null then 'unconnected'
        when integrations.status = 'revoked' then 'revoked'
        when search_sources.state = 'failed' then 'refused'
        else 'connected' end as fact
      from domains
        left join search_sources on search_sources.domain_id = domains.id
        left join search_properties on search_properties.id = search_sources.property_id
        left join integrations on integrations.id = search_properties.integration_id
      where ${isOwned(scope, 'domains')}) as each group by fact`.execute(db);
  return new Map(rows.map(({ fact, ...group }) => [fact, group]));
}

/** Counts accounts whose connection Google revoked. */
export async function findRevoked(db: Db, scope: Scope): Promise<Group | undefined> {
  const { rows } = await sql<Group>`select ${GROUPED} from (
    select id, account as name from integrations
    where ${isOwned(scope, 'integrations')} and status = 'revoked') as each`.execute(db);
  return rows[0];
}
