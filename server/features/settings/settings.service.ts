/** Maintenance: while it is on, nobody but administrators changes anything. */
import type { HandlerInput } from '#contract/endpoint.ts';
import type { settingsContract } from '#contract/settings.contract.ts';
import type { Db } from '#server/db/open.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { AuditLog } from '../audit-log/audit-log.service.ts';
import { readMaintenance, writeMaintenance } from './settings.store.ts';

interface Needs {
  db: Db;
  audit: AuditLog;
  clock: () => Date;
  /** By the settings of the server: nobody ends it in the application. */
  isClosed: boolean;
}

const FIXED = 'MAINTENANCE=1 is set on the server. To turn off maintenance, restart the server without it.';
/** There is one row of settings for all. */
const SETTINGS_ID = 1;

export type SettingsService = ReturnType<typeof createSettings>;

export function createSettings({ db, audit, clock, isClosed }: Needs) {
  const isMaintenance = async () => isClosed || (await readMaintenance(db));
  return {
    isMaintenance,
    show: async () => ({ maintenance: await isMaintenance(), is_fixed: isClosed }),
    async update({ body }: HandlerInput<(typeof settingsContract)['update']>, { actor }: Caller) {
      const { maintenance } = body;
      if (isClosed && !maintenance) throw new AppError('conflict', { message: FIXED });
      await db.transaction().execute(async (trx) => {
        const before = { maintenance: await readMaintenance(trx) };
        await writeMaintenance(trx, maintenance, clock());
        const object = { kind: 'settings', id: SETTINGS_ID } as const;
        await audit.record(trx, actor, { verb: 'update', object, before, after: { maintenance } });
      });
      return { maintenance, is_fixed: isClosed };
    },
  };
}
