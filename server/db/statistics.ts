/**
 * What the embedded database knows of its tables when it plans a statement: a server counts by itself while it has
 * nothing else to do, PGlite never does, and takes each table for one of a few pages.
 */
import { sql } from 'kysely';
import type { Db } from './database.ts';

const EVERY_MS = 60 * 60 * 1000;

/**
 * Counts a sample of each table now and every hour.
 * @returns ends it
 */
export function keepStatistics(db: Db, onError: (error: unknown) => void): () => Promise<void> {
  const stop = new AbortController();
  const refresh = () => refreshStatistics(db, stop.signal).catch(onError);
  let refreshing = refresh();
  const timer = setInterval(() => {
    refreshing = refresh();
  }, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    stop.abort();
    return refreshing;
  };
}

/** One table after the other: each keeps the process from everything else meanwhile. */
async function refreshStatistics(db: Db, signal: AbortSignal): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename`.execute(db);
  for (const { name } of rows) {
    if (signal.aborted) return;
    await sql`analyze ${sql.table(name)}`.execute(db);
  }
}
