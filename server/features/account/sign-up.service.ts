/** Creates accounts: checks and hashes the password, and adds the welcome notifications. */
import { toEmailKey } from '#contract/fields.ts';
import type { Role } from '#contract/account.contract.ts';
import { onViolation } from '#server/db/database-error.ts';
import type { Trx } from '#server/db/open.ts';
import type { PasswordHash } from '#server/gateways/password-hash.ts';
import { AppError } from '../../app-error.ts';
import type { Context } from '../../context.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { toDisplayName } from './account.rules.ts';
import { insertUser } from './account.store.ts';
import { isReserved } from './email-changes.store.ts';
import { addPersonalWorkspace } from '../workspaces/workspaces.service.ts';
import type { MailedLinksService } from './mailed-links.service.ts';
import { findPasswordFaults } from './password.rules.ts';

export interface SignUpForm {
  email: string;
  first_name: string;
  last_name: string;
  password: string;
}

/** A form with a checked and hashed password. */
export interface NewAccount extends Omit<SignUpForm, 'password'> {
  role: Role;
  /** Null for an account that signs in with Google. */
  password_hash: string | null;
  /** True if the address is confirmed, because an invitation was sent to it. */
  isVerified?: boolean;
  /** True if the server operator creates the account. */
  isMadeByOperator?: boolean;
}

type UserRow = NonNullable<Awaited<ReturnType<typeof insertUser>>>;

/** A signed-in session as the contract shows it. */
export interface SignedIn {
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

/** Notifications of a new account, from the specification. */
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

const EMAIL_TAKEN = 'An account with this email address already exists. Sign in instead.';

interface SignUpServices {
  passwords: PasswordHash;
  isCommonPassword: (password: string) => boolean;
  notifications: NotificationsService;
  links: MailedLinksService;
}

export type SignUpService = ReturnType<typeof createSignUps>;

export function createSignUps(
  { audit, clock }: Pick<Context, 'audit' | 'clock'>,
  { passwords, isCommonPassword, notifications, links }: SignUpServices,
) {
  /** @throws AppError `invalid` for a password that is easy to guess */
  const check = (form: SignUpForm) => {
    const faults = findPasswordFaults(form.password, form, isCommonPassword);
    if (faults.length > 0) throw new AppError('invalid', { fields: { password: faults } });
  };
  /** @throws AppError `invalid` if the email address is taken */
  const insert = async (
    trx: Trx,
    { email, isVerified = false, isMadeByOperator, ...account }: NewAccount,
  ) => {
    const emailKey = toEmailKey(email);
    const now = clock();
    const row = { ...account, email, email_key: emailKey, created_at: now };
    const user = await insertUser(trx, { ...row, email_verified_at: isVerified ? now : null });
    const isTaken = user === undefined || (await isReserved(trx, { emailKey, userId: user.id, now }));
    if (isTaken) throw TAKEN_ADDRESS();
    await addPersonalWorkspace(trx, user.id, clock());
    const after = { email, role: account.role };
    const actor = isMadeByOperator === true ? null : { userId: user.id };
    await audit.record(trx, actor, { verb: 'create', object: { kind: 'user', id: user.id }, after });
    // In reverse, because lists show the newest first.
    for (const [index, note] of [...WELCOME.entries()].toReversed()) {
      await notifications.notify(trx, { userId: user.id, ...note, eventKey: `welcome:${index + 1}` });
    }
    if (!isVerified) await links.send(trx, 'verify', emailKey);
    return user;
  };
  return {
    check,
    insert,
    /**
     * Checks the form and hashes the password, outside of any transaction, because hashing is slow.
     * @param network whose share of the hash queue is used
     */
    async prepare({ password, ...form }: SignUpForm, role: Role, network: string): Promise<NewAccount> {
      check({ password, ...form });
      return { ...form, role, password_hash: await passwords.hash(password, network) };
    },
  };
}

export const TAKEN_ADDRESS = (cause?: unknown) =>
  new AppError('invalid', { message: EMAIL_TAKEN, fields: { email: [EMAIL_TAKEN] }, cause });

export const rejectTakenAddress = onViolation(['users_email_key_key'], TAKEN_ADDRESS);

export function describeSession(
  user: Omit<UserRow, 'avatar_key' | 'email_verified_at' | 'created_at'>,
  token: string,
  avatar: string,
): SignedIn {
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
