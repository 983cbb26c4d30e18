/**
 * Sends streams of events (WHATWG server-sent events) until their source or the other end is done, or
 * the session of who listens is over.
 */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StreamEvent } from '#contract/endpoint.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import { EVENTS_BEAT_MS, EVENTS_BYTES, STREAMS_OF_ONE } from './limits.ts';

export interface StreamOptions {
  /** True while the caller may listen; checked with each heartbeat, without extending the session. */
  isStillIn?: (caller: Caller) => Promise<boolean>;
  /** Yields when the answer to that may have changed. */
  watchSession?: (caller: Caller, signal: AbortSignal) => AsyncIterable<void>;
  beatMs?: number;
  /** Called when a stream opens or closes. */
  onCountChange?: (change: 1 | -1) => void;
}

export interface Streams {
  send(events: AsyncIterable<StreamEvent>, request: FastifyRequest, reply: FastifyReply): FastifyReply;
}

/** Counts the streams of each user: a loop in a page must not open them without limit. */
export function createStreams(needs: StreamOptions = {}): Streams {
  const { isStillIn = async () => true, watchSession, beatMs = EVENTS_BEAT_MS, onCountChange } = needs;
  const open = new Map<number, number>();
  const count = (userId: number, change: 1 | -1) => {
    onCountChange?.(change);
    const left = (open.get(userId) ?? 0) + change;
    if (left > 0) open.set(userId, left);
    else open.delete(userId);
    return left;
  };
  return {
    send(events, request, reply) {
      const caller = request.caller as Caller;
      if ((open.get(caller.actor.userId) ?? 0) >= STREAMS_OF_ONE) throw new AppError('too_many');
      count(caller.actor.userId, 1);
      const stream = new Readable({ read: () => undefined });
      // A comment line now and then shows proxies and the browser that the stream lives.
      const beat = async () => {
        if (await isStillIn(caller)) push(stream, ': beat\n\n');
        else end(stream);
      };
      const fail = (error: unknown) => {
        request.log.error({ err: error }, 'event stream broke');
        stream.destroy();
      };
      const timer = setInterval(() => void beat().catch(fail), beatMs);
      const closed = new AbortController();
      const watch = async () => {
        for await (const _ of watchSession?.(caller, closed.signal) ?? []) {
          if (!(await isStillIn(caller))) return end(stream);
        }
      };
      stream.once('close', () => {
        clearInterval(timer);
        closed.abort();
        count(caller.actor.userId, -1);
      });
      void pump(events, stream).catch(fail);
      void watch().catch(fail);
      return reply.header('content-type', 'text/event-stream; charset=utf-8').send(stream);
    },
  };
}

async function pump(events: AsyncIterable<StreamEvent>, stream: Readable): Promise<void> {
  push(stream, ': open\n\n');
  for await (const { event, data } of events) {
    if (!push(stream, `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)) return;
  }
  end(stream);
}

/** Ended streams, which accept no more data while the last bytes are sent. */
const ended = new WeakSet<Readable>();

/** @returns false if the client left or reads too slowly; it gets the newest state when it reconnects */
function push(stream: Readable, text: string): boolean {
  if (stream.destroyed || ended.has(stream)) return false;
  if (stream.readableLength > EVENTS_BYTES) {
    stream.destroy();
    return false;
  }
  stream.push(text);
  return true;
}

function end(stream: Readable): void {
  if (stream.destroyed || ended.has(stream)) return;
  ended.add(stream);
  stream.push(null);
}
