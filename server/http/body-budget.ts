/**
 * Bodies are kept in memory while they are read, so there is a budget of bytes for those that are on their
 * way: of one network, of one person, and of all together. Visitors who are not signed in have a small one.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { watchIdle } from './idle-connections.ts';
import { BODY_BUDGETS, BODY_STALL_MS } from './limits.ts';

export interface BodyBudget {
  /**
   * Reserves the bytes of a body until its answer is over.
   * @param limit bytes that the body of this endpoint may have
   * @throws AppError `too_large`, `too_many` for one network or person, `overloaded` for all
   */
  take(request: FastifyRequest, reply: FastifyReply, limit: number): void;
}

interface Needs {
  /** Which visitors count as one. */
  nameNetwork?: (ip: string) => string;
  /** Without a byte for so long a body is given up. */
  stallMs?: number;
  budgets?: typeof BODY_BUDGETS;
}

export function createBodyBudget(needs: Needs = {}): BodyBudget {
  const { nameNetwork = (ip: string) => ip, stallMs = BODY_STALL_MS, budgets = BODY_BUDGETS } = needs;
  const taken = new Map<string, number>();
  const add = (key: string, change: number) => {
    const sum = (taken.get(key) ?? 0) + change;
    if (sum > 0) taken.set(key, sum);
    else taken.delete(key);
  };
  return {
    take(request, reply, limit) {
      const bytes = readLength(request, limit);
      if (bytes > limit) throw new AppError('too_large');
      if (bytes === 0) return;
      watchIdle(request, stallMs);
      const { caller, ip } = request;
      const userId = caller !== null && 'actor' in caller ? caller.actor.userId : undefined;
      const who = userId === undefined ? 'visitor' : 'person';
      const keys: [key: string, most: number, code: 'too_many' | 'overloaded'][] = [
        [`${who} from ${nameNetwork(ip)}`, budgets[who].ofNetwork, 'too_many'],
        [who, budgets[who].ofAll, 'overloaded'],
      ];
      if (userId !== undefined) keys.unshift([`person ${userId}`, budgets.ofOnePerson, 'too_many']);
      for (const [key, most, code] of keys)
        if ((taken.get(key) ?? 0) + bytes > most) throw new AppError(code);
      for (const [key] of keys) add(key, bytes);
      reply.raw.once('close', () => {
        for (const [key] of keys) add(key, -bytes);
      });
    },
  };
}

/** A body that does not say how long it is may become as long as it is allowed to. */
function readLength({ headers }: FastifyRequest, limit: number): number {
  if (headers['transfer-encoding'] !== undefined) return limit;
  return Number(headers['content-length'] ?? 0);
}
