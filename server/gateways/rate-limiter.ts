/**
 * Counts attempts in fixed windows that begin with the first attempt. A single process counts in memory;
 * several processes share counts of rare and expensive actions in the database.
 */
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { toRateLimited } from '../app-error.ts';

/** Maximum number of attempts within a window. */
export interface Limit {
  max: number;
  windowMs: number;
}

export interface RateLimiter {
  /** Counts one attempt. @throws AppError `too_many` above the limit, with the time to wait */
  take(key: string, limit: Limit): Promise<void>;
  /** Counts one attempt without a limit. @returns the attempts in this window */
  count(key: string, windowMs: number): Promise<number>;
  /** Reads without counting. @returns the attempts in this window, and when it ends; null without attempts */
  read(key: string, limit: Limit): Promise<{ count: number; endsAt: Date | null }>;
  /** Uncounts an attempt that had no effect. */
  uncount(key: string, limit: Limit): Promise<void>;
}

/** Runs one statement of the limiter; `$1` stands for the first of `values`. */
export type RunStatement = (statement: {
  text: string;
  values?: readonly unknown[];
}) => Promise<{ rows: unknown[] }>;

/** Has the columns key, points and expire. */
const TABLE = 'rate_limits';

/**
 * Creates a rate limiter.
 * @param run the database shared by several processes; without it, counts are kept in memory
 */
export function createRateLimiter(run?: RunStatement): RateLimiter {
  const limiters = new Map<string, RateLimiterAbstract>();
  const getLimiter = ({ max: limit, windowMs }: Limit) => {
    // A key may have several limits, depending on the plan. In memory, limiters count separately; in the
    // database, they share counts.
    const maxPoints = run === undefined ? Number.MAX_SAFE_INTEGER : limit;
    const name = `${maxPoints}/${windowMs}`;
    const known = limiters.get(name);
    if (known !== undefined) return known;
    const rule = { points: maxPoints, duration: windowMs / 1000, keyPrefix: '' };
    const made = run === undefined ? new RateLimiterMemory(rule) : createSharedLimiter(run, rule);
    limiters.set(name, made);
    return made;
  };
  const consume = async (key: string, limit: Limit) => {
    const limiter = getLimiter(limit);
    const first = await tryToConsume(limiter, key);
    if (first.msBeforeNext <= limit.windowMs) return first;
    // The clock was set back: a window can't end later than its length from now.
    await limiter.delete(key);
    return tryToConsume(limiter, key);
  };
  return {
    async take(key, limit) {
      const { isRejected, msBeforeNext, consumedPoints } = await consume(key, limit);
      if (!isRejected && consumedPoints <= limit.max) return;
      throw toRateLimited(Math.max(1, Math.ceil(msBeforeNext / 1000)), consumedPoints !== limit.max + 1);
    },
    async count(key, windowMs) {
      return (await consume(key, { max: Number.MAX_SAFE_INTEGER, windowMs })).consumedPoints;
    },
    async read(key, limit) {
      const found = await getLimiter(limit).get(key);
      if (found === null || found.consumedPoints <= 0) return { count: 0, endsAt: null };
      return { count: found.consumedPoints, endsAt: new Date(Date.now() + found.msBeforeNext) };
    },
    async uncount(key, limit) {
      await getLimiter(limit).reward(key, 1);
    },
  };
}

interface Outcome {
  isRejected: boolean;
  msBeforeNext: number;
  consumedPoints: number;
}

async function tryToConsume(limiter: RateLimiterAbstract, key: string): Promise<Outcome> {
  try {
    const { msBeforeNext, consumedPoints } = await limiter.consume(key);
    return { isRejected: false, msBeforeNext, consumedPoints };
  } catch (thrown) {
    if (!(thrown instanceof RateLimiterRes)) throw thrown;
    return { isRejected: true, msBeforeNext: thrown.msBeforeNext, consumedPoints: thrown.consumedPoints };
  }
}

/** Caches rejected keys in memory, so that a flood doesn't reach the database. */
function createSharedLimiter(
  run: RunStatement,
  rule: { points: number; duration: number; keyPrefix: string },
) {
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
