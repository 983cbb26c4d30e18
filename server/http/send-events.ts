/** Sends server-sent events (WHATWG) until the source ends, the client disconnects or the session ends. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StreamEvent } from '#contract/endpoint.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import { HEARTBEAT_MS, MAX_EVENT_BUFFER_BYTES, MAX_STREAMS_PER_USER } from './limits.ts';

export interface StreamOptions {
  /** True while the session is valid; checked with each heartbeat, without extending the session. */
  isSessionValid?: (caller: Caller) => Promise<boolean>;
  /** Yields when the validity of the session may have changed. */
  watchSession?: (caller: Caller, signal: AbortSignal) => AsyncIterable<void>;
  heartbeatMs?: number;
  /** Called when a stream opens or closes. */
  onCountChange?: (change: 1 | -1) => void;
}

export interface Streams {
  send(events: AsyncIterable<StreamEvent>, request: FastifyRequest, reply: FastifyReply): FastifyReply;
}

/** Caps the streams of each user, because a loop in a page could open any number. */
export function createStreams(options: StreamOptions = {}): Streams {
  const {
    isSessionValid = async () => true,
    watchSession,
    heartbeatMs = HEARTBEAT_MS,
    onCountChange,
  } = options;
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
      if ((open.get(caller.actor.userId) ?? 0) >= MAX_STREAMS_PER_USER) throw new AppError('too_many');
      count(caller.actor.userId, 1);
      const stream = new Readable({ read: () => undefined });
      // Regular comment lines keep proxies and browsers from closing the connection.
      const sendHeartbeat = async () => {
        if (await isSessionValid(caller)) push(stream, ': beat\n\n');
        else end(stream);
      };
      const fail = (error: unknown) => {
        request.log.error({ err: error }, 'event stream failed');
        stream.destroy();
      };
      const timer = setInterval(() => void sendHeartbeat().catch(fail), heartbeatMs);
      const closed = new AbortController();
      const watch = async () => {
        for await (const _ of watchSession?.(caller, closed.signal) ?? []) {
          if (!(await isSessionValid(caller))) return end(stream);
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

/** Ended streams, which accept no more data while their last bytes are sent. */
const ended = new WeakSet<Readable>();

/**
 * @returns false if the client disconnected or reads too slowly; it gets the latest state when it reconnects
 */
function push(stream: Readable, text: string): boolean {
  if (stream.destroyed || ended.has(stream)) return false;
  if (stream.readableLength > MAX_EVENT_BUFFER_BYTES) {
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
