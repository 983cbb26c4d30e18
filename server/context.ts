/**
 * Everything that a service may use besides other services. `create…` functions take it as their first
 * parameter and destructure what they need; other services are the second parameter.
 */
import type { LogSecurity } from './caller.ts';
import type { AuditLog } from './features/audit-log/audit-log.service.ts';
import type { Live } from './db/live.ts';
import type { Db } from './db/open.ts';
import type { Files } from './gateways/files.ts';
import type { Secrets } from './gateways/secret-key.ts';
import type { EnginePool } from './jobs/engine-pool.ts';
import type { Queue } from './jobs/queue.ts';

export interface Context {
  db: Db;
  /** Connections of background jobs, separate from those of requests. */
  jobs: Db;
  live: Live;
  files: Files;
  pool: EnginePool;
  queue: Queue;
  audit: AuditLog;
  secrets: Secrets;
  clock: () => Date;
  newId: () => string;
  /** Writes a line of the security log; does nothing until the log is open. */
  logSecurity: LogSecurity;
  logError(error: unknown, text: string): void;
  /** Origin at which users open the application. */
  publicUrl: () => string;
}

/**
 * Combines the context and the services of one service, for its functions outside of the closure. A service
 * with the name of a member of the context doesn't compile.
 */
export function withServices<C extends Partial<Context>, S extends object>(
  context: C,
  services: S & Partial<Record<keyof S & keyof Context, never>>,
): C & S {
  return { ...context, ...services };
}
