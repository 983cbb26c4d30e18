/** Notifications and emails about a plan that was canceled, moved or ended, or whose agency has a new main admin. */
import type { Context } from '#server/context.ts';
import type { Db, Trx } from '#server/db/open.ts';
import type { Email, Outbox } from '../mail/mail.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { findLedAgency, findRecipient } from './usage.store.ts';
import { findSubscription, type SubscriptionRow } from './subscriptions.store.ts';

export type PlanEvent =
  /** Sent to the former main admin, who is the payer. */
  | 'handed_over'
  /** Sent to the new main admin, who has to enter a card. */
  | 'taken_over'
  /** Sent to a new main admin who has a personal plan. */
  | 'movable'
  /** Sent to the payer when an administrator cancels the plan. */
  | 'canceled'
  /** Sent to the payer, who moved the plan to an agency. */
  | 'moved'
  /** Sent to the payer. */
  | 'ended'
  /** Sent to the main admin of an agency whose plan another user paid for. */
  | 'ended_for_agency';

interface PlanNoticesOptions {
  notifications: NotificationsService;
  outbox: Outbox;
}

export type PlanNotices = ReturnType<typeof createPlanNotices>;

interface Facts {
  agency: string;
  workspace: string;
  /** ` for Bright Pages`; empty for a personal plan. */
  place: string;
  /** True if the agency was deleted. */
  isDeleted: boolean;
  plan: string;
  end: string;
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const EVENTS = {
  handed_over: ({ agency, plan, end }) =>
    `Your ${plan} plan for ${agency} ends on ${end}, because you are no longer its main admin. Your card won’t be charged again.`,
  taken_over: ({ agency, plan, end }) =>
    `The ${plan} plan of ${agency} is paid until ${end}. Choose a plan to continue after that; you won’t be charged before that day.`,
  movable: ({ agency, plan }) =>
    `You are now the main admin of ${agency}, and you pay for a personal ${plan} plan. Move it to ${agency}, or keep it personal? Until you answer, it works in both.`,
  canceled: ({ workspace, plan, end }) =>
    `An administrator canceled your ${plan} plan (${workspace}). It stays active until ${end}, and your card won’t be charged again.`,
  moved: ({ workspace, plan }) =>
    `Your ${plan} plan now belongs to ${workspace} and applies to all its members. You still pay for it, and can cancel it under Payment.`,
  ended: ({ place, plan, isDeleted }) =>
    isDeleted
      ? `Your ${plan} plan${place} has ended, because the agency was deleted. Your card won’t be charged again.`
      : `Your ${plan} plan${place} has ended. Everything you made is kept. Choose a plan to make more than the free plan includes.`,
  ended_for_agency: ({ workspace, plan }) =>
    `The ${plan} plan of ${workspace} has ended. Everything its members made is kept. Choose a plan to make more than the free plan includes.`,
} as const satisfies Record<PlanEvent, (facts: Facts) => string>;

export function createPlanNotices(
  { db, publicUrl }: Pick<Context, 'db' | 'publicUrl'>,
  { notifications, outbox }: PlanNoticesOptions,
) {
  const describe = async (from: Db, event: PlanEvent, { row, userId }: Notice): Promise<string> => {
    const { workspace, name, stripe_product: product, current_period_end: end } = row;
    const agency =
      event === 'movable' ? ((await findLedAgency(from, userId))?.name ?? 'an agency') : workspace;
    const place = row.workspace_kind === 'agency' ? ` for ${workspace}` : '';
    const isDeleted = place !== '' && row.workspace_status === 'deleted';
    const facts = { agency, workspace, place, isDeleted, plan: name ?? product, end: DAY.format(end) };
    return EVENTS[event](facts);
  };
  return {
    /** Call in the transaction of the change. */
    async send(trx: Trx, event: PlanEvent, notice: Notice): Promise<void> {
      const { row, userId, eventKey } = notice;
      const text = await describe(trx, event, notice);
      const notification = { userId, text, link: '/payment', ...(eventKey !== undefined && { eventKey }) };
      if (!(await notifications.notify(trx, notification))) return;
      await outbox.send(trx, { kind: 'plan', id: `${event}:${row.id}:${userId}` });
    },
    /** Renders the current state when the email is sent. */
    async emailTemplate(id: string): Promise<Email | undefined> {
      const [name, rowId, user] = id.split(':');
      const event = (Object.keys(EVENTS) as PlanEvent[]).find((each) => each === name);
      const userId = Number(user);
      const row = await findSubscription(db, Number(rowId));
      const recipient = await findRecipient(db, userId);
      if (event === undefined || row === undefined || recipient === undefined) return undefined;
      return {
        to: recipient.email,
        subject: `Your ${row.name ?? 'Geoloom'} plan`,
        name: recipient.first_name,
        paragraphs: [await describe(db, event, { row, userId })],
        action: { text: 'Open Payment', url: `${publicUrl()}/payment` },
      };
    },
  };
}

interface Notice {
  row: SubscriptionRow;
  userId: number;
  /** Sends one notification and one email per key. */
  eventKey?: string;
}
