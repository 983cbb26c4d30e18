/** Agencies, as administrators create, change, delete and restore them. */
import { type agenciesContract, MAX_PEOPLE_FOUND } from '#contract/agencies.contract.ts';
import type { Role } from '#contract/account.contract.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { Db, Trx } from '#server/db/open.ts';
import { AppError, checkRevision, getFound } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import { type Context, withServices } from '../../context.ts';
import { createSavedResource } from '../audit-log/saved-resource.service.ts';
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

interface AgencyServices {
  billing: BillingService;
  integrations: IntegrationsService;
  notices: AgencyNotices;
  runs: RunsService;
  scans: ScansService;
}

type AgencyContext = Context & AgencyServices;

const INVALID_MAIN_ADMIN = 'Choose someone who has an account and isn’t in another agency';
const CHOOSE_MAIN_ADMIN = 'Choose another main admin to restore this agency.';
const NO_REASON = 'Reason is required';
const CANNOT_APPOINT_SELF = 'You can’t make yourself the main admin. Ask a superadmin.';
const CANNOT_APPOINT_ADMINISTRATOR = 'Only a superadmin can make an administrator the main admin.';
const CANNOT_MOVE_SELF = 'You can’t move yourself to an agency. Ask a superadmin.';
const CANNOT_MOVE_ADMINISTRATOR = 'Only a superadmin can move an administrator.';

export type AgenciesService = ReturnType<typeof createAgencies>;

