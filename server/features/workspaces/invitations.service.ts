/** Invitations to an agency, which expire after a week. Only a user with the confirmed email address can accept one. */
import type { HandlerInput } from '#contract/endpoint.ts';
import { toEmailKey } from '#contract/fields.ts';
import type { myAgencyContract } from '#contract/my-agency.contract.ts';
import type { Db, Trx } from '#server/db/open.ts';
import { AppError, getFound } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import { type Context, withServices } from '../../context.ts';
import type { LimitsService } from '../account/limits.service.ts';
import type { PlanLimitsService } from '../billing/limits.service.ts';
import type { EmailTemplate, Outbox } from '../mail/mail.service.ts';
import type { MailedTokens } from '../mail/mailed-tokens.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { countBrought, lockPersonalWorkspace, lockProjects, moveObjects } from './bringing.store.ts';
import {
  findInvitation,
  findInvitationFacts,
  insertInvitation,
  listInvitationsTo,
  listMemberAddresses,
  renewInvitation,
  revokeInvitation,
  takeInvitation,
} from './invitations.store.ts';
import { describeOwnAgency, findAgency, lockMember } from './workspaces.service.ts';
import { findAgencyById, findAgencyByMember, insertMember } from './workspaces.store.ts';

type Input<Verb extends keyof typeof myAgencyContract> = HandlerInput<(typeof myAgencyContract)[Verb]>;

interface InvitationServices {
  limits: LimitsService;
  mailedTokens: MailedTokens;
  notifications: NotificationsService;
  outbox: Outbox;
  plans: PlanLimitsService;
}

type InvitationContext = Context & InvitationServices;

const LIFETIME_MS = 7 * 24 * 3600 * 1000;
const MEMBER_ALREADY = 'This user is already a member';

export type InvitationsService = ReturnType<typeof createInvitations>;

export function createInvitations(context: Context, services: InvitationServices) {
  const needs = withServices(context, services);
  const { db, clock, mailedTokens } = needs;
  return {
    invite: (input: Input<'invite'>, caller: Caller) => invite(needs, input, caller),
    resend: (input: Input<'resend'>, caller: Caller) => resend(needs, input, caller),
    async revoke({ params }: Input<'revoke'>, caller: Caller) {
      await db.transaction().execute(async (trx) => {
        const agency = await lockOwnAgency(trx, caller);
        const revoked = getFound(await revokeInvitation(trx, { id: params.id, workspaceId: agency.id }));
        const object = { kind: 'invitation', id: params.id } as const;
        await needs.audit.record(trx, caller.actor, { verb: 'delete', object, before: revoked });
      });
      return { data: {}, message: 'The invitation was revoked.' };
    },
    acceptInvite: (input: Input<'acceptInvite'>, caller: Caller) => accept(needs, input, caller),
    async checkHasAgency(_input: Input<'checkHasAgency'>, { actor: { userId } }: Caller) {
      const agency = (await findAgency(db, userId)) ?? null;
      const waiting = await listWaiting(needs, userId);
      return { has_agency: agency !== null, agency, invitations: waiting };
    },
    async showInvitation({ params: { token } }: Input<'showInvitation'>) {
      const found = getFound(await findInvitation(db, { token_hash: mailedTokens.hash(token) }, clock()));
      if (found.status !== 'active') throw new AppError('agency_not_active');
      const { agency_id: agencyId, agency, email, email_key: emailKey, inviter } = found;
      const { member_count, has_account } = await findInvitationFacts(db, { agencyId, emailKey });
      return {
        agency_id: agencyId,
        agency,
        invited_by: inviter,
        email,
        has_account: has_account === true,
        member_count,
        expires_at: found.expires_at,
      };
    },
    /** @returns the agency that a link invites this address to; having the link proves access to the mailbox */
    async findAgencyFor(token: string, emailKey: string): Promise<number | undefined> {
      const found = await findInvitation(db, { token_hash: mailedTokens.hash(token) }, clock());
      return found?.email_key === emailKey ? found.agency_id : undefined;
    },
    /** Adds a new user to the agency. If the agency can't take members now, the invitation stays open. */
    async joinNew(agencyId: number, userId: number): Promise<void> {
      await accept(needs, { body: { agency_id: agencyId, bring: false } }, { actor: { userId } }).catch(
        (error: unknown) => {
          if (!(error instanceof AppError)) throw error;
        },
      );
    },
    emailTemplate: createTemplate(needs),
  };
}

