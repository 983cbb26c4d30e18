/** Writes rows that users save by a form: with the user, the next revision, and an entry in the audit log. */
import type { AuditKind, AuditVerb } from '#contract/audit-words.ts';
import type { Db, Trx } from '#server/db/open.ts';
import {
  type LockedRow,
  type NewRow,
  type RowChange,
  type SavedTable,
  savedRows,
} from '#server/db/saved-rows.ts';
import { getFound } from '../../app-error.ts';
import type { Actor } from '../../caller.ts';
import type { Context } from '../../context.ts';

/** @param resource kind of the object in the audit log, and its table */
export function createSavedResource<Table extends SavedTable>(
  { audit, clock }: Pick<Context, 'audit' | 'clock'>,
  { kind, table }: { kind: AuditKind; table: Table },
) {
  const rows = savedRows(table);
  return {
    /** Locks a row in a transaction. @param within filter for rows of the caller's scope @throws AppError `not_found` */
    get: async (db: Db, id: number, within?: Parameters<typeof rows.find>[2]) =>
      getFound(await rows.find(db, id, within)),
    /** @param recorded columns that the audit log shows */
    async insert(trx: Trx, actor: Actor, { row, recorded }: { row: NewRow<Table>; recorded: object }) {
      const now = clock();
      const save = { updated_by: actor.userId, created_at: now, updated_at: now };
      const inserted = await rows.insert(trx, { ...row, ...save });
      const object = { kind, id: inserted.id };
      await audit.record(trx, actor, { verb: 'create', object, after: { ...recorded } });
      return inserted;
    },
    /** @param recorded values that are only stored in the audit log, such as a reason */
    async update(
      trx: Trx,
      actor: Actor,
      {
        before,
        change,
        verb = 'update',
        recorded,
      }: { before: LockedRow<Table>; change: RowChange<Table>; verb?: AuditVerb; recorded?: object },
    ) {
      const save = { updated_by: actor.userId, updated_at: clock(), revision: before.revision + 1 };
      const row = await rows.update(trx, before.id, { ...change, ...save });
      const object = { kind, id: before.id };
      await audit.record(trx, actor, { verb, object, before, after: { ...change, ...recorded } });
      return row;
    },
    /** @returns the deleted row */
    async remove(trx: Trx, actor: Actor, before: LockedRow<Table>) {
      // Recorded first, because the entry contains the name of the row.
      await audit.record(trx, actor, { verb: 'delete', object: { kind, id: before.id }, before });
      await rows.remove(trx, before.id);
      return before;
    },
  };
}
