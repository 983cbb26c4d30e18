/** Notifications and mails about a plan that somebody else changed, or whose payer has a new role. */
import type { Db, Trx } from '#server/db/open.ts';
import type { Letter, Outbox } from '../mail/mail.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { findLedAgency, findPerson } from './usage.store.ts';
import { findSubscription, type SubscriptionRow } from './subscriptions.store.ts';

export type PlanEvent =
  /** To the former main admin, who paid. */
  | 'handed_over'
  /** To the new main admin, who is asked for a card. */
  | 'taken_over'
  /** To a new main admin who has a personal plan. */
  | 'movable'
  /** To the payer: an administrator canceled it. */
  | 'canceled';

interface Needs {
  db: Db;
  notifications: Pick<NotificationsService, 'notify'>;
  outbox: Outbox;
  publicUrl: () => string;
}

export type PlanNotices = ReturnType<typeof createPlanNotices>;

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const EVENTS = {
  handed_over: ({ agency, plan, end }) =>
    `You are no longer the main admin of ${agency}. Your ${plan} plan for it ends on ${end}, and your card is not charged again.`,
  taken_over: ({ agency, plan, end }) =>
    `You are now the main admin of ${agency}. Its ${plan} plan is paid until ${end}. Choose a plan to keep it; you pay from that day on.`,
  movable: ({ agency, plan }) =>
    `You are now the main admin of ${agency}, and you pay for a personal ${plan} plan. Move it to ${agency}, or keep both separate? Until you answer, it works in both.`,
  canceled: ({ workspace, plan, end }) =>
    `An administrator canceled your ${plan} plan (${workspace}). It stays active until ${end}, and your card is not charged again.`,
} as const satisfies Record<
  PlanEvent,
  (facts: { agency: string; workspace: string; plan: string; end: string }) => string
>;

export function createPlanNotices({ db, notifications, outbox, publicUrl }: Needs) {
  const describe = async (from: Db, event: PlanEvent, { row, userId }: Notice): Promise<string> => {
    const { workspace, name, stripe_product: product, current_period_end: end } = row;
    const agency =
      event === 'movable' ? ((await findLedAgency(from, userId))?.name ?? 'an agency') : workspace;
    return EVENTS[event]({ agency, workspace, plan: name ?? product, end: DAY.format(end) });
  };
  return {
    /** In the transaction of the change. */
    async send(trx: Trx, event: PlanEvent, notice: Notice): Promise<void> {
      const { row, userId } = notice;
      const text = await describe(trx, event, notice);
      await notifications.notify(trx, { userId, text, link: '/payment' });
      await outbox.send(trx, { kind: 'plan', id: `${event}:${row.id}:${userId}` });
    },
    /** As everything is when the mail goes out. */
    async letter(id: string): Promise<Letter | undefined> {
      const [name, rowId, user] = id.split(':');
      const event = (Object.keys(EVENTS) as PlanEvent[]).find((each) => each === name);
      const userId = Number(user);
      const row = await findSubscription(db, Number(rowId));
      const person = await findPerson(db, userId);
      if (event === undefined || row === undefined || person === undefined) return undefined;
      return {
        to: person.email,
        subject: `Your ${row.name ?? 'Geoloom'} plan`,
        name: person.first_name,
        paragraphs: [await describe(db, event, { row, userId })],
        action: { text: 'Open Payment', url: `${publicUrl()}/payment` },
      };
    },
  };
}

interface Notice {
  row: SubscriptionRow;
  userId: number;
}