/** @returns the caller's agency @throws AppError `forbidden` unless the caller is its main admin */
export async function getOwnAgency(db: Db, { actor }: Caller) {
  const agency = getFound(await findAgencyByMember(db, actor.userId));
  if (agency.main_admin_id !== actor.userId) throw new AppError('forbidden');
  return agency;
}

/** Like `getOwnAgency`, but locks the agency, so that its main admin and status can't change. */
export async function lockOwnAgency(trx: Trx, caller: Caller) {
  const { id } = await getOwnAgency(trx, caller);
  const agency = getFound(await findAgencyById(trx, id));
  if (agency.main_admin_id !== caller.actor.userId) throw new AppError('forbidden');
  if (agency.status === 'deleted') throw new AppError('not_found');
  return agency;
}

type Row = Awaited<ReturnType<typeof insertInvitation>>;

export function describeInvitation({ inviter, ...row }: Row, now: Date) {
  const isOver = row.state === 'pending' && row.expires_at <= now;
  return {
    ...row,
    type: 'invitation' as const,
    state: isOver ? ('expired' as const) : row.state,
    invited_by: inviter,
  };
}

async function invite(needs: InvitationContext, { body }: Input<'invite'>, caller: Caller) {
  const { db, audit, clock, mailedTokens, outbox } = needs;
  const agency = await getOwnAgency(db, caller);
  if (agency.status !== 'active') throw new AppError('agency_not_active');
  outbox.check();
  const addresses = body.emails ?? (body.email === undefined ? [] : [body.email]);
  const byKey = new Map(addresses.map((address) => [toEmailKey(address), address]));
  const members = new Set(await listMemberAddresses(db, agency.id, [...byKey.keys()]));
  const faults = addresses.flatMap((address, index): [string, string[]][] =>
    members.has(toEmailKey(address)) ? [[body.emails ? `emails.${index}` : 'email', [MEMBER_ALREADY]]] : [],
  );
  if (faults.length > 0) throw new AppError('invalid', { fields: Object.fromEntries(faults) });
  const adding = { workspaceId: agency.id, role: caller.role };
  await needs.plans.check(db, adding, { name: 'members', more: byKey.size });
  for (let count = 0; count < byKey.size; count += 1) await needs.limits.countInvitation(caller.actor.userId);
  const data = await db.transaction().execute(async (trx) => {
    // Its main admin or status may have changed since the first check.
    if ((await lockOwnAgency(trx, caller)).status !== 'active') throw new AppError('agency_not_active');
    const now = clock();
    const rows: Row[] = [];
    for (const [emailKey, email] of byKey) {
      const token = mailedTokens.create();
      const row = await insertInvitation(trx, {
        ...token,
        workspace_id: agency.id,
        email,
        email_key: emailKey,
        invited_by: caller.actor.userId,
        created_at: now,
        expires_at: new Date(now.getTime() + LIFETIME_MS),
      });
      const object = { kind: 'invitation', id: row.id } as const;
      await audit.record(trx, caller.actor, {
        verb: 'invite',
        object,
        after: { email, agency_id: agency.id },
      });
      await outbox.send(trx, { kind: 'invitation', id: token.nonce });
      rows.push(row);
    }
    return rows.map((row) => describeInvitation(row, now));
  });
  return { data, message: `Sent ${data.length} invitation${data.length === 1 ? '' : 's'}.` };
}

