/**
 * Global setup of the Vitest projects that use PostgreSQL: one server for the run, with a migrated database to
 * copy. If PostgreSQL can't run, the tests open PGlite.
 */
import { sql } from 'kysely';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { openQueue } from '#server/jobs/queue.ts';
import {
  COPY_MS,
  MissingPostgresError,
  type PostgresServer,
  startPostgresServer,
} from './postgres-server.ts';
import { clearStatements } from './statements.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the database that tests copy; missing if the tests open PGlite. */
    postgresTemplate?: string;
  }
}

let server: PostgresServer | undefined;

/** Starts the server and provides the URL of a migrated database as `postgresTemplate`. */
export async function setup(project: TestProject): Promise<void> {
  clearStatements();
  try {
    server = await startPostgresServer();
  } catch (error) {
    if (!(error instanceof MissingPostgresError)) throw error;
    console.log(`${error.message} The tests of project ${project.name} open PGlite.`);
    return;
  }
  const first = await openDatabase({ url: server.url, statementTimeoutMs: COPY_MS });
  await sql`create database template_of_tests`.execute(first.db);
  await first.close();
  const url = server.url.replace(/\w+$/, 'template_of_tests');
  const template = await openDatabase({ url });
  await migrate(template);
  const queue = await openQueue({ database: template, jobs: [], log: console });
  await queue.close();
  await template.close();
  project.provide('postgresTemplate', url);
}

/** Stops the server and removes its folder. */
export async function teardown(): Promise<void> {
  await server?.stop();
}
