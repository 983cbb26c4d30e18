/**
 * Guards access to Stripe: only a key of the account and mode that the plans are paid in is used. With another key, such
 * as one of a second environment, all plans would appear to have ended.
 */
import type { StripeGateway } from '#server/gateways/stripe.ts';
import { AppError } from '../../app-error.ts';
import { type Context, withServices } from '../../context.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { findStripeAccount, listLive, saveStripeAccount } from './subscriptions.store.ts';
import { listSuperadmins } from './usage.store.ts';

export interface StripeAccessOptions {
  /** Undefined if payments aren't set up. */
  stripe: StripeGateway | undefined;
  notifications: NotificationsService;
}

type BaseContext = Pick<Context, 'db' | 'logError' | 'clock'>;
type AccessContext = BaseContext & StripeAccessOptions;

export type StripeAccess = ReturnType<typeof createStripeAccess>;

/** Plans to look up at Stripe; one has to exist before its account is accepted as ours. */
const SAMPLE_SIZE = 3;

export function createStripeAccess(context: BaseContext, options: StripeAccessOptions) {
  const access = withServices(context, options);
  const { db, stripe } = access;
  return {
    stripe,
    /** @throws AppError `payments_off` without a key, or with a key of another account or mode */
    async open(): Promise<StripeGateway> {
      if (stripe === undefined) throw new AppError('payments_off');
      const account = (await stripe.findAccount()) ?? null;
      const stored = await findStripeAccount(db);
      const isSame =
        stored !== undefined &&
        stored.is_live === stripe.isLive &&
        (stored.account === account || stored.account === null || account === null);
      if (isSame) return stripe;
      const live = await listLive(db);
      const isOurs = live.length === 0 || (stored === undefined && (await hasAny(stripe, live)));
      if (!isOurs) throw await refuse(access, { stored, account, isLive: stripe.isLive });
      await saveStripeAccount(db, { account, is_live: stripe.isLive });
      return stripe;
    },
    alarm: (alarm: Alarm) => raiseAlarm(access, alarm),
  };
}

async function hasAny(stripe: StripeGateway, live: readonly string[]): Promise<boolean> {
  for (const name of live.slice(0, SAMPLE_SIZE))
    if ((await stripe.findSubscription(name))?.isLive === stripe.isLive) return true;
  return false;
}

interface Mismatch {
  stored: { account: string | null; is_live: boolean } | undefined;
  account: string | null;
  isLive: boolean;
}

const nameMode = (isLive: boolean) => (isLive ? 'live mode' : 'test mode');
const nameAccount = (account: string | null) => account ?? 'an unnamed account';

async function refuse(context: AccessContext, { stored, account, isLive }: Mismatch): Promise<AppError> {
  const given = `${nameAccount(account)} in ${nameMode(isLive)}`;
  const expected = stored
    ? `${nameAccount(stored.account)} in ${nameMode(stored.is_live)}`
    : 'the account that has the plans of this database';
  const error = new AppError('payments_off', {
    message: 'Payments are paused because this server has a wrong setting. Nothing was charged or changed.',
  });
  await raiseAlarm(context, {
    key: `account:${given}`,
    error,
    log: `Refused to use Stripe: STRIPE_SECRET_KEY belongs to ${given}, but the plans are paid in ${expected}. No plan was changed. Set STRIPE_SECRET_KEY to a key of ${expected} on each server and worker. To change the account on purpose, first end all of its plans while the old key is set.`,
    text: `Payments are paused: a server has a Stripe key of ${given}, but plans are paid in ${expected}. No plan was changed. Check STRIPE_SECRET_KEY.`,
  });
  return error;
}

export interface Alarm {
  /** Identifies the alarm; there is at most one notification a day for it. */
  key: string;
  error: Error;
  log: string;
  text: string;
}

async function raiseAlarm(
  { db, notifications, logError, clock }: AccessContext,
  { key, error, log, text }: Alarm,
): Promise<void> {
  logError(error, log);
  const eventKey = `stripe:${key}:${clock().toISOString().slice(0, 10)}`;
  for (const userId of await listSuperadmins(db))
    await notifications.notify(db, { userId, text, link: '/stripe/all-subscriptions', eventKey });
}
