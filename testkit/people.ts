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
  /** Of their session; a random one unless told. */
  token?: string;
  /** By which they can sign in; none fits without it. */
  passwordHash?: string;
}

export interface SignedPerson {
  userId: number;
  sessionId: number;
  token: string;
  /** To be given to `inject`. */
  headers: { authorization: string };
}

/**
 * Adds a person with a session.
 * @param wish what is not the usual: role `user`, an address of their own, no password
 */
export async function addPerson(db: Db, wish: PersonWish = {}): Promise<SignedPerson> {
  const [person] = await addPeople(db, [wish]);
  if (person === undefined) throw new Error('The database returned no row.');
  return person;
}

/** As `addPerson`, for many at once. */
export async function addPeople(db: Db, wishes: readonly PersonWish[]): Promise<SignedPerson[]> {
  const whole = wishes.map(completeWish);
  const users = await db
    .insertInto('users')
    .values(
      whole.map(({ email, role, passwordHash, isDisabled, signedInAt }) => ({
        email,
        email_key: email.toLowerCase(),
        first_name: 'Ada',
        last_name: 'Lovelace',
        role,
        password_hash: passwordHash,
        is_disabled: isDisabled,
        created_at: signedInAt,
      })),
    )
    .returning('id')
    .execute();
  const people = whole.map((wish, index) => ({ ...wish, userId: users[index]?.id ?? 0 }));
  const sessions = await db
    .insertInto('sessions')
    .values(
      people.map(({ userId, token, signedInAt }) => ({
        user_id: userId,
        token_hash: createHash('sha256').update(token).digest('hex'),
        created_at: signedInAt,
        seen_at: signedInAt,
        expires_at: new Date(signedInAt.getTime() + 30 * DAY_MS),
        ip: '127.0.0.1',
        agent: 'test',
      })),
    )
    .returning('id')
    .execute();
  return people.map(({ userId, token }, index) => ({
    userId,
    sessionId: sessions[index]?.id ?? 0,
    token,
    headers: { authorization: `Bearer ${token}` },
  }));
}

function completeWish(wish: PersonWish): Required<PersonWish> {
  return {
    role: 'user',
    email: `${randomBytes(6).toString('hex')}@example.com`,
    isDisabled: false,
    signedInAt: new Date(),
    token: `geoloom_${randomBytes(32).toString('base64url')}`,
    passwordHash: 'none',
    ...wish,
  };
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
