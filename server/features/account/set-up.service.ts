/**
 * The first account. Nobody can sign in to a fresh installation: the person who reads what the server prints
 * makes the superadmin by a link that works once.
 */
import { toEmailKey } from '#contract/fields.ts';
import { timingSafeEqual } from 'node:crypto';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { accountContract } from '#contract/account.contract.ts';
import type { Db, Trx } from '#server/db/open.ts';
import { AppError } from '../../app-error.ts';
import type { Visitor } from '../../caller.ts';
import {
  deleteSetUpToken,
  findSetUpToken,
  findUserByEmail,
  hasSuperadmin,
  lockFirstAccount,
  saveSetUpToken,
} from './account.store.ts';
import { nameNetwork } from './network.rules.ts';
import { nameByEmail } from './person-name.rules.ts';
import { hashToken, makeToken } from './sessions.service.ts';
import type { SignInService } from './sign-in.service.ts';
import type { Person, SignUpService, Signed } from './sign-up.service.ts';

interface Needs {
  db: Db;
  signUps: SignUpService;
  signIns: Pick<SignInService, 'finish'>;
  sampleData: SampleWishes;
}

/** The example project of the person who creates the first account. */
export interface SampleWishes {
  /** Every first account gets it, whatever the form says. */
  isAlwaysWanted: boolean;
  want(trx: Db, userId: number): Promise<void>;
  /** Never fails: the account is there, whatever becomes of the example. */
  makeWanted(): Promise<void>;
}

export interface SetUpService {
  isNeeded(): Promise<boolean>;
  /** @returns a fresh one-time token while there is no first account; earlier ones are void */
  prepare(): Promise<string | undefined>;
  setUp(input: HandlerInput<(typeof accountContract)['setUp']>, visitor: Visitor): Promise<Signed>;
  /** @returns the new account, or nothing when there is a first account already */
  createFirstAdmin(email: string, password: string): Promise<number | undefined>;
}

const VOID_LINK = 'This set-up link is no longer valid. Open the one that the server printed last.';

export function createSetUp({ db, signUps, signIns, sampleData }: Needs): SetUpService {
  return {
    isNeeded: async () => !(await hasSuperadmin(db)),
    async prepare() {
      if (await hasSuperadmin(db)) return undefined;
      const token = makeToken();
      await saveSetUpToken(db, hashToken(token));
      return token;
    },
    async setUp({ body: { token, sample_data: wantsSampleData, ...form } }, visitor) {
      await checkToken(db, token);
      const person = await signUps.prepare(form, 'superadmin', nameNetwork(visitor.ip));
      const userId = await db.transaction().execute(async (trx) => {
        await lockFirstAccount(trx);
        await checkToken(trx, token);
        await deleteSetUpToken(trx);
        const { id } = await signUps.insert(trx, person);
        if (wantsSampleData || sampleData.isAlwaysWanted) await sampleData.want(trx, id);
        return id;
      });
      await sampleData.makeWanted();
      return signIns.finish(userId, visitor);
    },
    async createFirstAdmin(email, password) {
      if (await hasSuperadmin(db)) return undefined;
      const person = await signUps.prepare(
        { ...nameByEmail(email), email, password },
        'superadmin',
        'settings',
      );
      return await db.transaction().execute(async (trx) => {
        const id = await insertFirst(trx, signUps, person);
        if (id !== undefined && sampleData.isAlwaysWanted) await sampleData.want(trx, id);
        return id;
      });
    },
  };
}

async function insertFirst(trx: Trx, signUps: SignUpService, person: Person): Promise<number | undefined> {
  await lockFirstAccount(trx);
  if (await hasSuperadmin(trx)) return undefined;
  if ((await findUserByEmail(trx, toEmailKey(person.email))) !== undefined) {
    throw new Error(`GEOLOOM_ADMIN_EMAIL: ${person.email} has an account already. Name another address.`);
  }
  await deleteSetUpToken(trx);
  return (await signUps.insert(trx, person)).id;
}

async function checkToken(db: Db, token: string): Promise<void> {
  // The token first: an account that was created in between has deleted it.
  const expected = await findSetUpToken(db);
  if (await hasSuperadmin(db)) throw new AppError('set_up_already');
  const given = hashToken(token);
  if (expected === undefined || !timingSafeEqual(Buffer.from(expected), Buffer.from(given))) {
    throw new AppError('invalid', { message: VOID_LINK, fields: { token: [VOID_LINK] } });
  }
}
