/** People who are signed in, put straight into the tables: no slow hash, no limit on registrations. */
import { createHash, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Role } from '#contract/account.contract.ts';
import type { Database, Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';

const DAY_MS = 86_400_000;

export interface PersonWish {
  role?: Role;
  email?: string;
  isDisabled?: boolean;
  /** Of their session; now unless told. */
  signedInAt?: Date;
}

export interface SignedPerson {
  userId: number;
  sessionId: number;
  token: string;
  /** To be given to `inject`. */
  headers: { authorization: string };
}

/**
 * Adds a person with a session. The password of such a person is unknown.
 * @param wish what is not the usual: role `user`, an address of their own
 */
export async function addPerson(db: Db, wish: PersonWish = {}): Promise<SignedPerson> {
  const { role = 'user', isDisabled = false, signedInAt = new Date() } = wish;
  const email = wish.email ?? `${randomBytes(6).toString('hex')}@example.com`;
  const user = await db
    .insertInto('users')
    .values({
      email,
      email_key: email.toLowerCase(),
      first_name: 'Ada',
      last_name: 'Lovelace',
      role,
      password_hash: 'none',
      is_disabled: isDisabled,
      created_at: signedInAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const token = `geoloom_${randomBytes(32).toString('base64url')}`;
  const session = await db
    .insertInto('sessions')
    .values({
      user_id: user.id,
      token_hash: createHash('sha256').update(token).digest('hex'),
      created_at: signedInAt,
      seen_at: signedInAt,
      expires_at: new Date(signedInAt.getTime() + 30 * DAY_MS),
      ip: '127.0.0.1',
      agent: 'test',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { userId: user.id, sessionId: session.id, token, headers: { authorization: `Bearer ${token}` } };
}

/** Tables whose rows belong to somebody. */
type OwnTable = 'drafts' | 'notifications' | 'projects' | 'runs' | 'sessions' | 'uploads';

/** The rows of one person alone, in no order: a file's tests share its tables. */
export async function listOwn<Table extends OwnTable>(
  { db }: Pick<Database, 'db'>,
  { userId }: Pick<SignedPerson, 'userId'>,
  table: Table,
) {
  const rows = await db.selectFrom<OwnTable>(table).selectAll().where('user_id', '=', userId).execute();
  return rows as Selectable<Schema[Table]>[];
}
