/** Single-use emailed links in the database. */
import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';

type LinkKind = Schema['mailed_links']['kind'];

interface NewLink {
  kind: LinkKind;
  emailKey: string;
  nonce: string;
  token_hash: string;
  expires_at: Date;
}

/** Replaces the user's link of this kind. Runs the same statement for an unknown address and inserts nothing. */
export async function insertLink(db: Db, { emailKey, ...link }: NewLink): Promise<void> {
  await db
    .insertInto('mailed_links')
    .columns(['nonce', 'kind', 'user_id', 'email_key', 'token_hash', 'expires_at'])
    .expression((by) =>
      by
        .selectFrom('users')
        .select([
          sql<string>`${link.nonce}::uuid`.as('nonce'),
          sql<LinkKind>`${link.kind}::text`.as('kind'),
          'id',
          'email_key',
          sql<string>`${link.token_hash}::text`.as('token_hash'),
          sql<Date>`${link.expires_at}::timestamptz`.as('expires_at'),
        ])
        .where('email_key', '=', emailKey)
        .where('is_disabled', '=', false),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind']).doUpdateSet({
        nonce: link.nonce,
        email_key: emailKey,
        token_hash: link.token_hash,
        expires_at: link.expires_at,
      }),
    )
    .execute();
}

/** Finds a link with its owner, unless the owner has changed the address that it was sent to. */
export async function findLink(
  db: Db,
  { kind, ...by }: { kind: LinkKind } & ({ token_hash: string } | { nonce: string }),
) {
  const [column, value] =
    'nonce' in by ? (['nonce', by.nonce] as const) : (['token_hash', by.token_hash] as const);
  return await db
    .selectFrom('mailed_links')
    .innerJoin('users', (join) =>
      join
        .onRef('users.id', '=', 'mailed_links.user_id')
        .onRef('users.email_key', '=', 'mailed_links.email_key')
        .on('users.is_disabled', '=', false),
    )
    .select([
      'mailed_links.nonce',
      'mailed_links.token_hash',
      'mailed_links.expires_at',
      'users.id',
      'users.email',
      'users.email_key',
      'users.first_name',
      'users.last_name',
      'users.email_verified_at',
      'users.password_hash',
    ])
    .where('mailed_links.kind', '=', kind)
    .where(`mailed_links.${column}`, '=', value)
    .executeTakeFirst();
}

/** @returns false if it was already used, so that only one of two concurrent calls succeeds */
export async function deleteLink(db: Db, nonce: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('mailed_links')
    .where('nonce', '=', nonce)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
