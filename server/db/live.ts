/**
 * Notifies watchers of an object. NOTIFY sends the name of the changed object to all processes; watchers then
 * read the new state from its table.
 */
import type { Database, Db } from './open.ts';

const CHANNEL = 'geoloom_live';

export interface Live {
  /** Sent when the transaction commits. */
  publish(db: Db, ...topics: string[]): Promise<void>;
  /** Yields immediately and after each change; changes between two reads are merged. */
  watch(topic: string, signal: AbortSignal): AsyncGenerator<void>;
}

export async function openLive(database: Database): Promise<Live> {
  const watchers = new Map<string, Set<() => void>>();
  const wakeAll = () => {
    for (const group of watchers.values()) for (const wake of group) wake();
  };
  const wakeTopic = (topic: string) => {
    for (const wake of watchers.get(topic) ?? []) wake();
  };
  // Notifications may have been missed while the connection was down.
  await database.listen(CHANNEL, wakeTopic, wakeAll);
  return {
    publish: (db, ...topics) => database.notify(db, CHANNEL, ...topics),
    watch: (topic, signal) => watch(watchers, topic, signal),
  };
}

async function* watch(
  watchers: Map<string, Set<() => void>>,
  topic: string,
  signal: AbortSignal,
): AsyncGenerator<void> {
  let isChanged = true;
  let resume: (() => void) | undefined;
  const wake = () => {
    isChanged = true;
    resume?.();
  };
  const group = watchers.get(topic) ?? new Set();
  watchers.set(topic, group.add(wake));
  signal.addEventListener('abort', wake);
  try {
    while (!signal.aborted) {
      if (!isChanged) {
        await new Promise<void>((resolve) => {
          resume = resolve;
        });
        continue;
      }
      isChanged = false;
      yield;
    }
  } finally {
    signal.removeEventListener('abort', wake);
    group.delete(wake);
    if (group.size === 0) watchers.delete(topic);
  }
}
