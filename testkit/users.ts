/** Inserts signed-in users into the tables: without a slow hash, and without the rate limit of registrations. */
import { createHash, randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Role } from '#contract/account.contract.ts';
import type { Database, Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';
import { addPersonalWorkspace } from '#server/features/workspaces/workspaces.service.ts';

/** Hash of a random password that wasn't stored. */
const NO_PASSWORD =
  '$argon2id$v=19$m=64,t=1,p=1$xSgUvRQ/bUrbWmtGKijovA$mA14RcrLKi2N0gQjeeB6cqCeQf84zHMfsBhI/cijNIs';
const DAY_MS = 86_400_000;

export interface UserOptions {
  role?: Role;
  email?: string;
  isDisabled?: boolean;
  /** The email address is not confirmed. */
  isUnverified?: boolean;
  /** Start of the session; by default now. */
  signedInAt?: Date;
  /** Token of the session; by default random. */
  token?: string;
  /** Session of the superadmin who impersonates the user. */
  parentId?: number | null;
  /** Two-factor sign-in is on; no code is accepted. */
  hasTwoFactor?: boolean;
  /** Hash of the password; without it the user can't sign in. */
  passwordHash?: string;
}

export interface SignedInUser {
  userId: number;
  /** The personal workspace. */
  workspaceId: number;
  sessionId: number;
  token: string;
  /** Headers for `inject`. */
  headers: { authorization: string };
}

/**
 * Adds a user with a session.
 * @param options overrides; by default role `user`, a unique email address, no password
 */
export async function addUser(db: Db, options: UserOptions = {}): Promise<SignedInUser> {
  const [user] = await addUsers(db, [options]);
  if (user === undefined) throw new Error('The database returned no row.');
  return user;
}

/** Adds many users at once. */
export async function addUsers(db: Db, options: readonly UserOptions[]): Promise<SignedInUser[]> {
  const complete = options.map(applyDefaults);
  const users = await db
    .insertInto('users')
    .values(
      complete.map(({ email, role, passwordHash, isDisabled, isUnverified, signedInAt }) => ({
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
  const protectedIds = users.filter((_, index) => complete[index]?.hasTwoFactor).map(({ id }) => id);
  if (protectedIds.length > 0) await addTwoFactor(db, protectedIds);
  const workspaceIds: number[] = [];
  for (const { id } of users) workspaceIds.push(await addPersonalWorkspace(db, id, new Date()));
  const rows = complete.map((each, index) => ({
    ...each,
    userId: users[index]?.id ?? 0,
    workspaceId: workspaceIds[index] ?? 0,
  }));
  const sessions = await db.insertInto('sessions').values(rows.map(toSession)).returning('id').execute();
  return rows.map(({ userId, workspaceId, token }, index) => ({
    userId,
    workspaceId,
    sessionId: sessions[index]?.id ?? 0,
    token,
    headers: { authorization: `Bearer ${token}` },
  }));
}

async function addTwoFactor(db: Db, userIds: readonly number[]): Promise<void> {
  const rows = userIds.map((id) => ({ user_id: id, secret: 'no secret', on_since: new Date() }));
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

/** Adds another session of a user. */
export async function addSession(db: Db, userId: number, signedInAt: Date) {
  const { token } = applyDefaults({});
  const { id: sessionId } = await db
    .insertInto('sessions')
    .values(toSession({ userId, token, signedInAt, parentId: null }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return { sessionId, token, headers: { authorization: `Bearer ${token}` } };
}

function applyDefaults(options: UserOptions): Required<UserOptions> {
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
    ...options,
  };
}

/** Tables with rows of a user, and their user column. */
const USER_COLUMNS = {
  drafts: 'user_id',
  notifications: 'user_id',
  projects: 'created_by',
  runs: 'started_by',
  sessions: 'user_id',
  uploads: 'created_by',
} as const;
type OwnTable = keyof typeof USER_COLUMNS;

/** Lists the rows of one user, unordered: the tests of a file share its tables. */
export async function listOwn<Table extends OwnTable>(
  { db }: Pick<Database, 'db'>,
  { userId }: Pick<SignedInUser, 'userId'>,
  table: Table,
) {
  const rows = await db
    .selectFrom<OwnTable>(table)
    .selectAll()
    .where(sql.ref(USER_COLUMNS[table]), '=', userId)
    .execute();
  return rows as Selectable<Schema[Table]>[];
}

/**
 * Adds an agency with these members; the first is the main admin.
 * @returns the workspace id
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