async function resend(needs: InvitationContext, { params }: Input<'resend'>, caller: Caller) {
  const { db, clock, mailedTokens } = needs;
  needs.outbox.check();
  await needs.limits.countInvitation(caller.actor.userId);
  const data = await db.transaction().execute(async (trx) => {
    const agency = await lockOwnAgency(trx, caller);
    if (agency.status !== 'active') throw new AppError('agency_not_active');
    const key = { id: params.id, workspaceId: agency.id };
    const token = mailedTokens.create();
    const row = await renewInvitation(trx, key, {
      ...token,
      expires_at: new Date(clock().getTime() + LIFETIME_MS),
    });
    if (row === undefined) throw new AppError('not_found');
    const object = { kind: 'invitation', id: row.id } as const;
    const after = { email: row.email, agency_id: agency.id };
    await needs.audit.record(trx, caller.actor, { verb: 'resend', object, after });
    await needs.outbox.send(trx, { kind: 'invitation', id: token.nonce });
    return describeInvitation(row, clock());
  });
  return { data, message: `The invitation was sent to ${data.email} again.` };
}

async function listWaiting({ db, clock }: InvitationContext, userId: number) {
  const user = await db.transaction().execute((trx) => lockMember(trx, userId));
  if (user.email_verified_at === null) return [];
  const rows = await listInvitationsTo(db, user.email_key, clock());
  return rows.map(({ agency_id, agency, inviter, expires_at }) => ({
    agency_id,
    agency,
    invited_by: inviter,
    expires_at,
  }));
}

async function accept(
  needs: InvitationContext,
  { body }: Input<'acceptInvite'>,
  { actor }: Pick<Caller, 'actor'>,
) {
  const { db, audit, clock, notifications } = needs;
  const agency = await db.transaction().execute(async (trx) => {
    // The lock serializes concurrent calls, because a user can be in only one agency.
    const user = await lockMember(trx, actor.userId);
    if (user.email_verified_at === null) throw new AppError('email_unverified');
    const found = await findAgencyById(trx, body.agency_id);
    const isOpen = found !== undefined && found.status !== 'deleted';
    const key = { agencyId: body.agency_id, emailKey: user.email_key, now: clock() };
    if (!isOpen || !(await takeInvitation(trx, key))) throw new AppError('not_found');
    if (found.status !== 'active') throw new AppError('agency_not_active');
    if (user.agency !== undefined) throw new AppError('has_agency');
    await needs.plans.takeOne(trx, { workspaceId: found.id, role: 'user' }, 'members');
    await insertMember(trx, { workspaceId: found.id, userId: actor.userId, now: clock() });
    if (body.bring) await bring(needs, trx, { userId: actor.userId, agencyId: found.id });
    const object = { kind: 'agency', id: found.id } as const;
    await audit.record(trx, actor, {
      verb: 'join',
      object,
      after: { user_id: actor.userId, bring: body.bring },
    });
    if (found.main_admin_id !== null)
      await notifications.notify(trx, {
        userId: found.main_admin_id,
        text: `${user.name} has joined ${found.name}.`,
        link: '/my-agency',
      });
    return describeOwnAgency(found, actor.userId);
  });
  return { data: agency, message: `Welcome to ${agency.name}.` };
}

async function bring(
  { plans }: InvitationContext,
  trx: Trx,
  { userId, agencyId }: { userId: number; agencyId: number },
): Promise<void> {
  const from = await lockPersonalWorkspace(trx, userId);
  if (await lockProjects(trx, from)) throw new AppError('run_in_progress');
  const { pages_month } = (await plans.countUsage(trx, from)).usage;
  const brought = { ...(await countBrought(trx, from, agencyId)), pages_month };
  await plans.takeBrought(trx, { workspaceId: agencyId, role: 'user' }, brought);
  await plans.bringKeepRuns(trx, from, agencyId);
  await moveObjects(trx, from, agencyId);
}

function createTemplate({ db, clock, mailedTokens, publicUrl }: InvitationContext): EmailTemplate {
  return async (nonce) => {
    const found = await findInvitation(db, { nonce }, clock());
    if (found === undefined) return undefined;
    const by = found.inviter ?? 'Someone';
    return {
      to: found.email,
      subject: `${by} invites you to ${found.agency} on Geoloom`,
      paragraphs: [
        `${by} invites you to work with ${found.agency} on Geoloom. Its members share domains and projects.`,
        'This invitation expires in 7 days. If you don’t know this agency, you can ignore this email.',
      ],
      action: {
        text: 'See the invitation',
        url: `${publicUrl()}/invitations/${mailedTokens.toToken(found)}`,
      },
    };
  };
}
