/** Agencies as administrators make, change and delete them. */
import { type agenciesContract, MAX_PEOPLE_FOUND } from '#contract/agencies.contract.ts';
import type { Role } from '#contract/account.contract.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { Db, Trx } from '#server/db/open.ts';
import { AppError, checkRevision, getFound } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { AuditLog } from '../audit-log/audit-log.service.ts';
import { createSavedNoun } from '../audit-log/saved-noun.service.ts';
import type { BillingService } from '../billing/billing.service.ts';
import type { IntegrationsService } from '../integrations/integrations.service.ts';
import type { RunsService } from '../runs/runs.service.ts';
import type { ScansService } from '../scans/scans.service.ts';
import { type AgencyNotices, type AgencyStatus, findRestorableUntil } from './agency-notices.service.ts';
import { revokeInvitations } from './invitations.store.ts';
import { AGENCIES, lockMember } from './workspaces.service.ts';
import {
  deleteMember,
  deleteMovedMembers,
  findAgencyById,
  getShownAgency,
  insertMember,
  listAgencies,
  listAgencyChoices,
  lockMembers,
  searchPeople,
  updateWorkspace,
} from './workspaces.store.ts';

type Input<Verb extends keyof typeof agenciesContract> = HandlerInput<(typeof agenciesContract)[Verb]>;

interface Needs {
  db: Db;
  audit: AuditLog;
  clock: () => Date;
  notices: AgencyNotices;
  runs: Pick<RunsService, 'stopAll'>;
  scans: Pick<ScansService, 'stopAll'>;
  billing: Pick<BillingService, 'closeWorkspace' | 'changeMainAdmin'>;
  integrations: Pick<IntegrationsService, 'closeWorkspace'>;
}

const NO_LEADER = 'Choose someone who has an account and is not in another agency';
const OTHER_LEADER = 'Choose another main admin to restore this agency.';
const NO_REASON = 'Reason is required';
const NOT_YOURSELF_LEADING = "You can't make yourself the main admin. Ask a superadmin.";
const NOT_AN_ADMIN_LEADING = 'Only a superadmin can make an administrator the main admin.';
const NOT_YOURSELF = "You can't move yourself to an agency. Ask a superadmin.";
const NOT_AN_ADMIN = 'Only a superadmin can move an administrator.';

export type AgenciesService = ReturnType<typeof createAgencies>;

export function createAgencies(needs: Needs) {
  const { db, clock } = needs;
  const saved = createSavedNoun(needs, AGENCIES);
  return {
    async list({ query }: Input<'list'>) {
      const { rows, meta } = await listAgencies(db, query);
      return { data: rows.map(describe), meta };
    },
    async search({ query: { q, agency_id: agencyId = 0 } }: Input<'search'>, { role }: Caller) {
      const isOfAllRoles = role === 'superadmin';
      const people = await searchPeople(db, { words: q, agencyId, most: MAX_PEOPLE_FOUND, isOfAllRoles });
      return people.map(({ id, name, ...facts }) => ({ id, name, refusal: explainUnavailable(facts) }));
    },
    choices: () => listAgencyChoices(db),
    async create({ body: { reason, ...form } }: Input<'create'>, caller: Caller) {
      const id = await db.transaction().execute(async (trx) => {
        const { name, main_admin_id: userId } = form;
        const leader = await lockLeader(trx, userId, undefined);
        refuseLeader(leader, caller);
        const row = { ...form, kind: 'agency', person_id: null } as const;
        const recorded = { ...form, ...(reason === undefined ? {} : { reason }) };
        const agency = await saved.insert(trx, caller.actor, { row, recorded });
        await insertMember(trx, { workspaceId: agency.id, userId, now: clock() });
        const leaders = { to: userId, toName: leader.name, members: [] };
        await needs.notices.changeLeader(trx, { agency: name, ...leaders, reason, caller });
        await needs.billing.changeMainAdmin(trx, { agencyId: agency.id, userId });
        return agency.id;
      });
      return { data: describe(await getShownAgency(db, id)), message: 'Agency was successfully created' };
    },
    async edit({ params }: Input<'edit'>) {
      await getAgency(db, params.id);
      return [describe(await getShownAgency(db, params.id))];
    },
    update: (input: Input<'update'>, caller: Caller) => update(needs, input, caller),
    remove: (input: Input<'remove'>, caller: Caller) => remove(needs, input, caller),
    move: (wish: Move, caller: Caller) => move(needs, wish, caller),
  };
}

