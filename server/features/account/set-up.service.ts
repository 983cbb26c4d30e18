/**
 * Creates the first account. A new installation has none, so the server prints a link to its operator that creates the
 * superadmin once.
 */
import { toEmailKey } from '#contract/fields.ts';
import { timingSafeEqual } from 'node:crypto';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { accountContract } from '#contract/account.contract.ts';
import type { Db, Trx } from '#server/db/open.ts';
import { AppError } from '../../app-error.ts';
import type { Visitor } from '../../caller.ts';
import type { Context } from '../../context.ts';
import {
  deleteSetUpToken,
  findSetUpToken,
  findUserByEmail,
  hasSuperadmin,
  lockFirstAccount,
  saveSetUpToken,
} from './account.store.ts';
import { toNetworkKey } from './network.rules.ts';
import { nameByEmail } from './person-name.rules.ts';
import { hashToken, makeToken } from './sessions.service.ts';
import type { SignInService } from './sign-in.service.ts';
import type { NewAccount, SignedIn, SignUpService } from './sign-up.service.ts';

/** Creates the example projects of the first account. */
export interface SampleData {
  /** Overrides the choice in the form. */
  isAlwaysWanted: boolean;
  want(trx: Db, userId: number): Promise<void>;
  /** Never fails, because the account exists in any case. */
  makeWanted(): Promise<void>;
}

interface SetUpServices {
  signUps: SignUpService;
  signIns: SignInService;
  sampleData: SampleData;
}

type Input = HandlerInput<(typeof accountContract)['setUp']>;

const INVALID_SETUP_LINK = 'This setup link is no longer valid. Open the last one that the server printed.';

export function createSetUp({ db }: Context, { signUps, signIns, sampleData }: SetUpServices) {
  return {
    isNeeded: async () => !(await hasSuperadmin(db)),
    /** @returns a new one-time token while there is no first account; earlier ones become void */
    async prepare() {
      if (await hasSuperadmin(db)) return undefined;
      const token = makeToken();
      await saveSetUpToken(db, hashToken(token));
      return token;
    },
    async setUp(
      { body: { token, sample_data: wantsSampleData, ...form } }: Input,
      visitor: Visitor,
    ): Promise<SignedIn> {
      await checkToken(db, token);
      const account = await signUps.prepare(form, 'superadmin', toNetworkKey(visitor.ip));
      const userId = await db.transaction().execute(async (trx) => {
        await lockFirstAccount(trx);
        await checkToken(trx, token);
        await deleteSetUpToken(trx);
        const { id } = await signUps.insert(trx, account);
        if (wantsSampleData || sampleData.isAlwaysWanted) await sampleData.want(trx, id);
        return id;
      });
      await sampleData.makeWanted();
      return signIns.finish(userId, visitor);
    },
    /** @returns the new account, or undefined if there is a first account already */
    async createFirstAdmin(email: string, password: string) {
      if (await hasSuperadmin(db)) return undefined;
      const account = await signUps.prepare(
        { ...nameByEmail(email), email, password },
        'superadmin',
        'settings',
      );
      return await db.transaction().execute(async (trx) => {
        const id = await insertFirst(trx, signUps, account);
        if (id !== undefined && sampleData.isAlwaysWanted) await sampleData.want(trx, id);
        return id;
      });
    },
  };
}

async function insertFirst(trx: Trx, signUps: SignUpService, account: NewAccount) {
  await lockFirstAccount(trx);
  if (await hasSuperadmin(trx)) return undefined;
  if ((await findUserByEmail(trx, toEmailKey(account.email))) !== undefined) {
    throw new Error(`GEOLOOM_ADMIN_EMAIL: ${account.email} already has an account. Use another address.`);
  }
  await deleteSetUpToken(trx);
  return (await signUps.insert(trx, account)).id;
}

async function checkToken(db: Db, token: string): Promise<void> {
  // Read first: an account that is created in between deletes it.
  const expected = await findSetUpToken(db);
  if (await hasSuperadmin(db)) throw new AppError('set_up_already');
  const given = hashToken(token);
  if (expected === undefined || !timingSafeEqual(Buffer.from(expected), Buffer.from(given))) {
    throw new AppError('invalid', { message: INVALID_SETUP_LINK, fields: { token: [INVALID_SETUP_LINK] } });
  }
}
