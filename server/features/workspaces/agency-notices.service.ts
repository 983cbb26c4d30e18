/** Notifications and emails to members about their agency: its status, its main admin, and their membership. */
import type { Trx } from '#server/db/open.ts';
import { type Caller, isOwnAct, nameActor } from '../../caller.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { StoppedRun } from '../runs/runs.service.ts';

export type AgencyStatus = 'active' | 'not_active' | 'deleted';

/** A deleted agency can be restored for this long. */
export const RESTORABLE_MS = 30 * 24 * 3600 * 1000;

/** The last day on which an agency that was deleted at this time can be restored. */
export const findRestorableUntil = (deletedAt: Date): Date => new Date(deletedAt.getTime() + RESTORABLE_MS);

const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

interface StatusChange {
  /** Members before the change. */
  members: readonly number[];
  agency: string;
  from: AgencyStatus;
  to: AgencyStatus;
  /** Runs that the change stopped. */
  stopped: readonly StoppedRun[];
  /** Former members who joined another agency after the deletion. */
  moved: readonly { user_id: number; agency: string }[];
  now: Date;
  caller: Caller;
}

interface MainAdminChange {
  agency: string;
  members: readonly number[];
  /** The former main admin; none for a new agency. */
  from?: number | null;
  to: number;
  /** Name of the new one. */
  toName: string;
  reason: string | undefined;
  caller: Caller;
}

interface Agency {
  name: string;
  main_admin_id: number | null;
}

interface MembershipChange {
  user: { id: number; name: string };
  left: Agency | undefined;
  joined: Agency | undefined;
  reason: string;
  caller: Caller;
}

const RUN_AGAIN = 'Stopped runs don’t restart automatically: open the project and choose Run again.';
const READ_ONLY =
  'Its projects and domains are read-only, and new projects and domains are personal. A paid plan continues until its main admin cancels it. To work in it again, ask an administrator to make it active.';

export type AgencyNotices = ReturnType<typeof createAgencyNotices>;

