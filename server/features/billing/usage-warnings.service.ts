/** Notifies and emails the payer when 80 and 100 percent of a limit are used, each once a month. */
import { LIMIT_NAMES, type LimitName } from '#contract/billing-shapes.ts';
import type { Context } from '#server/context.ts';
import type { Db, Trx } from '#server/db/open.ts';
import type { Email, Outbox } from '../mail/mail.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import {
  describeReached,
  describeUse,
  findThreshold,
  type Grant,
  toMonth,
  NO_LIMIT,
} from './plan-policy.rules.ts';
import { countUsage, findPayer, getPayer } from './usage.store.ts';

interface UsageWarningsOptions {
  notifications: NotificationsService;
  outbox: Outbox;
  /** Returns the limits of a workspace. */
  findGrant(db: Db, workspaceId: number): Promise<Grant>;
}

/** Usage of a limit before and after an addition. */
interface Grown {
  name: LimitName;
  before: number;
  used: number;
  limit: number;
}

export function createUsageWarnings(
  { db, publicUrl, clock }: Pick<Context, 'db' | 'publicUrl' | 'clock'>,
  { notifications, outbox, findGrant }: UsageWarningsOptions,
) {
  return {
    /** Call in the transaction that adds something. */
    async notify(trx: Trx, workspaceId: number, grown: Grown): Promise<void> {
      const percent = findThreshold(grown.before, grown.used, grown.limit);
      if (percent === undefined) return;
      const payer = await getPayer(trx, workspaceId);
      const text = describeUse({ percent, ...grown });
      const eventKey = `${grown.name}:${workspaceId}:${toMonth(clock()).key}:${percent}`;
      const isNew = await notifications.notify(trx, { userId: payer.id, text, link: '/payment', eventKey });
      if (isNew) await outbox.send(trx, { kind: 'usage', id: `${workspaceId}:${grown.name}:${percent}` });
    },
    /** Renders the current state when the email is sent. */
    async emailTemplate(id: string): Promise<Email | undefined> {
      const [workspace, kind, threshold] = id.split(':');
      const [workspaceId, percent] = [Number(workspace), Number(threshold)];
      const name = LIMIT_NAMES.find((each) => each === kind);
      const payer = await findPayer(db, workspaceId);
      if (payer === undefined || name === undefined) return undefined;
      const limit = (await findGrant(db, workspaceId)).limits[`max_${name}`];
      if (limit === NO_LIMIT) return undefined;
      const { [name]: used } = await countUsage(db, workspaceId, toMonth(clock()));
      return {
        to: payer.email,
        subject: describeReached(name, percent),
        name: payer.first_name,
        paragraphs: [
          describeUse({ percent, name, used, limit }),
          'Everything you made is kept. A larger plan has more room.',
        ],
        action: { text: 'Compare plans', url: `${publicUrl()}/payment` },
      };
    },
  };
}
