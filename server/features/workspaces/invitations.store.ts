/** Invitations to agencies in the database. */
import { type SqlBool, sql } from 'kysely';
import { listPage, type ListOptions, toNaturalKey } from '#server/db/list-page.ts';
import type { Db } from '#server/db/open.ts';

interface NewInvitation {
  workspace_id: number;
  email: string;
  email_key: string;
  nonce: string;
  token_hash: string;
  invited_by: number;
  created_at: Date;
  expires_at: Date;
}

/** Literal: PostgreSQL matches a partial index by the text of a statement, not by the value of a parameter. */
const PENDING = sql.lit('pending' as const);

const SHOWN = [
  'invitations.id',
  'invitations.email',
  'invitations.state',
  'invitations.created_at',
  'invitations.expires_at',
] as const;

const INVITER = sql<string | null>`(
  select first_name || ' ' || last_name from users where users.id = invitations.invited_by)`;

/** An address that is already invited gets a new link, and the old one stops working. */
export async function insertInvitation(db: Db, invitation: NewInvitation) {
  const { nonce, token_hash, invited_by, expires_at } = invitation;
  return await db
    .insertInto('invitations')
    .values(invitation)
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'email_key'])
        .where('state', '=', PENDING)
        .doUpdateSet({ nonce, token_hash, invited_by, expires_at }),
    )
    .returning([...SHOWN, INVITER.as('inviter')])
    .executeTakeFirstOrThrow();
}

/** @returns the invitation with a new link; undefined unless the agency has it and it is pending */
export async function renewInvitation(
  db: Db,
  key: { id: number; workspaceId: number },
  change: Pick<NewInvitation, 'nonce' | 'token_hash' | 'expires_at'>,
) {
  return await db
    .updateTable('invitations')
    .set(change)
    .where('id', '=', key.id)
    .where('workspace_id', '=', key.workspaceId)
    .where('state', '=', PENDING)
    .returning([...SHOWN, INVITER.as('inviter')])
    .executeTakeFirst();
}

/** @returns the invited address; undefined unless the agency has the invitation and it is pending */
export async function revokeInvitation(db: Db, key: { id: number; workspaceId: number }) {
  return await db
    .updateTable('invitations')
    .set({ state: 'revoked' })
    .where('id', '=', key.id)
    .where('workspace_id', '=', key.workspaceId)
    .where('state', '=', PENDING)
    .returning('email')
    .executeTakeFirst();
}

export async function revokeInvitations(db: Db, workspaceId: number): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ state: 'revoked' })
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', PENDING)
    .execute();
}

const SORTS = {
  name: { by: toNaturalKey(sql.ref('invitations.email')) },
  created_at: { by: sql.ref('invitations.created_at') },
};

/** One page of the invitations of an agency. */
export function listInvitations(db: Db, workspaceId: number, options: ListOptions<keyof typeof SORTS>) {
  const list = {
    rows: db.selectFrom('invitations').where('workspace_id', '=', workspaceId),
    key: 'invitations.id',
    sorts: SORTS,
    searched: ['invitations.email'],
  } as const;
  return listPage(list, options, (query) => query.select([...SHOWN, INVITER.as('inviter')]));
}

/** @returns those of the addresses that belong to members of the agency */
export async function listMemberAddresses(db: Db, workspaceId: number, emailKeys: readonly string[]) {
  const rows = await db
    .selectFrom('users')
    .innerJoin('members', 'members.user_id', 'users.id')
    .select('users.email_key')
    .where('members.workspace_id', '=', workspaceId)
    .where('users.email_key', 'in', emailKeys)
    .execute();
  return rows.map((row) => row.email_key);
}

/** Selects invitations that can be accepted, with their agencies. */
function selectPending(db: Db, now: Date) {
  return db
    .selectFrom('invitations')
    .innerJoin('workspaces', 'workspaces.id', 'invitations.workspace_id')
    .select([
      'invitations.id',
      'invitations.email',
      'invitations.email_key',
      'invitations.nonce',
      'invitations.token_hash',
      'invitations.expires_at',
      INVITER.as('inviter'),
      'workspaces.id as agency_id',
      'workspaces.name as agency',
      'workspaces.status',
      'workspaces.main_admin_id',
    ])
    .where('invitations.state', '=', PENDING)
    .where('invitations.expires_at', '>', now)
    .where('workspaces.status', '<>', 'deleted');
}

export async function findInvitation(db: Db, by: { token_hash: string } | { nonce: string }, now: Date) {
  const [column, value] =
    'nonce' in by ? (['nonce', by.nonce] as const) : (['token_hash', by.token_hash] as const);
  return await selectPending(db, now).where(`invitations.${column}`, '=', value).executeTakeFirst();
}

export async function listInvitationsTo(db: Db, emailKey: string, now: Date) {
  return await selectPending(db, now)
    .where('invitations.email_key', '=', emailKey)
    .where('workspaces.status', '=', 'active')
    .orderBy('invitations.id')
    .execute();
}

/** Uses the invitation. @returns false if there is none, so that only one of two concurrent calls succeeds */
export async function takeInvitation(
  trx: Db,
  key: { agencyId: number; emailKey: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('invitations')
    .set({ state: 'accepted' })
    .where('workspace_id', '=', key.agencyId)
    .where('email_key', '=', key.emailKey)
    .where('state', '=', PENDING)
    .where('expires_at', '>', key.now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Finds the other details that an invitation page shows. */
export async function findInvitationFacts(db: Db, key: { agencyId: number; emailKey: string }) {
  return await db
    .selectNoFrom([
      sql<number>`(select count(*)::int from members where workspace_id = ${key.agencyId})`.as(
        'member_count',
      ),
      sql<SqlBool>`exists (select from users where email_key = ${key.emailKey})`.as('has_account'),
    ])
    .executeTakeFirstOrThrow();
}
