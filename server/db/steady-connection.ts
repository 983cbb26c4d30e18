/** A permanent connection to PostgreSQL, which reconnects with backoff. */
import pg from 'pg';

const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 5_000;
/** Interval of pings, which detect connections that were lost silently. */
const PING_INTERVAL_MS = 10_000;
const REPLY_TIMEOUT_MS = 5_000;

interface Hooks {
  /** Called with each new connection before callers get it. */
  prepare(client: pg.Client): Promise<void>;
  /** Called after a reconnect. */
  onReconnect(): void;
}

interface SteadyConnection {
  /** Returns the connection; connects if necessary. */
  get(): Promise<pg.Client>;
  isConnected(): boolean;
  close(): Promise<void>;
}

export function keepConnected(url: string, { prepare, onReconnect }: Hooks): SteadyConnection {
  let current: Promise<pg.Client> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  function get(): Promise<pg.Client> {
    clearTimeout(retry);
    current ??= connect(url, prepare, handleLoss).catch((error: unknown) => {
      current = undefined;
      throw error;
    });
    return current;
  }

  function handleLoss(): void {
    current = undefined;
    if (!isClosed) reconnectLater(FIRST_WAIT_MS);
  }

  function reconnectLater(waitMs: number): void {
    retry = setTimeout(() => {
      get().then(onReconnect, () => {
        if (!isClosed) reconnectLater(Math.min(waitMs * 2, MAX_WAIT_MS));
      });
    }, waitMs);
    retry.unref();
  }

  return {
    get,
    isConnected: () => current !== undefined,
    async close() {
      isClosed = true;
      clearTimeout(retry);
      const client = await current?.catch(() => undefined);
      await client?.end().catch(() => {});
    },
  };
}

async function connect(url: string, prepare: Hooks['prepare'], onLost: () => void): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: REPLY_TIMEOUT_MS,
    query_timeout: REPLY_TIMEOUT_MS,
    application_name: 'geoloom listener',
  });
  // An error is always followed by `end`; without a handler the error would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    await prepare(client);
  } catch (error) {
    void client.end().catch(() => {});
    throw error;
  }
  const pingTimer = setInterval(() => {
    client.query('select 1').catch(() => destroy(client));
  }, PING_INTERVAL_MS);
  pingTimer.unref();
  client.once('end', () => {
    clearInterval(pingTimer);
    onLost();
  });
  return client;
}

/** Closes the socket without a protocol message, which would wait for a server that is down. */
function destroy(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
