/** Notifications and mails to the payer when 80 and 100 percent of a month's pages are used, each once. */
import type { Db, Trx } from '#server/db/open.ts';
import type { Letter, Outbox } from '../mail/mail.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { describeMark, findMark, type Grant, monthOf, NO_LIMIT } from './plan-policy.rules.ts';
import { countUsage, findPayer, getPayer } from './usage.store.ts';

export interface UsageMarksNeeds {
  db: Db;
  notifications: Pick<NotificationsService, 'notify'>;
  outbox: Outbox;
  publicUrl: () => string;
  clock: () => Date;
}

/** @param findGrant what holds for a workspace */
export function createUsageMarks(
  { db, notifications, outbox, publicUrl, clock }: UsageMarksNeeds,
  findGrant: (db: Db, workspaceId: number) => Promise<Grant>,
) {
  return {
    /** In the transaction that uses pages. */
    async notify(trx: Trx, workspaceId: number, pages: { before: number; used: number; limit: number }) {
      const mark = findMark(pages.before, pages.used, pages.limit);
      if (mark === undefined) return;
      const payer = await getPayer(trx, workspaceId);
      const text = describeMark({ mark, ...pages });
      const eventKey = `pages:${workspaceId}:${monthOf(clock()).key}:${mark}`;
      const isNew = await notifications.notify(trx, { userId: payer.id, text, link: '/payment', eventKey });
      if (isNew) await outbox.send(trx, { kind: 'usage', id: `${workspaceId}:${mark}` });
    },
    /** As the month stands when the mail goes out. */
    async letter(id: string): Promise<Letter | undefined> {
      const [workspaceId = 0, mark = 0] = id.split(':').map(Number);
      const payer = await findPayer(db, workspaceId);
      if (payer === undefined) return undefined;
      const { max_pages_month: limit } = (await findGrant(db, workspaceId)).limits;
      if (limit === NO_LIMIT) return undefined;
      const { pages_month: used } = await countUsage(db, workspaceId, monthOf(clock()));
      return {
        to: payer.email,
        subject: `${mark}% of your pages are used`,
        name: payer.first_name,
        paragraphs: [
          describeMark({ mark, used, limit }),
          'Everything you made stays. A larger plan has more pages.',
        ],
        action: { text: 'Compare plans', url: `${publicUrl()}/payment` },
      };
    },
  };
}
