/**
 * Dedicated connection for all subscribers. It reconnects and listens again after a restart of the server,
 * and notifies subscribers of the gap.
 */
import type pg from 'pg';
import type { Database } from './database.ts';
import { keepConnected } from './steady-connection.ts';

interface Subscriber {
  channel: string;
  onPayload: (payload: string) => void;
  onGap: (() => void) | undefined;
}

interface Listener {
  listen: Database['listen'];
  close(): Promise<void>;
}

/** Creates the listener, which connects at the first `listen`. */
export function createListener(url: string): Listener {
  const subscribers = new Set<Subscriber>();
  const connection = keepConnected(url, {
    prepare: async (client) => {
      client.on('notification', ({ channel, payload = '' }) => {
        for (const subscriber of subscribers)
          if (subscriber.channel === channel) subscriber.onPayload(payload);
      });
      for (const channel of new Set([...subscribers].map((subscriber) => subscriber.channel))) {
        await send(client, 'listen', channel);
      }
    },
    onReconnect: () => subscribers.forEach((subscriber) => subscriber.onGap?.()),
  });

  async function unsubscribe(subscriber: Subscriber): Promise<void> {
    subscribers.delete(subscriber);
    const isUsed = [...subscribers].some(({ channel }) => channel === subscriber.channel);
    // A lost connection has nothing to unlisten.
    if (isUsed || !connection.isConnected()) return;
    await connection
      .get()
      .then((client) => send(client, 'unlisten', subscriber.channel))
      .catch(() => {});
  }

  return {
    async listen(channel, onPayload, onGap) {
      const subscriber = { channel, onPayload, onGap };
      subscribers.add(subscriber);
      try {
        await send(await connection.get(), 'listen', channel);
      } catch (error) {
        subscribers.delete(subscriber);
        throw error;
      }
      return () => unsubscribe(subscriber);
    },
    close: connection.close,
  };
}

async function send(client: pg.Client, word: 'listen' | 'unlisten', channel: string): Promise<void> {
  await client.query(`${word} ${client.escapeIdentifier(channel)}`);
}
