/** Vitest's setup of the project `postgres`: one server for the run, with a migrated database to copy. */
import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { openQueue } from '#server/jobs/queue.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the database that tests copy; only in the project `postgres`. */
    postgresTemplate?: string;
  }
}

let server: PostgresServer | undefined;

/** Starts the server and provides the address of a migrated database as `postgresTemplate`. */
export async function setup(project: TestProject): Promise<void> {
  server = await startPostgresServer();
  const first = await openDatabase({ url: server.url });
  await sql`create database template_of_tests`.execute(first.db);
  await first.close();
  const url = server.url.replace(/\w+$/, 'template_of_tests');
  const template = await openDatabase({ url });
  await migrate(template);
  const queue = await openQueue(template, [], console);
  await queue.close();
  await template.close();
  project.provide('postgresTemplate', url);
}

/** Stops the server; its folder goes with it. */
export async function teardown(): Promise<void> {
  await server?.stop();
}
