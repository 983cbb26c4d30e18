/** Account changes by the server operator: no caller, but the same rules, audit log and notifications as on the web. */
import type { Role } from '#contract/account.contract.ts';
import { toEmailKey } from '#contract/fields.ts';
import { AppError } from '../../app-error.ts';
import type { Context } from '../../context.ts';
import { type AccountState, lockAccountState } from '../account/account-state.service.ts';
import type { MailedLinksService } from '../account/mailed-links.service.ts';
import type { SessionsService } from '../account/sessions.service.ts';
import type { SignUpService } from '../account/sign-up.service.ts';
import { removeTwoFactor } from '../account/two-factor.service.ts';
import type { Outbox } from '../mail/mail.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { applyAccountState } from './users.service.ts';
import { findUserByKey, listUsers } from './users.store.ts';

interface OperatorServices {
  links: MailedLinksService;
  notifications: NotificationsService;
  outbox: Outbox;
  sessions: SessionsService;
  signUps: SignUpService;
}

export interface OperatorAccount {
  email: string;
  first_name: string;
  last_name: string;
  role: Role;
}

interface ListedAccount extends AccountState {
  id: number;
  email: string;
  name: string;
  has_two_factor: boolean;
  agency: string | null;
  last_seen_at: Date | null;
}

export type OperatorUsers = ReturnType<typeof createOperatorUsers>;

const PER_PAGE = 500;
const ACCOUNT_DISABLED = 'This account is disabled. Enable it first.';

export function createOperatorUsers(
  { db, clock, audit }: Pick<Context, 'db' | 'clock' | 'audit'>,
  services: OperatorServices,
) {
  const { links } = services;
  const needs = { ...services, audit };
  const getUser = async (email: string) => {
    const user = await findUserByKey(db, toEmailKey(email));
    if (user !== undefined) return user;
    throw new AppError('not_found', { message: `Couldn’t find an account with the email address ${email}.` });
  };
  return {
    /** Lists all accounts by email address. */
    async list(search?: string): Promise<ListedAccount[]> {
      const found: ListedAccount[] = [];
      for (let page = 1; ; page += 1) {
        const { rows, meta } = await listUsers(
          db,
          { page, per_page: PER_PAGE, sort: 'email', search },
          clock(),
        );
        found.push(...rows.map(describe));
        if (rows.length === 0 || found.length >= meta.total) return found;
      }
    },
    /** Creates an account without a password. @returns the link that sets one */
    create: (account: OperatorAccount) =>
      db.transaction().execute(async (trx) => {
        await needs.signUps.insert(trx, { ...account, password_hash: null, isMadeByOperator: true });
        return links.issueReset(trx, account.email);
      }),
    /** @returns true if anything changed */
    async update(email: string, change: Partial<AccountState>) {
      const { id } = await getUser(email);
      return await db.transaction().execute(async (trx) => {
        const before = await lockAccountState(trx, id);
        const after = { ...before, ...change };
        if (after.role === before.role && after.is_disabled === before.is_disabled) return false;
        await applyAccountState(needs, trx, { id, before, after, actor: null });
        return true;
      });
    },
    /** @returns true if it was on */
    async turnTwoFactorOff(email: string) {
      const { id: userId } = await getUser(email);
      return await db.transaction().execute((trx) => removeTwoFactor(needs, trx, { userId, actor: null }));
    },
    async makeResetLink(email: string) {
      const user = await getUser(email);
      if (user.is_disabled) throw new AppError('conflict', { message: ACCOUNT_DISABLED });
      return await db.transaction().execute(async (trx) => {
        const object = { kind: 'user', id: user.id } as const;
        await audit.record(trx, null, { verb: 'update', object, before: {}, after: { password: 'link' } });
        return links.issueReset(trx, user.email);
      });
    },
  };
}

type Row = Awaited<ReturnType<typeof listUsers>>['rows'][number];

function describe({
  id,
  email,
  role,
  is_disabled,
  has_two_factor,
  last_seen_at,
  ...row
}: Row): ListedAccount {
  const name = `${row.first_name} ${row.last_name}`;
  const agency = row.agency?.name ?? null;
  return { id, email, name, role, is_disabled, has_two_factor, agency, last_seen_at };
}
