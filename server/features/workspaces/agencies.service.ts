/** Agencies as administrators make, change and delete them. */
import type { agenciesContract } from '#contract/agencies.contract.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { Db, Trx } from '#server/db/open.ts';
import { AppError, checkRevision, getFound } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { AuditLog } from '../audit-log/audit-log.service.ts';
import { createSavedNoun } from '../audit-log/saved-noun.service.ts';
import type { BillingService } from '../billing/billing.service.ts';
import type { IntegrationsService } from '../integrations/integrations.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { RunsService } from '../runs/runs.service.ts';
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
  searchFreePeople,
  updateWorkspace,
} from './workspaces.store.ts';

type Input<Verb extends keyof typeof agenciesContract> = HandlerInput<(typeof agenciesContract)[Verb]>;
type Status = Input<'update'>['body']['status'];

interface Needs {
  db: Db;
  audit: AuditLog;
  clock: () => Date;
  notifications: Pick<NotificationsService, 'notify'>;
  runs: Pick<RunsService, 'stopAll'>;
  billing: Pick<BillingService, 'closeWorkspace' | 'changeMainAdmin'>;
  integrations: Pick<IntegrationsService, 'closeWorkspace'>;
}

const FOUND_MOST = 20;
const NO_LEADER = 'Choose someone who has an account and is not in another agency';

export type AgenciesService = ReturnType<typeof createAgencies>;

export function createAgencies(needs: Needs) {
  const { db, clock } = needs;
  const saved = createSavedNoun(needs, AGENCIES);
  return {
    async list({ query }: Input<'list'>) {
      const { rows, meta } = await listAgencies(db, query);
      return { data: rows.map(describe), meta };
    },
    search: ({ query: { q, agency_id: agencyId = 0 } }: Input<'search'>) =>
      searchFreePeople(db, { words: q, agencyId, most: FOUND_MOST }),
    choices: () => listAgencyChoices(db),
    async create({ body: { main_admin_id: leaderId, ...body } }: Input<'create'>, { actor }: Caller) {
      const id = await db.transaction().execute(async (trx) => {
        await lockLeader(trx, leaderId, undefined);
        const recorded = { ...body, main_admin_id: leaderId };
        const row = { ...recorded, kind: 'agency', person_id: null } as const;
        const agency = await saved.insert(trx, actor, { row, recorded });
        await insertMember(trx, { workspaceId: agency.id, userId: leaderId, now: clock() });
        await notifyLeader(needs, trx, { userId: leaderId, name: body.name });
        await needs.billing.changeMainAdmin(trx, { agencyId: agency.id, userId: leaderId });
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

async function update(needs: Needs, { params, body }: Input<'update'>, { actor }: Caller) {
  const { db, clock } = needs;
  const { revision, ...change } = body;
  await db.transaction().execute(async (trx) => {
    // People before agencies, as everywhere.
    await lockLeader(trx, change.main_admin_id, params.id);
    const before = await getAgency(trx, params.id);
    checkRevision(before, revision);
    await changeStatus(needs, trx, { id: params.id, from: before.status, to: change.status });
    const verb = before.status === 'deleted' && change.status !== 'deleted' ? 'restore' : 'update';
    await createSavedNoun(needs, AGENCIES).update(trx, actor, { before, change, verb });
    await insertMember(trx, { workspaceId: params.id, userId: change.main_admin_id, now: clock() });
    if (before.main_admin_id !== change.main_admin_id) {
      await notifyLeader(needs, trx, { userId: change.main_admin_id, name: change.name });
      await needs.billing.changeMainAdmin(trx, { agencyId: params.id, userId: change.main_admin_id });
    }
  });
  return {
    data: describe(await getShownAgency(db, params.id)),
    message: 'Agency was successfully updated!',
  };
}

async function remove(needs: Needs, { params }: Input<'remove'>, { actor }: Caller) {
  const { db, audit, clock } = needs;
  await db.transaction().execute(async (trx) => {
    const before = await getAgency(trx, params.id);
    if (before.status === 'deleted') throw new AppError('not_found');
    await changeStatus(needs, trx, { id: params.id, from: before.status, to: 'deleted' });
    const by = { updated_by: actor.userId, updated_at: clock(), revision: before.revision + 1 };
    await updateWorkspace(trx, params.id, { status: 'deleted', ...by });
    const { name, status } = before;
    const object = { kind: 'agency', id: params.id } as const;
    await audit.record(trx, actor, { verb: 'delete', object, before: { name, status } });
  });
  return { data: {}, message: 'Agency was successfully deleted!' };
}

export interface Move {
  userId: number;
  agencyId: number | null;
}

/** To another agency, or to none; nothing of what they made moves. */
async function move(needs: Needs, { userId, agencyId }: Move, { actor }: Caller): Promise<void> {
  const { db, audit, clock, notifications } = needs;
  await db.transaction().execute(async (trx) => {
    const { agency } = await lockMember(trx, userId);
    const to = agencyId === null ? undefined : await getAgency(trx, agencyId);
    if (to?.status === 'deleted') throw new AppError('not_found');
    if (agency?.id === to?.id) return;
    if (agency?.main_admin_id === userId) throw new AppError('main_admin');
    if (agency !== undefined) await deleteMember(trx, agency.id, userId);
    if (to !== undefined) await insertMember(trx, { workspaceId: to.id, userId, now: clock() });
    const object = { kind: 'user', id: userId } as const;
    const change = { before: { agency_id: agency?.id ?? null }, after: { agency_id: to?.id ?? null } };
    await audit.record(trx, actor, { verb: 'move', object, ...change });
    const text = to
      ? `You are now a member of ${to.name}.`
      : `You are no longer a member of ${agency?.name ?? 'an agency'}.`;
    await notifications.notify(trx, { userId, text, link: '/my-agency' });
  });
}

async function getAgency(db: Db, id: number) {
  return getFound(await findAgencyById(db, id));
}

/** Nobody leads an agency while they are in another one. */
async function lockLeader(trx: Trx, userId: number, agencyId: number | undefined): Promise<void> {
  const refused = new AppError('invalid', { fields: { main_admin_id: [NO_LEADER] } });
  const person = await lockMember(trx, userId).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not_found' ? refused : error;
  });
  const isElsewhere = person.agency !== undefined && person.agency.id !== agencyId;
  if (isElsewhere || person.is_disabled) throw refused;
}

async function changeStatus(
  { clock, runs, billing, integrations }: Needs,
  trx: Trx,
  { id, from, to }: { id: number; from: Status; to: Status },
): Promise<void> {
  if (from === to) return;
  if (to === 'deleted') {
    await runs.stopAll(trx, id);
    await billing.closeWorkspace(trx, id);
    await integrations.closeWorkspace(trx, id);
    await revokeInvitations(trx, id);
    await updateWorkspace(trx, id, { deleted_at: clock() });
  } else if (from === 'deleted') {
    await deleteMovedMembers(trx, id);
    await updateWorkspace(trx, id, { deleted_at: null });
  }
}

async function notifyLeader(
  { notifications }: Needs,
  trx: Trx,
  { userId, name }: { userId: number; name: string },
): Promise<void> {
  await notifications.notify(trx, {
    userId,
    text: `You are now the main admin of ${name}.`,
    link: '/my-agency',
  });
}

function describe(row: Awaited<ReturnType<typeof getShownAgency>>) {
  const { main_admin_id: id, main_admin: user, ...agency } = row;
  return { ...agency, main_admin: { id, user } };
}
