/** Makes accounts: checks the password, hashes it, and greets who has come. */
import { toEmailKey } from '#contract/fields.ts';
import type { Role } from '#contract/account.contract.ts';
import { onBroken } from '#server/db/database-error.ts';
import type { Trx } from '#server/db/open.ts';
import type { PasswordHash } from '#server/gateways/password-hash.ts';
import { AppError } from '../../app-error.ts';
import type { AuditLog } from '../audit-log/audit-log.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { toDisplayName } from './account.rules.ts';
import { insertUser } from './account.store.ts';
import { isReserved } from './email-changes.store.ts';
import { addPersonalWorkspace } from '../workspaces/workspaces.service.ts';
import type { MailedLinksService } from './mailed-links.service.ts';
import { findPasswordFaults } from './password.rules.ts';

interface Needs {
  audit: Pick<AuditLog, 'record'>;
  clock: () => Date;
  passwords: PasswordHash;
  isCommonPassword: (password: string) => boolean;
  notifications: Pick<NotificationsService, 'notify'>;
  links: Pick<MailedLinksService, 'send'>;
}

export interface Form {
  email: string;
  first_name: string;
  last_name: string;
  password: string;
}

/** A form whose password was found good and is hashed. */
export interface Person extends Omit<Form, 'password'> {
  role: Role;
  /** Null for an account that signs in with Google. */
  password_hash: string | null;
  /** The address is known to be theirs: an invitation came to it. */
  isVerified?: boolean;
  /** True if the server operator creates the account. */
  isMadeByOperator?: boolean;
}

type UserRow = NonNullable<Awaited<ReturnType<typeof insertUser>>>;

/** A signed-in session as the contract shows it. */
export interface Signed {
  id: number;
  access_token: string;
  role: Role;
  name: string;
  first_name: string;
  last_name: string;
  email: string;
  avatar: string;
  impersonator?: string;
}

export interface SignUpService {
  /** @throws AppError `invalid` for a password that others would guess */
  check(form: Form): void;
  /**
   * Checks and hashes, outside of any transaction: a hash takes longer than all queries together.
   * @param network whose share of the queue it takes
   */
  prepare(form: Form, role: Role, network: string): Promise<Person>;
  /** @throws AppError `invalid` when the e-mail address is taken */
  insert(trx: Trx, person: Person): Promise<UserRow>;
}

/** The three notes that the specification seeds. */
const WELCOME: readonly { text: string; link: string }[] = [
  {
    text: 'Welcome to Geoloom. Turn one exported page and a sheet of places into a page for each place.',
    link: '/dashboard',
  },
  {
    text: 'Create your first project: choose a platform, upload your page and add a sheet.',
    link: '/projects/select-project-type',
  },
  {
    text: 'Try three sample pages before you build them all: from the first, the longest and the most unusual row.',
    link: '/projects',
  },
];

const TAKEN = 'An account with this email address already exists. Sign in instead.';

export function createSignUps(needs: Needs): SignUpService {
  const { audit, clock, passwords, isCommonPassword, notifications, links } = needs;
  const check = (form: Form) => {
    const faults = findPasswordFaults(form.password, form, isCommonPassword);
    if (faults.length > 0) throw new AppError('invalid', { fields: { password: faults } });
  };
  const insert = async (trx: Trx, { email, isVerified = false, isMadeByOperator, ...person }: Person) => {
    const emailKey = toEmailKey(email);
    const now = clock();
    const row = { ...person, email, email_key: emailKey, created_at: now };
    const user = await insertUser(trx, { ...row, email_verified_at: isVerified ? now : null });
    const isTaken = user === undefined || (await isReserved(trx, { emailKey, userId: user.id, now }));
    if (isTaken) throw TAKEN_ADDRESS();
    await addPersonalWorkspace(trx, user.id, clock());
    const after = { email, role: person.role };
    const actor = isMadeByOperator === true ? null : { userId: user.id };
    await audit.record(trx, actor, { verb: 'create', object: { kind: 'user', id: user.id }, after });
    // The newest stands first in every list.
    for (const [index, note] of [...WELCOME.entries()].toReversed()) {
      await notifications.notify(trx, { userId: user.id, ...note, eventKey: `welcome:${index + 1}` });
    }
    if (!isVerified) await links.send(trx, 'verify', emailKey);
    return user;
  };
  return {
    check,
    insert,
    async prepare({ password, ...form }, role, network) {
      check({ password, ...form });
      return { ...form, role, password_hash: await passwords.hash(password, network) };
    },
  };
}

export const TAKEN_ADDRESS = (cause?: unknown) =>
  new AppError('invalid', { message: TAKEN, fields: { email: [TAKEN] }, cause });

export const refuseTaken = onBroken(['users_email_key_key'], TAKEN_ADDRESS);

/** What the browser keeps of a session. */
export function describeSession(
  user: Omit<UserRow, 'avatar_key' | 'email_verified_at' | 'created_at'>,
  token: string,
  avatar: string,
): Signed {
  return {
    id: user.id,
    access_token: token,
    role: user.role,
    name: toDisplayName(user),
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    avatar,
  };
}
