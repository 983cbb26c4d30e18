/** Users, as administrators manage them. Only superadmins can change administrators and roles. */
import type { UserPayment } from '#contract/billing-shapes.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { usersContract } from '#contract/users.contract.ts';
import type { Trx } from '#server/db/open.ts';
import { AppError, requireSuperadminFor } from '../../app-error.ts';
import type { Actor, Caller } from '../../caller.ts';
import { type Context, withServices } from '../../context.ts';
import type { AccountService } from '../account/account.service.ts';
import { type AccountState, changeAccountState, lockAccountState } from '../account/account-state.service.ts';
import type { BillingService } from '../billing/billing.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { AgenciesService } from '../workspaces/agencies.service.ts';
import { describeOwnAgency } from '../workspaces/workspaces.service.ts';
import { findShownUser, listUsers } from './users.store.ts';

type Input<Verb extends keyof typeof usersContract> = HandlerInput<(typeof usersContract)[Verb]>;

interface UserServices {
  account: AccountService;
  agencies: AgenciesService;
  billing: BillingService;
  notifications: NotificationsService;
}

type UserContext = Context & UserServices;

const CANNOT_DISABLE_SELF = 'You can’t disable your own account.';
const CANNOT_RESET_OWN_TWO_FACTOR = 'Turn off your own two-factor sign-in in Account Settings.';
const NO_TWO_FACTOR = 'This user doesn’t use two-factor sign-in.';
const ROLE_NOT_ALLOWED = 'Only a superadmin can change roles.';

export function createUsers(context: Context, services: UserServices) {
  const needs = withServices(context, services);
  const { db, clock, account, agencies, billing } = needs;
  const describeAll = async (rows: readonly Row[], { actor }: Caller) => {
    const payments = await billing.payments(rows.map(({ id }) => id));
    return rows.flatMap((row) => {
      const payment = payments.get(row.id);
      const avatar = account.avatars.toUrl(row.avatar_key, actor.userId);
      return payment === undefined ? [] : [describe(row, { avatar, payment })];
    });
  };
  const show = async (id: number, caller: Caller) => {
    const row = await findShownUser(db, id, clock());
    const [user] = row === undefined ? [] : await describeAll([row], caller);
    if (user === undefined) throw new AppError('not_found');
    return user;
  };
  return {
    async list({ query }: Input<'list'>, caller: Caller) {
      const { rows, meta } = await listUsers(db, query, clock());
      const user = { id: caller.actor.userId, name: caller.name, role: caller.role };
      return { data: await describeAll(rows, caller), meta, user };
    },
    async update({ params, body }: Input<'update'>, caller: Caller) {
      await db.transaction().execute((trx) => update(needs, trx, { id: params.id, change: body, caller }));
      return { data: await show(params.id, caller), message: 'User was successfully updated!' };
    },
    async endSessions({ params }: Input<'endSessions'>, caller: Caller) {
      const ended = await db.transaction().execute(async (trx) => {
        const { role } = await lockAccountState(trx, params.id);
        requireSuperadminFor(role, caller.role);
        const object = { kind: 'user', id: params.id } as const;
        await needs.audit.record(trx, caller.actor, { verb: 'end_sessions', object });
        return account.sessions.end(trx, { userId: params.id });
      });
      return { data: { ended: ended.length }, message: 'All sessions of this user have ended.' };
    },
    async turnOffTwoFactor({ params: { id } }: Input<'turnOffTwoFactor'>, caller: Caller) {
      if (id === caller.actor.userId)
        throw new AppError('conflict', { message: CANNOT_RESET_OWN_TWO_FACTOR });
      await db.transaction().execute(async (trx) => {
        await lockAccountState(trx, id);
        if (!(await account.twoFactor.remove(trx, id, caller.actor)))
          throw new AppError('conflict', { message: NO_TWO_FACTOR });
      });
      needs.logSecurity('authz_change', {
        visitor: caller,
        userId: id,
        by: caller.actor.userId,
        factor: 'off',
      });
      return { data: await show(id, caller), message: 'Two-factor sign-in is off for this user.' };
    },
    async changeAgency({ body }: Input<'changeAgency'>, caller: Caller) {
      const { user_id: userId, agency_id: agencyId, reason } = body;
      await agencies.move({ userId, agencyId, reason }, caller);
      return {
        data: await show(body.user_id, caller),
        message: 'The user’s agency was successfully changed!',
      };
    },
    loginAs: ({ body }: Input<'loginAs'>, caller: Caller) =>
      account.impersonation.loginAs({ userId: body.user_id, reason: body.reason }, caller),
  };
}

interface Update {
  id: number;
  change: Input<'update'>['body'];
  caller: Caller;
}

async function update(needs: UserContext, trx: Trx, { id, change, caller }: Update): Promise<void> {
  const { audit, account, notifications, logSecurity } = needs;
  const before = await lockAccountState(trx, id);
  const after = { role: change.role ?? before.role, is_disabled: change.is_disabled ?? before.is_disabled };
  const isPromoted = after.role !== before.role;
  if (isPromoted && caller.role !== 'superadmin')
    throw new AppError('forbidden', { message: ROLE_NOT_ALLOWED });
  requireSuperadminFor(before.role, caller.role);
  if (after.is_disabled && id === caller.actor.userId)
    throw new AppError('conflict', { message: CANNOT_DISABLE_SELF });
  if (!isPromoted && after.is_disabled === before.is_disabled) return;
  const { sessions } = account;
  await applyAccountState({ audit, notifications, sessions }, trx, {
    id,
    before,
    after,
    actor: caller.actor,
  });
  if (after.is_disabled && change.ends_plans === true) await needs.billing.endFor(trx, id);
  logSecurity('authz_change', { visitor: caller, userId: id, by: caller.actor.userId, role: after.role });
}

interface NotifiedServices extends Pick<Context, 'audit'> {
  notifications: NotificationsService;
  sessions: AccountService['sessions'];
}

interface StateChange {
  id: number;
  before: AccountState;
  after: AccountState;
  /** Null for the server operator. */
  actor: Actor | null;
}

/** Changes role and state, ends the sessions, and notifies the user of a new role. @throws AppError `last_superadmin` */
export async function applyAccountState(
  { audit, notifications, sessions }: NotifiedServices,
  trx: Trx,
  { id, before, after, actor }: StateChange,
): Promise<void> {
  await changeAccountState(trx, id, after);
  await sessions.end(trx, { userId: id });
  const object = { kind: 'user', id } as const;
  await audit.record(trx, actor, { verb: 'update', object, before: { ...before }, after: { ...after } });
  if (after.role !== before.role)
    await notifications.notify(trx, {
      userId: id,
      text: `Your role is now ${after.role}.`,
      link: '/dashboard',
    });
}

type Row = NonNullable<Awaited<ReturnType<typeof findShownUser>>>;

function describe(row: Row, more: { avatar: string; payment: UserPayment }) {
  return {
    ...row,
    ...more,
    name: `${row.first_name} ${row.last_name}`,
    is_email_verified: row.email_verified_at !== null,
    agency: row.agency && describeOwnAgency(row.agency, row.id),
  };
}
