/** Migrates the database: the tables of Geoloom, then those of the job queue. */
import { loadConfig } from './config.ts';
import { type Migrated, migrate } from './db/migrate.ts';
import { openConfiguredDatabase, QUEUES } from './infrastructure.ts';
import { compareQueueSchema } from './jobs/boss-settings.ts';
import { openQueue } from './jobs/queue.ts';
import { describeDatabase } from './settings-summary.ts';
import { orFail } from './start-faults.ts';

export async function runMigrations(): Promise<void> {
  const config = await orFail(() => loadConfig('migrate'));
  print(describeDatabase(config));
  const database = await orFail(() => openConfiguredDatabase(config));
  await orFail(async () => {
    const start = performance.now();
    const migrated = await migrate(database, undefined, (name) => print(`Running ${name}`));
    // The queue creates and migrates its own tables when it opens; the previous version doesn't work with
    // newer ones.
    const isQueueChanged = (await compareQueueSchema(database)) === 'older';
    const queue = await openQueue({
      database,
      jobs: QUEUES,
      log: { info: () => {}, error: (details, text) => console.error(text, details) },
    });
    await queue.close();
    await database.close();
    const milliseconds = performance.now() - start;
    for (const line of describeResult({ ...migrated, isQueueChanged, milliseconds })) print(line);
  });
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

interface Result extends Migrated {
  isQueueChanged: boolean;
  milliseconds: number;
}

function describeResult({ ran, newer, isNew, isQueueChanged, milliseconds, ...result }: Result): string[] {
  if (newer.length > 0)
    return [`Nothing to do: a newer version ran ${newer.join(', ')}, and this version works with it.`];
  if (ran.length === 0 && !isQueueChanged) return ['Nothing to do: the database is up to date.'];
  const count = `Ran ${ran.length} ${ran.length === 1 ? 'migration' : 'migrations'} in ${(milliseconds / 1000).toFixed(1)} s. The database is up to date.`;
  const lines = isQueueChanged ? ['Updated the job queue tables.', count] : [count];
  if (isNew) return lines;
  return [
    ...lines,
    result.isCompatible && !isQueueChanged
      ? 'The previous version still works with the database: replace its processes one by one.'
      : 'The previous version no longer works with the database: stop its processes now, then start this version.',
  ];
}
