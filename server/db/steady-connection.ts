/** A permanent connection to PostgreSQL, which reconnects with backoff. */
import pg from 'pg';

const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 5_000;
/** Interval of pings, which detect connections that were lost silently. */
const BEAT_MS = 10_000;
const ANSWER_MS = 5_000;

interface Hooks {
  /** Called with each new connection before callers get it. */
  prepare(client: pg.Client): Promise<void>;
  /** Called after a reconnect. */
  onReturn(): void;
}

interface SteadyConnection {
  /** Returns the connection; connects if necessary. */
  get(): Promise<pg.Client>;
  isConnected(): boolean;
  close(): Promise<void>;
}

export function keepConnected(url: string, { prepare, onReturn }: Hooks): SteadyConnection {
  let current: Promise<pg.Client> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  function get(): Promise<pg.Client> {
    clearTimeout(retry);
    current ??= connect(url, prepare, lose).catch((error: unknown) => {
      current = undefined;
      throw error;
    });
    return current;
  }

  function lose(): void {
    current = undefined;
    if (!isClosed) returnLater(FIRST_WAIT_MS);
  }

  function returnLater(waitMs: number): void {
    retry = setTimeout(() => {
      get().then(onReturn, () => {
        if (!isClosed) returnLater(Math.min(waitMs * 2, MAX_WAIT_MS));
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
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    application_name: 'geoloom listener',
  });
  // An error is always followed by the end; without a listener it would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    await prepare(client);
  } catch (error) {
    void client.end().catch(() => {});
    throw error;
  }
  const beat = setInterval(() => {
    client.query('select 1').catch(() => destroy(client));
  }, BEAT_MS);
  beat.unref();
  client.once('end', () => {
    clearInterval(beat);
    onLost();
  });
  return client;
}

/** Closes without the protocol's goodbye, which would wait for a server that is down. */
function destroy(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
