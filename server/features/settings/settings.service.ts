/** Maintenance: while it is on, only administrators can change data. */
import type { HandlerInput } from '#contract/endpoint.ts';
import type { settingsContract } from '#contract/settings.contract.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { readMaintenance, writeMaintenance } from './settings.store.ts';

const MAINTENANCE_FIXED =
  'MAINTENANCE=1 is set on the server. To turn off maintenance, restart the server without it.';
/** All settings share one row of the audit log. */
const SETTINGS_ID = 1;

export type SettingsService = ReturnType<typeof createSettings>;

/** @param options.isClosed true if the environment turned on maintenance, which can't be turned off in the application */
export function createSettings(
  { db, audit, clock }: Pick<Context, 'db' | 'audit' | 'clock'>,
  { isClosed }: { isClosed: boolean },
) {
  const isMaintenance = async () => isClosed || (await readMaintenance(db));
  return {
    isMaintenance,
    show: async () => ({ maintenance: await isMaintenance(), is_fixed: isClosed }),
    async update({ body }: HandlerInput<(typeof settingsContract)['update']>, { actor }: Caller) {
      const { maintenance } = body;
      if (isClosed && !maintenance) throw new AppError('conflict', { message: MAINTENANCE_FIXED });
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