interface Availability {
  is_disabled: boolean;
  is_allowed_role: boolean;
  /** Another agency of the person. */
  agency: string | null;
}

/** @returns why a person can't be the main admin; the select shows them as unavailable */
function explainUnavailable({ is_disabled: isDisabled, is_allowed_role: isAllowed, agency }: Availability) {
  if (isDisabled) return 'This account is disabled';
  if (agency !== null) return `In ${agency}`;
  return isAllowed ? null : 'Only a superadmin can choose administrators';
}

async function update(needs: Needs, { params, body }: Input<'update'>, caller: Caller) {
  const { db, clock } = needs;
  const { revision, reason, ...change } = body;
  await db.transaction().execute(async (trx) => {
    // Users before agencies, as everywhere.
    const leader = await lockLeader(trx, change.main_admin_id, params.id);
    const members = await lockMembers(trx, params.id);
    const before = await getAgency(trx, params.id);
    checkRevision(before, revision);
    const hasNewLeader = before.main_admin_id !== leader.id;
    if (hasNewLeader) refuseLeader(leader, caller);
    if (hasNewLeader && reason === undefined)
      throw new AppError('invalid', { fields: { reason: [NO_REASON] } });
    const { id, status: from } = before;
    const { name, status: to } = change;
    await changeStatus(needs, trx, { id, name, from, to, members, caller });
    const verb = before.status === 'deleted' && change.status !== 'deleted' ? 'restore' : 'update';
    const recorded = reason === undefined ? {} : { reason };
    await createSavedNoun(needs, AGENCIES).update(trx, caller.actor, { before, change, verb, recorded });
    await insertMember(trx, { workspaceId: params.id, userId: leader.id, now: clock() });
    if (hasNewLeader) {
      const leaders = { from: before.main_admin_id, to: leader.id, toName: leader.name };
      const remaining = await lockMembers(trx, id);
      await needs.notices.changeLeader(trx, { agency: name, members: remaining, ...leaders, reason, caller });
      await needs.billing.changeMainAdmin(trx, { agencyId: params.id, userId: leader.id });
    }
  });
  return {
    data: describe(await getShownAgency(db, params.id)),
    message: 'Agency was successfully updated!',
  };
}

async function remove(needs: Needs, { params }: Input<'remove'>, caller: Caller) {
  const { db, audit, clock } = needs;
  const { actor } = caller;
  await db.transaction().execute(async (trx) => {
    const members = await lockMembers(trx, params.id);
    const before = await getAgency(trx, params.id);
    if (before.status === 'deleted') throw new AppError('not_found');
    const { id, name, status } = before;
    await changeStatus(needs, trx, { id, name, from: status, to: 'deleted', members, caller });
    const by = { updated_by: actor.userId, updated_at: clock(), revision: before.revision + 1 };
    await updateWorkspace(trx, params.id, { status: 'deleted', ...by });
    const object = { kind: 'agency', id: params.id } as const;
    await audit.record(trx, actor, { verb: 'delete', object, before: { name, status } });
  });
  return { data: {}, message: 'Agency was successfully deleted!' };
}

export interface Move {
  userId: number;
  agencyId: number | null;
  reason: string;
}