export function createAgencies(context: Context, services: AgencyServices) {
  const needs = withServices(context, services);
  const { db, clock } = needs;
  const saved = createSavedResource(context, AGENCIES);
  return {
    async list({ query }: Input<'list'>) {
      const { rows, meta } = await listAgencies(db, query);
      return { data: rows.map(describe), meta };
    },
    async search({ query: { q, agency_id: agencyId = 0 } }: Input<'search'>, { role }: Caller) {
      const isOfAllRoles = role === 'superadmin';
      const people = await searchPeople(db, { words: q, agencyId, limit: MAX_PEOPLE_FOUND, isOfAllRoles });
      return people.map(({ id, name, ...facts }) => ({ id, name, refusal: explainUnavailable(facts) }));
    },
    choices: () => listAgencyChoices(db),
    async create({ body: { reason, ...form } }: Input<'create'>, caller: Caller) {
      const id = await db.transaction().execute(async (trx) => {
        const { name, main_admin_id: userId } = form;
        const mainAdmin = await lockMainAdmin(trx, userId, undefined);
        rejectMainAdmin(mainAdmin, caller);
        const row = { ...form, kind: 'agency', person_id: null } as const;
        const recorded = { ...form, ...(reason === undefined ? {} : { reason }) };
        const agency = await saved.insert(trx, caller.actor, { row, recorded });
        await insertMember(trx, { workspaceId: agency.id, userId, now: clock() });
        const replacement = { to: userId, toName: mainAdmin.name, members: [] };
        await needs.notices.changeMainAdmin(trx, { agency: name, ...replacement, reason, caller });
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
    move: (request: MoveRequest, caller: Caller) => move(needs, request, caller),
  };
}

interface Availability {
  is_disabled: boolean;
  is_allowed_role: boolean;
  /** Another agency that the user is in. */
  agency: string | null;
}

/** @returns why a user can't be the main admin; the select shows them as unavailable */
function explainUnavailable({ is_disabled: isDisabled, is_allowed_role: isAllowed, agency }: Availability) {
  if (isDisabled) return 'This account is disabled';
  if (agency !== null) return `In ${agency}`;
  return isAllowed ? null : 'Only a superadmin can choose administrators';
}

async function update(needs: AgencyContext, { params, body }: Input<'update'>, caller: Caller) {
  const { db, clock } = needs;
  const { revision, reason, ...change } = body;
  await db.transaction().execute(async (trx) => {
    // Users are locked before agencies, as everywhere.
    const mainAdmin = await lockMainAdmin(trx, change.main_admin_id, params.id);
    const members = await lockMembers(trx, params.id);
    const before = await getAgency(trx, params.id);
    checkRevision(before, revision);
    const hasNewMainAdmin = before.main_admin_id !== mainAdmin.id;
    if (hasNewMainAdmin) rejectMainAdmin(mainAdmin, caller);
    if (hasNewMainAdmin && reason === undefined)
      throw new AppError('invalid', { fields: { reason: [NO_REASON] } });
    const { id, status: from } = before;
    const { name, status: to } = change;
    await changeStatus(needs, trx, { id, name, from, to, members, caller });
    const verb = before.status === 'deleted' && change.status !== 'deleted' ? 'restore' : 'update';
    const recorded = reason === undefined ? {} : { reason };
    await createSavedResource(needs, AGENCIES).update(trx, caller.actor, { before, change, verb, recorded });
    await insertMember(trx, { workspaceId: params.id, userId: mainAdmin.id, now: clock() });
    if (hasNewMainAdmin) {
      const replacement = { from: before.main_admin_id, to: mainAdmin.id, toName: mainAdmin.name };
      const remaining = await lockMembers(trx, id);
      await needs.notices.changeMainAdmin(trx, {
        agency: name,
        members: remaining,
        ...replacement,
        reason,
        caller,
      });
      await needs.billing.changeMainAdmin(trx, { agencyId: params.id, userId: mainAdmin.id });
    }
  });
  return {
    data: describe(await getShownAgency(db, params.id)),
    message: 'Agency was successfully updated!',
  };
}

async function remove(needs: AgencyContext, { params }: Input<'remove'>, caller: Caller) {
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

export interface MoveRequest {
  userId: number;
  agencyId: number | null;
  reason: string;
}

/** Moves a user to another agency, or out of one; their projects and domains stay where they are. */
async function move(
  needs: AgencyContext,
  { userId, agencyId, reason }: MoveRequest,
  caller: Caller,
): Promise<void> {
  const { db, audit, clock } = needs;
  await db.transaction().execute(async (trx) => {
    const { agency, ...user } = await lockMember(trx, userId);
    const refusal = explainRefusal(user, caller, {
      self: CANNOT_MOVE_SELF,
      admin: CANNOT_MOVE_ADMINISTRATOR,
    });
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
function rejectMainAdmin(user: { id: number; role: Role }, caller: Caller): void {
  const reasons = { self: CANNOT_APPOINT_SELF, admin: CANNOT_APPOINT_ADMINISTRATOR };
  const message = explainRefusal(user, caller, reasons);
  if (message !== undefined)
    throw new AppError('forbidden', { message, fields: { main_admin_id: [message] } });
}

async function getAgency(db: Db, id: number) {
  return getFound(await findAgencyById(db, id));
}

/** Locks the future main admin, who must not be in another agency. */
async function lockMainAdmin(trx: Trx, userId: number, agencyId: number | undefined) {
  const refused = new AppError('invalid', { fields: { main_admin_id: [INVALID_MAIN_ADMIN] } });
  const user = await lockMember(trx, userId).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not_found' ? refused : error;
  });
  const isElsewhere = user.agency !== undefined && user.agency.id !== agencyId;
  if (isElsewhere || user.is_disabled) throw refused;
  return user;
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

async function changeStatus(needs: AgencyContext, trx: Trx, change: Change): Promise<void> {
  const { clock, runs, scans, billing, integrations, notices } = needs;
  const { id, from, to } = change;
  if (from === to) return;
  const now = clock();
  // Otherwise active runs and scans would change objects that are now read-only.
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
    restore_problem: status === 'deleted' && problem ? `${problem} ${CHOOSE_MAIN_ADMIN}` : null,
  };
}

type Shown = Awaited<ReturnType<typeof getShownAgency>>;
