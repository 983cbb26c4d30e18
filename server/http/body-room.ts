/**
 * Large bodies are kept in memory while they are read, so there is room for so many of them at once:
 * of one person, and of all together. Small ones are not counted.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { BODY_BYTES, LARGE_BODIES_OF_ALL, LARGE_BODIES_OF_ONE } from './limits.ts';

export interface BodyRoom {
  /**
   * Takes room until the answer is over.
   * @param limit bytes that the body of this endpoint may have
   * @throws AppError `too_large`, `too_many` for one person, `overloaded` for all
   */
  take(request: FastifyRequest, reply: FastifyReply, limit: number): void;
}

export function createBodyRoom(ofOne = LARGE_BODIES_OF_ONE, ofAll = LARGE_BODIES_OF_ALL): BodyRoom {
  const taken = new Map<number, number>();
  let sum = 0;
  return {
    take(request, reply, limit) {
      const bytes = readLength(request, limit);
      if (bytes > limit) throw new AppError('too_large');
      const { caller } = request;
      if (bytes <= BODY_BYTES || caller === null || !('actor' in caller)) return;
      const { userId } = caller.actor;
      const own = taken.get(userId) ?? 0;
      if (own + bytes > ofOne) throw new AppError('too_many');
      if (sum + bytes > ofAll) throw new AppError('overloaded');
      taken.set(userId, own + bytes);
      sum += bytes;
      reply.raw.once('close', () => {
        const left = (taken.get(userId) ?? 0) - bytes;
        if (left > 0) taken.set(userId, left);
        else taken.delete(userId);
        sum -= bytes;
      });
    },
  };
}

/** A body that does not say how long it is may become as long as it is allowed to. */
function readLength({ headers }: FastifyRequest, limit: number): number {
  if (headers['transfer-encoding'] !== undefined) return limit;
  return Number(headers['content-length'] ?? 0);
}