/** To another agency, or to none; nothing of what they made moves. */
async function move(needs: Needs, { userId, agencyId, reason }: Move, caller: Caller): Promise<void> {
  const { db, audit, clock } = needs;
  await db.transaction().execute(async (trx) => {
    const { agency, ...user } = await lockMember(trx, userId);
    const refusal = explainRefusal(user, caller, { self: NOT_YOURSELF, admin: NOT_AN_ADMIN });
    if (refusal !== undefined) throw new AppError('forbidden', { message: refusal });
    const to = agencyId === null ? undefined : await getAgency(trx, agencyId);
    if (to?.status === 'deleted') throw new AppError('not_found');
    if (agency?.id === to?.id) return;
    if (agency?.main_admin_id === userId) throw new AppError('main_admin');
    if (agency !== undefined) await deleteMember(trx, agency.id, userId);
    if (to !== undefined) await insertMember(trx, { workspaceId: to.id, userId, now: clock() });
    const object = { kind: 'user', id: userId } as const;
    const before = { agency_id: agency?.id ?? null };
    const after = { agency_id: to?.id ?? null, reason };
    await audit.record(trx, caller.actor, { verb: 'move', object, before, after });
    await needs.notices.move(trx, { user, left: agency, joined: to, reason, caller });
  });
}

/** Only superadmins can move administrators or themselves. @returns the reason for a refusal */
function explainRefusal(
  user: { id: number; role: Role },
  { actor, role }: Caller,
  reasons: { self: string; admin: string },
): string | undefined {
  if (role === 'superadmin') return undefined;
  if (user.id === actor.userId) return reasons.self;
  return user.role === 'user' ? undefined : reasons.admin;
}

/** @throws AppError `forbidden` at the field if the caller can't make this user the main admin */
function refuseLeader(user: { id: number; role: Role }, caller: Caller): void {
  const reasons = { self: NOT_YOURSELF_LEADING, admin: NOT_AN_ADMIN_LEADING };
  const message = explainRefusal(user, caller, reasons);
  if (message !== undefined)
    throw new AppError('forbidden', { message, fields: { main_admin_id: [message] } });
}

async function getAgency(db: Db, id: number) {
  return getFound(await findAgencyById(db, id));
}

/** Nobody leads an agency while they are in another one. */
async function lockLeader(trx: Trx, userId: number, agencyId: number | undefined) {
  const refused = new AppError('invalid', { fields: { main_admin_id: [NO_LEADER] } });
  const person = await lockMember(trx, userId).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not_found' ? refused : error;
  });
  const isElsewhere = person.agency !== undefined && person.agency.id !== agencyId;
  if (isElsewhere || person.is_disabled) throw refused;
  return person;
}

interface Change {
  id: number;
  /** The name before the change. */
  name: string;
  from: AgencyStatus;
  to: AgencyStatus;
  members: readonly number[];
  caller: Caller;
}

async function changeStatus(needs: Needs, trx: Trx, change: Change): Promise<void> {
  const { clock, runs, scans, billing, integrations, notices } = needs;
  const { id, from, to } = change;
  if (from === to) return;
  const now = clock();
  // Running work would go on changing objects that are now read-only.
  const stopped = to === 'active' ? [] : await runs.stopAll(trx, id);
  if (to !== 'active') await scans.stopAll(trx, id);
  if (to === 'deleted') {
    await billing.closeWorkspace(trx, id);
    await integrations.closeWorkspace(trx, id);
    await revokeInvitations(trx, id);
  }
  const moved = from === 'deleted' ? await deleteMovedMembers(trx, id) : [];
  await updateWorkspace(trx, id, {
    deleted_at: to === 'deleted' ? now : null,
    inactive_since: to === 'not_active' ? now : null,
  });
  await notices.changeStatus(trx, { ...change, agency: change.name, stopped, moved, now });
}

function describe({ main_admin_id: id, main_admin: user, ...row }: Shown) {
  const { is_main_admin_disabled: isDisabled, other_agency: other, ...agency } = row;
  const { status, deleted_at: at } = agency;
  const problem =
    (other !== null && `${user} is now a member of ${other}.`) ||
    (isDisabled && `The account of ${user} is disabled.`);
  return {
    ...agency,
    main_admin: { id, user },
    restorable_until: at && findRestorableUntil(at),
    restore_problem: status === 'deleted' && problem ? `${problem} ${OTHER_LEADER}` : null,
  };
}

type Shown = Awaited<ReturnType<typeof getShownAgency>>;
