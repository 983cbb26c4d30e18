/** People who are signed in, put straight into the tables: no slow hash, no limit on registrations. */
import { createHash, randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Role } from '#contract/account.contract.ts';
import type { Database, Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';
import { addPersonalWorkspace } from '#server/features/workspaces/workspaces.service.ts';

/** Of a long random password that nobody has kept. */
const NO_PASSWORD =
  '$argon2id$v=19$m=64,t=1,p=1$xSgUvRQ/bUrbWmtGKijovA$mA14RcrLKi2N0gQjeeB6cqCeQf84zHMfsBhI/cijNIs';
const DAY_MS = 86_400_000;

export interface UserOptions {
  role?: Role;
  email?: string;
  isDisabled?: boolean;
  /** Their address is not confirmed. */
  isUnverified?: boolean;
  /** Of their session; now unless told. */
  signedInAt?: Date;
  /** Of their session; a random one unless told. */
  token?: string;
  /** Session of the superadmin who is signed in as them. */
  parentId?: number | null;
  /** Two-factor sign-in is on; no code is accepted. */
  hasTwoFactor?: boolean;
  /** By which they can sign in; none fits without it. */
  passwordHash?: string;
}

export interface SignedInUser {
  userId: number;
  /** Their personal one. */
  workspaceId: number;
  sessionId: number;
  token: string;
  /** To be given to `inject`. */
  headers: { authorization: string };
}

/**
 * Adds a person with a session.
 * @param wish what is not the usual: role `user`, an address of their own, no password
 */
export async function addUser(db: Db, wish: UserOptions = {}): Promise<SignedInUser> {
  const [person] = await addUsers(db, [wish]);
  if (person === undefined) throw new Error('The database returned no row.');
  return person;
}

/** As `addUser`, for many at once. */
export async function addUsers(db: Db, wishes: readonly UserOptions[]): Promise<SignedInUser[]> {
  const whole = wishes.map(completeWish);
  const users = await db
    .insertInto('users')
    .values(
      whole.map(({ email, role, passwordHash, isDisabled, isUnverified, signedInAt }) => ({
        email,
        email_key: email.toLowerCase(),
        first_name: 'Ada',
        last_name: 'Lovelace',
        role,
        password_hash: passwordHash,
        is_disabled: isDisabled,
        email_verified_at: isUnverified ? null : signedInAt,
        created_at: signedInAt,
      })),
    )
    .returning('id')
    .execute();
  const protectedIds = users.filter((_, index) => whole[index]?.hasTwoFactor).map(({ id }) => id);
  if (protectedIds.length > 0) await addTwoFactor(db, protectedIds);
  const workspaceIds: number[] = [];
  for (const { id } of users) workspaceIds.push(await addPersonalWorkspace(db, id, new Date()));
  const people = whole.map((wish, index) => ({
    ...wish,
    userId: users[index]?.id ?? 0,
    workspaceId: workspaceIds[index] ?? 0,
  }));
  const sessions = await db.insertInto('sessions').values(people.map(toSession)).returning('id').execute();
  return people.map(({ userId, workspaceId, token }, index) => ({
    userId,
    workspaceId,
    sessionId: sessions[index]?.id ?? 0,
    token,
    headers: { authorization: `Bearer ${token}` },
  }));
}

async function addTwoFactor(db: Db, userIds: readonly number[]): Promise<void> {
  const rows = userIds.map((id) => ({ user_id: id, secret: 'opens nothing', on_since: new Date() }));
  await db.insertInto('user_two_factor').values(rows).execute();
}

const toSession = ({
  userId,
  token,
  signedInAt,
  parentId,
}: Pick<SignedInUser, 'userId' | 'token'> & Pick<Required<UserOptions>, 'signedInAt' | 'parentId'>) => ({
  user_id: userId,
  token_hash: createHash('sha256').update(token).digest('hex'),
  created_at: signedInAt,
  seen_at: signedInAt,
  expires_at: new Date(signedInAt.getTime() + 30 * DAY_MS),
  ip: '127.0.0.1',
  agent: 'test',
  parent_id: parentId,
});

/** Signs a user in once more. */
export async function addSession(db: Db, userId: number, signedInAt: Date) {
  const { token } = completeWish({});
  const { id: sessionId } = await db
    .insertInto('sessions')
    .values(toSession({ userId, token, signedInAt, parentId: null }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return { sessionId, token, headers: { authorization: `Bearer ${token}` } };
}

function completeWish(wish: UserOptions): Required<UserOptions> {
  return {
    role: 'user',
    email: `${randomBytes(6).toString('hex')}@example.com`,
    isDisabled: false,
    isUnverified: false,
    parentId: null,
    signedInAt: new Date(),
    token: `geoloom_${randomBytes(32).toString('base64url')}`,
    passwordHash: NO_PASSWORD,
    hasTwoFactor: false,
    ...wish,
  };
}

/** Tables whose rows somebody has or made, and the column that says who. */
const MAKERS = {
  drafts: 'user_id',
  notifications: 'user_id',
  projects: 'created_by',
  runs: 'started_by',
  sessions: 'user_id',
  uploads: 'created_by',
} as const;
type OwnTable = keyof typeof MAKERS;

/** The rows of one person alone, in no order: a file's tests share its tables. */
export async function listOwn<Table extends OwnTable>(
  { db }: Pick<Database, 'db'>,
  { userId }: Pick<SignedInUser, 'userId'>,
  table: Table,
) {
  const rows = await db
    .selectFrom<OwnTable>(table)
    .selectAll()
    .where(sql.ref(MAKERS[table]), '=', userId)
    .execute();
  return rows as Selectable<Schema[Table]>[];
}

/**
 * Makes an agency of these people; the first of them leads it.
 * @returns its workspace
 */
export async function addAgency(
  db: Db,
  members: readonly [Pick<SignedInUser, 'userId'>, ...Pick<SignedInUser, 'userId'>[]],
): Promise<number> {
  const { id } = await db
    .insertInto('workspaces')
    .values({
      kind: 'agency',
      name: 'Agency',
      person_id: null,
      main_admin_id: members[0].userId,
      created_at: new Date(),
      updated_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('members')
    .values(members.map(({ userId }) => ({ workspace_id: id, user_id: userId })))
    .execute();
  return id;
}
