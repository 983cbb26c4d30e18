/**
 * Counts attempts within a window that begins with the first one. One process counts in its memory; several
 * count what is rare and expensive together, in their database.
 */
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { refuseForNow } from '../app-error.ts';

/** Number of attempts within a window. */
export interface Limit {
  most: number;
  windowMs: number;
}

export interface RateLimiter {
  /** Counts one try. @throws AppError `too_many` above the limit, with the time to wait */
  take(key: string, limit: Limit): Promise<void>;
  /** Counts one try that is never refused. @returns the attempts of this window */
  count(key: string, windowMs: number): Promise<number>;
  /** Reads without counting. @returns the attempts of this window, and when it ends; null before the first one */
  read(key: string, limit: Limit): Promise<{ count: number; endsAt: Date | null }>;
  /** Uncounts a try that came to nothing. */
  giveBack(key: string, limit: Limit): Promise<void>;
}

/** Runs one statement of the limiter; `$1` stands for the first of `values`. */
export type RunStatement = (statement: {
  text: string;
  values?: readonly unknown[];
}) => Promise<{ rows: unknown[] }>;

/** Has the columns key, points and expire. */
const TABLE = 'rate_limits';

/** @param run the database that several processes share; without it the memory of this one counts */
export function createRateLimiter(run?: RunStatement): RateLimiter {
  const limiters = new Map<string, RateLimiterAbstract>();
  const limiterOf = ({ most: limit, windowMs }: Limit) => {
    // A key may have several limits, by plan: limiters in memory count separately, those in the database together.
    const most = run === undefined ? Number.MAX_SAFE_INTEGER : limit;
    const name = `${most}/${windowMs}`;
    const known = limiters.get(name);
    if (known !== undefined) return known;
    const rule = { points: most, duration: windowMs / 1000, keyPrefix: '' };
    const made = run === undefined ? new RateLimiterMemory(rule) : share(run, rule);
    limiters.set(name, made);
    return made;
  };
  const consume = async (key: string, limit: Limit) => {
    const limiter = limiterOf(limit);
    const first = await tryToConsume(limiter, key);
    if (first.msBeforeNext <= limit.windowMs) return first;
    // The clock was set back: an end that is further away than a window lies in no window.
    await limiter.delete(key);
    return tryToConsume(limiter, key);
  };
  return {
    async take(key, limit) {
      const { isRefused, msBeforeNext, consumedPoints } = await consume(key, limit);
      if (!isRefused && consumedPoints <= limit.most) return;
      throw refuseForNow(Math.max(1, Math.ceil(msBeforeNext / 1000)), consumedPoints !== limit.most + 1);
    },
    async count(key, windowMs) {
      return (await consume(key, { most: Number.MAX_SAFE_INTEGER, windowMs })).consumedPoints;
    },
    async read(key, limit) {
      const found = await limiterOf(limit).get(key);
      if (found === null || found.consumedPoints <= 0) return { count: 0, endsAt: null };
      return { count: found.consumedPoints, endsAt: new Date(Date.now() + found.msBeforeNext) };
    },
    async giveBack(key, limit) {
      await limiterOf(limit).reward(key, 1);
    },
  };
}

interface Outcome {
  isRefused: boolean;
  msBeforeNext: number;
  consumedPoints: number;
}

async function tryToConsume(limiter: RateLimiterAbstract, key: string): Promise<Outcome> {
  try {
    const { msBeforeNext, consumedPoints } = await limiter.consume(key);
    return { isRefused: false, msBeforeNext, consumedPoints };
  } catch (thrown) {
    if (!(thrown instanceof RateLimiterRes)) throw thrown;
    return { isRefused: true, msBeforeNext: thrown.msBeforeNext, consumedPoints: thrown.consumedPoints };
  }
}

/** A key that is refused is not asked for again: a flood must not become one of the database. */
function share(run: RunStatement, rule: { points: number; duration: number; keyPrefix: string }) {
  return new RateLimiterPostgres({
    ...rule,
    storeClient: {
      query: async (statement: Parameters<RunStatement>[0]) => {
        const { rows } = await run(statement);
        return { rows, rowCount: rows.length };
      },
    },
    storeType: 'pool',
    tableName: TABLE,
    tableCreated: true,
    clearExpiredByTimeout: true,
    inMemoryBlockOnConsumed: rule.points + 1,
  });
}
