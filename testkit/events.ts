/** Reads event streams through `inject`, without a socket. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import type { FastifyInstance } from 'fastify';

const TIMEOUT_MS = 100_000;

export interface SentEvent<Data> {
  event: string;
  data: Data;
  sizeBytes: number;
}

/**
 * Reads a stream up to the expected event and closes it.
 * @returns all events, the expected one last
 * @throws if the stream ends before, or after 100 seconds
 */
export async function readEvents<Data>(
  app: FastifyInstance,
  { url, headers }: { url: string; headers: Record<string, string> },
  isLast: (sent: SentEvent<Data>) => boolean,
): Promise<SentEvent<Data>[]> {
  const reply = await app.inject({ url, headers, payloadAsStream: true });
  // The server notices a closed reader only by its own side of the connection.
  const leave = () => reply.raw.res.destroy();
  const all: SentEvent<Data>[] = [];
  let isFound = false;
  const parser = createParser({
    onEvent: ({ event = '', data }) => {
      if (isFound) return;
      const sent = { event, data: JSON.parse(data) as Data, sizeBytes: data.length };
      all.push(sent);
      isFound = isLast(sent);
    },
  });
  const timeout = new AbortController();
  void sleep(TIMEOUT_MS, undefined, { signal: timeout.signal }).then(leave, () => {});
  try {
    const decoder = new TextDecoder();
    for await (const part of reply.stream()) {
      parser.feed(decoder.decode(part as Buffer, { stream: true }));
      if (isFound) return all;
    }
  } catch (error) {
    const last = JSON.stringify(all.at(-1));
    throw new Error(`${url} did not send the expected event. Last event: ${last}`, {
      cause: error,
    });
  } finally {
    timeout.abort();
    leave();
  }
  throw new Error(`${url} replied ${reply.statusCode} and ended after ${all.length} events`);
}