export function createAgencyNotices(notifications: NotificationsService) {
  const send = (trx: Trx, userId: number, lines: readonly string[]) =>
    notifications.notifyByMail(trx, { userId, text: lines.join('\n'), link: '/my-agency' });
  return {
    async changeStatus(trx: Trx, change: StatusChange): Promise<void> {
      const { members, stopped, moved, to } = change;
      const [lead, ...lines] = describeStatus(change);
      const inputs = members.map((userId) => {
        const elsewhere = moved.find(({ user_id: id }) => id === userId);
        const own = stopped.filter((run) => run.started_by === userId);
        const rest =
          elsewhere === undefined
            ? [...lines, ...describeStopped(own)]
            : [`You are no longer a member of it, because you are now a member of ${elsewhere.agency}.`];
        const by = `${nameActor(change.caller, userId)} made this change.`;
        const text = [lead, ...rest, by].join('\n');
        const link = to === 'deleted' ? '/dashboard' : '/my-agency';
        return { userId, text, link };
      });
      await notifications.notifyByMail(trx, ...inputs);
    },
    async changeMainAdmin(trx: Trx, change: MainAdminChange): Promise<void> {
      const { agency, members, from, to, toName, reason, caller } = change;
      const listReasons = (userId: number) =>
        reason === undefined ? [] : [`${nameActor(caller, userId)} made this change. Reason: ${reason}`];
      await send(trx, to, [
        `You are now the main admin of ${agency}.`,
        'You can invite and remove members, and change its name, branding and plan.',
        ...listReasons(to),
      ]);
      if (from == null) return;
      const isMember = members.includes(from);
      await send(trx, from, [
        `${toName} replaced you as the main admin of ${agency}.`,
        ...(isMember ? ['You are still a member, with access to its projects and domains.'] : []),
        ...listReasons(from),
      ]);
      const text = `${toName} is now the main admin of ${agency}.`;
      const others = members.filter((userId) => userId !== to && userId !== from);
      await notifications.notify(trx, ...others.map((userId) => ({ userId, text, link: '/my-agency' })));
    },
    /** The main admin of a deleted agency has deleted their account. */
    async inherit(trx: Trx, { agency, userId, deletedAt }: Inheritance): Promise<void> {
      const text = `You are now the main admin of ${agency}, which was deleted on ${DAY.format(deletedAt)}.\nIts former main admin deleted their account. An administrator can restore the agency until ${DAY.format(findRestorableUntil(deletedAt))}.`;
      await notifications.notifyByMail(trx, { userId, text, link: '/dashboard' });
    },
    /** An administrator moved a user to another agency, or to none. */
    async move(trx: Trx, { user, left, joined, reason, caller }: MembershipChange): Promise<void> {
      const describeMove = (userId: number, whom: string) =>
        `${nameActor(caller, userId)} moved ${whom}. Reason: ${reason}`;
      await send(trx, user.id, [
        joined === undefined
          ? `You are no longer a member of ${left?.name ?? 'an agency'}.`
          : `You are now a member of ${joined.name}.`,
        ...(left === undefined
          ? []
          : [`What you made in ${left.name} stays there, but you can no longer open it.`]),
        joined === undefined
          ? 'New projects and domains are personal.'
          : `New projects and domains belong to ${joined.name}; those that were personal stay personal.`,
        describeMove(user.id, 'you'),
      ]);
      for (const [agency, text] of [
        [left, `${user.name} is no longer a member of ${left?.name}.`],
        [joined, `${user.name} is now a member of ${joined?.name}.`],
      ] as const)
        if (agency?.main_admin_id != null && agency.main_admin_id !== user.id)
          await send(trx, agency.main_admin_id, [text, describeMove(agency.main_admin_id, 'them')]);
    },
    /** A member left, or the main admin removed them. */
    async leave(trx: Trx, { user, agency, caller }: Leaving): Promise<void> {
      const stays = `What you made there stays with ${agency.name}, but you can no longer open it. New projects and domains are personal.`;
      if (!isOwnAct(caller, user.id)) {
        const by = `${nameActor(caller, user.id)} made this change.`;
        await send(trx, user.id, [`You are no longer a member of ${agency.name}.`, stays, by]);
      }
      if (caller.actor.userId === user.id && agency.main_admin_id !== null) {
        const rest = `What ${user.name} made there stays with the agency.`;
        await send(trx, agency.main_admin_id, [`${user.name} has left ${agency.name}.`, rest]);
      }
    },
  };
}

interface Inheritance {
  agency: string;
  userId: number;
  deletedAt: Date;
}

interface Leaving {
  user: { id: number; name: string };
  agency: Agency;
  caller: Caller;
}

/** The first line is the subject of the email. */
function describeStatus({ agency, from, to, now }: StatusChange): [string, ...string[]] {
  const on = `on ${DAY.format(now)} by an administrator`;
  if (to === 'deleted') {
    const until = DAY.format(findRestorableUntil(now));
    return [
      `${agency} was deleted ${on}.`,
      `It can be restored until ${until}: ask an administrator. After that, everything in it is permanently deleted.`,
      'Until it is restored, you can’t open its projects and domains, and new ones are personal. Any paid plan has ended, pending invitations were revoked, and Google accounts were disconnected.',
    ];
  }
  const restored = [
    `${agency} was restored ${on}.`,
    'Its projects and domains are back. Its plan, pending invitations and Google connections are not: its main admin can choose a plan and invite people again, and members can connect Google again.',
  ] as const;
  if (from === 'deleted')
    return to === 'active' ? [...restored, RUN_AGAIN] : [...restored, `It is inactive. ${READ_ONLY}`];
  if (to === 'not_active') return [`${agency} was set to inactive ${on}.`, READ_ONLY];
  return [
    `${agency} is active again.`,
    `You can change its projects and domains, and new ones belong to it. ${RUN_AGAIN}`,
  ];
}

function describeStopped(runs: readonly Pick<StoppedRun, 'title'>[]): string[] {
  const titles = runs.map(({ title }) => `“${title}”`);
  if (titles.length === 0) return [];
  return [
    `Your ${titles.length === 1 ? 'run' : 'runs'} of ${titles.join(', ')} ${titles.length === 1 ? 'was' : 'were'} stopped.`,
  ];
}
