/** The own agency: who is in it, how it calls itself, and how members go. */
import type { HandlerInput } from '#contract/endpoint.ts';
import type { myAgencyContract } from '#contract/my-agency.contract.ts';
import type { Db } from '#server/db/open.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { AvatarsService } from '../account/avatars.service.ts';
import type { AuditLog } from '../audit-log/audit-log.service.ts';
import { createSavedNoun } from '../audit-log/saved-noun.service.ts';
import type { AgencyNotices } from './agency-notices.service.ts';
import {
  describeInvitation,
  getLedAgency,
  lockLedAgency,
  type InvitationsService,
} from './invitations.service.ts';
import { listInvitations } from './invitations.store.ts';
import { AGENCIES, describeOwnAgency, lockMember } from './workspaces.service.ts';
import { deleteMember, findAgencyOf, listMembers } from './workspaces.store.ts';

type Input<Verb extends keyof typeof myAgencyContract> = HandlerInput<(typeof myAgencyContract)[Verb]>;

interface Needs {
  db: Db;
  audit: AuditLog;
  clock: () => Date;
  invitations: InvitationsService;
  notices: Pick<AgencyNotices, 'leave'>;
  avatars: Pick<AvatarsService, 'toUrl'>;
}

export function createMyAgency(needs: Needs) {
  const { db, invitations } = needs;
  const saved = createSavedNoun(needs, AGENCIES);
  return {
    invite: invitations.invite,
    resend: invitations.resend,
    revoke: invitations.revoke,
    acceptInvite: invitations.acceptInvite,
    checkHasAgency: invitations.checkHasAgency,
    showInvitation: invitations.showInvitation,
    async list({ query }: Input<'list'>, caller: Caller) {
      const { userId } = caller.actor;
      const agency = await findAgencyOf(db, userId);
      const user = {
        id: userId,
        name: caller.name,
        agency: agency === undefined ? null : describeOwnAgency(agency, userId),
      };
      if (agency === undefined) return { data: [], meta: onePage(query, 0), user };
      return { ...(await listTab(needs, agency, { query, caller })), user };
    },
    async update({ body }: Input<'update'>, caller: Caller) {
      const id = await db.transaction().execute(async (trx) => {
        const before = await lockLedAgency(trx, caller);
        if (before.status !== 'active') throw new AppError('agency_not_active');
        await saved.update(trx, caller.actor, { before, change: body });
        return before.id;
      });
      return {
        data: { type: 'branding' as const, id, ...body },
        message: 'Agency was successfully updated!',
      };
    },
    async removeMember({ params: { user_id: userId } }: Input<'removeMember'>, caller: Caller) {
      const { name } = await getLedAgency(db, caller);
      await leave(needs, { userId, by: caller });
      return { data: {}, message: `The member is no longer in ${name}.` };
    },
    async leave(_input: Input<'leave'>, caller: Caller) {
      const agency = await leave(needs, { userId: caller.actor.userId, by: caller });
      return { data: {}, message: `You have left ${agency}.` };
    },
  };
}

type Agency = NonNullable<Awaited<ReturnType<typeof findAgencyOf>>>;
type Query = Input<'list'>['query'];

const onePage = ({ page, per_page }: Query, total: number) => ({ page, per_page, total, last_page: 1 });

async function listTab(needs: Needs, agency: Agency, { query, caller }: { query: Query; caller: Caller }) {
  const { db, clock, avatars } = needs;
  const { userId } = caller.actor;
  const { id, name, website, brand_color } = agency;
  switch (query.tab) {
    case 'branding':
      return {
        data: [{ type: 'branding' as const, id, name, website, brand_color }],
        meta: onePage(query, 1),
      };
    case 'invitations': {
      await getLedAgency(db, caller);
      const { rows, meta } = await listInvitations(db, id, query);
      const now = clock();
      return { data: rows.map((row) => describeInvitation(row, now)), meta };
    }
    default: {
      const { rows, meta } = await listMembers(db, id, query);
      const data = rows.map(({ avatar_key: avatarKey, joined_at: joinedAt, ...row }) => ({
        ...row,
        type: 'member' as const,
        avatar: avatars.toUrl(avatarKey, userId),
        is_main_admin: row.id === agency.main_admin_id,
        joined_at: joinedAt.toISOString(),
      }));
      return { data, meta };
    }
  }
}

/** Of oneself, or of a member whom the main admin sends away. @returns the name of the agency */
async function leave(needs: Needs, { userId, by }: { userId: number; by: Caller }): Promise<string> {
  const { db, audit, notices } = needs;
  const isOwn = userId === by.actor.userId;
  return await db.transaction().execute(async (trx) => {
    const { agency, name } = await lockMember(trx, userId);
    if (agency === undefined) throw new AppError(isOwn ? 'no_agency' : 'not_found');
    // Asked again: the agency of the caller may have another main admin by now.
    if (!isOwn && (await lockLedAgency(trx, by)).id !== agency.id) throw new AppError('not_found');
    if (agency.main_admin_id === userId) throw new AppError('main_admin');
    await deleteMember(trx, agency.id, userId);
    const object = { kind: 'agency', id: agency.id } as const;
    await audit.record(trx, by.actor, { verb: 'leave', object, before: { user_id: userId } });
    await notices.leave(trx, { user: { id: userId, name }, agency, caller: by });
    return agency.name;
  });
}
