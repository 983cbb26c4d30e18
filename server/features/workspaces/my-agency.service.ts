/** The caller's agency: members, branding, and leaving. */
import type { HandlerInput } from '#contract/endpoint.ts';
import type { myAgencyContract } from '#contract/my-agency.contract.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import { type Context, withServices } from '../../context.ts';
import type { AvatarsService } from '../account/avatars.service.ts';
import { createSavedResource } from '../audit-log/saved-resource.service.ts';
import type { AgencyNotices } from './agency-notices.service.ts';
import {
  describeInvitation,
  getOwnAgency,
  lockOwnAgency,
  type InvitationsService,
} from './invitations.service.ts';
import { listInvitations } from './invitations.store.ts';
import { AGENCIES, describeOwnAgency, lockMember } from './workspaces.service.ts';
import { deleteMember, findAgencyByMember, listMembers } from './workspaces.store.ts';

type Input<Verb extends keyof typeof myAgencyContract> = HandlerInput<(typeof myAgencyContract)[Verb]>;

interface MyAgencyServices {
  avatars: AvatarsService;
  invitations: InvitationsService;
  notices: AgencyNotices;
}

type MyAgencyContext = Context & MyAgencyServices;

export function createMyAgency(context: Context, services: MyAgencyServices) {
  const needs = withServices(context, services);
  const { db, invitations } = needs;
  const saved = createSavedResource(context, AGENCIES);
  return {
    invite: invitations.invite,
    resend: invitations.resend,
    revoke: invitations.revoke,
    acceptInvite: invitations.acceptInvite,
    checkHasAgency: invitations.checkHasAgency,
    showInvitation: invitations.showInvitation,
    async list({ query }: Input<'list'>, caller: Caller) {
      const { userId } = caller.actor;
      const agency = await findAgencyByMember(db, userId);
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
        const before = await lockOwnAgency(trx, caller);
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
      const { name } = await getOwnAgency(db, caller);
      await leave(needs, { userId, by: caller });
      return { data: {}, message: `The member is no longer in ${name}.` };
    },
    async leave(_input: Input<'leave'>, caller: Caller) {
      const agency = await leave(needs, { userId: caller.actor.userId, by: caller });
      return { data: {}, message: `You have left ${agency}.` };
    },
  };
}

type Agency = NonNullable<Awaited<ReturnType<typeof findAgencyByMember>>>;
type Query = Input<'list'>['query'];

const onePage = ({ page, per_page }: Query, total: number) => ({ page, per_page, total, last_page: 1 });

async function listTab(
  needs: MyAgencyContext,
  agency: Agency,
  { query, caller }: { query: Query; caller: Caller },
) {
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
      await getOwnAgency(db, caller);
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

/** A member leaves, or the main admin removes them. @returns the name of the agency */
async function leave(
  needs: MyAgencyContext,
  { userId, by }: { userId: number; by: Caller },
): Promise<string> {
  const { db, audit, notices } = needs;
  const isOwn = userId === by.actor.userId;
  return await db.transaction().execute(async (trx) => {
    const { agency, name } = await lockMember(trx, userId);
    if (agency === undefined) throw new AppError(isOwn ? 'no_agency' : 'not_found');
    // The caller may no longer be the main admin.
    if (!isOwn && (await lockOwnAgency(trx, by)).id !== agency.id) throw new AppError('not_found');
    if (agency.main_admin_id === userId) throw new AppError('main_admin');
    await deleteMember(trx, agency.id, userId);
    const object = { kind: 'agency', id: agency.id } as const;
    await audit.record(trx, by.actor, { verb: 'leave', object, before: { user_id: userId } });
    await notices.leave(trx, { user: { id: userId, name }, agency, caller: by });
    return agency.name;
  });
}
