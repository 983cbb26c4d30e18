/** Turns away who tries too often. Counters stand in the database, so that they hold for all processes. */
import { createHash } from 'node:crypto';
import type { Db } from '#server/db/open.ts';
import { refuseForNow } from '../../app-error.ts';
import {
  CALLS_WINDOW_MS,
  LIMITS,
  LIMITS_FORGOTTEN_MS,
  type Limit,
  secondsUntilAllowed,
} from './account.rules.ts';
import { deleteCountersBefore, findCounter, takeTry } from './limits.store.ts';
import { nameNetwork } from './network.rules.ts';

interface Needs {
  db: Db;
  clock: () => Date;
}

interface SignInTry {
  ip: string;
  emailKey: string;
  /** The person has signed in from here before. */
  isKnownAddress: boolean;
}

export interface LimitsService {
  /** @throws AppError `too_many` */
  countSignIn(attempt: SignInTry): Promise<void>;
  /** @throws AppError `too_many` */
  countRegistration(ip: string): Promise<void>;
  /** A sheet that is fetched for a person. @throws AppError `too_many` */
  countSheet(userId: number): Promise<void>;
  /** A full run of a person, counted only if it comes to be in that transaction. @throws AppError `too_many` */
  countRun(userId: number, trx: Db): Promise<void>;
  /** Any call, where several processes must count together. @throws AppError `too_many` */
  countCall(key: string, most: number): Promise<void>;
}

const SWEEP_EVERY_MS = 10 * 60_000;

export function createLimits({ db, clock }: Needs): LimitsService {
  let sweptAt = 0;
  const count = async (tries: readonly [string, Limit][], trx?: Db) => {
    const now = clock();
    // In somebody's transaction nothing is locked but what is counted.
    if (trx === undefined && now.getTime() - sweptAt > SWEEP_EVERY_MS) {
      sweptAt = now.getTime();
      await deleteCountersBefore(db, new Date(sweptAt - LIMITS_FORGOTTEN_MS));
    }
    const take = async (via: Db) => {
      for (const [key, limit] of tries) {
        if (!(await takeTry(via, { key, ...limit, now }))) await refuse(via, { key, limit, now });
      }
    };
    // All or none: who is refused by one limit uses up nothing of the others.
    if (trx === undefined && tries.length > 1) await db.transaction().execute(take);
    else await take(trx ?? db);
  };
  return {
    async countSignIn({ ip, emailKey, isKnownAddress }) {
      const network = nameNetwork(ip);
      const email = hashEmail(emailKey);
      const tries: [string, Limit][] = [
        [`login:${network}:${email}`, LIMITS.signInOfAddressAndEmail],
        [`login:${network}`, LIMITS.signInOfAddress],
      ];
      // A stranger who guesses from many places must not be able to shut the owner out.
      if (!isKnownAddress) tries.push([`login:${email}`, LIMITS.signInOfEmail]);
      await count(tries);
    },
    async countRegistration(ip) {
      await count([[`register:${nameNetwork(ip)}`, LIMITS.registerOfAddress]]);
    },
    countSheet: (userId) => count([[`sheet:${userId}`, LIMITS.sheetsOfPerson]]),
    countRun: (userId, trx) => count([[`run:${userId}`, LIMITS.runsOfPerson]], trx),
    countCall: (key, most) => count([[`call:${key}`, { most, windowMs: CALLS_WINDOW_MS }]]),
  };
}

async function refuse(db: Db, { key, limit, now }: { key: string; limit: Limit; now: Date }): Promise<never> {
  const counter = await findCounter(db, key);
  const seconds = counter === undefined ? 1 : secondsUntilAllowed(counter, limit, now);
  throw refuseForNow(seconds);
}

/** Addresses of people who have no account are nobody's business. */
function hashEmail(emailKey: string): string {
  return createHash('sha256').update(emailKey).digest('base64url');
}
