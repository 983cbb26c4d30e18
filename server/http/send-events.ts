/** Sends a stream of events (WHATWG server-sent events) until its source or the other end is done. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StreamEvent } from '#contract/endpoint.ts';
import { EVENTS_BEAT_MS } from './limits.ts';

/** Sends a comment line now and then, so that proxies and the browser see that the stream lives. */
export function sendEvents(events: AsyncIterable<StreamEvent>, request: FastifyRequest, reply: FastifyReply) {
  const stream = new Readable({ read: () => undefined });
  const timer = setInterval(() => stream.push(': beat\n\n'), EVENTS_BEAT_MS);
  stream.once('close', () => clearInterval(timer));
  void pump(events, stream).catch((error: unknown) => {
    request.log.error({ err: error }, 'event stream broke');
    stream.destroy();
  });
  return reply.header('content-type', 'text/event-stream; charset=utf-8').send(stream);
}

async function pump(events: AsyncIterable<StreamEvent>, stream: Readable): Promise<void> {
  stream.push(': open\n\n');
  for await (const { event, data } of events) {
    if (stream.destroyed) return;
    stream.push(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }
  stream.push(null);
}
