/**
 * One connection of its own for everything that is listened to. A server that went away and came back
 * is listened to again without anybody asking; who needs to know of the gap is notified.
 */
import type pg from 'pg';
import type { Database } from './database.ts';
import { keepConnected } from './steady-connection.ts';

interface Hearer {
  channel: string;
  onPayload: (payload: string) => void;
  onGap: (() => void) | undefined;
}

interface Listener {
  listen: Database['listen'];
  close(): Promise<void>;
}

/** @param url of the server; the connection is made with the first `listen` */
export function createListener(url: string): Listener {
  const hearers = new Set<Hearer>();
  const connection = keepConnected(url, {
    prepare: async (client) => {
      client.on('notification', ({ channel, payload = '' }) => {
        for (const hearer of hearers) if (hearer.channel === channel) hearer.onPayload(payload);
      });
      for (const channel of new Set([...hearers].map((hearer) => hearer.channel))) {
        await send(client, 'listen', channel);
      }
    },
    onReturn: () => hearers.forEach((hearer) => hearer.onGap?.()),
  });

  async function stopHearing(hearer: Hearer): Promise<void> {
    hearers.delete(hearer);
    const isHeard = [...hearers].some(({ channel }) => channel === hearer.channel);
    // While the server is away there is nothing to take back.
    if (isHeard || !connection.isConnected()) return;
    await connection
      .get()
      .then((client) => send(client, 'unlisten', hearer.channel))
      .catch(() => {});
  }

  return {
    async listen(channel, onPayload, onGap) {
      const hearer = { channel, onPayload, onGap };
      hearers.add(hearer);
      try {
        await send(await connection.get(), 'listen', channel);
      } catch (error) {
        hearers.delete(hearer);
        throw error;
      }
      return () => stopHearing(hearer);
    },
    close: connection.close,
  };
}

async function send(client: pg.Client, word: 'listen' | 'unlisten', channel: string): Promise<void> {
  await client.query(`${word} ${client.escapeIdentifier(channel)}`);
}
