/** Writes rows that people save by a form: with who saved it, its next revision, and an entry in the audit log. */
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

/** @param of what the audit log calls it, and its table */
export function createSavedNoun<Table extends SavedTable>(
  { audit, clock }: Pick<Context, 'audit' | 'clock'>,
  { kind, table }: { kind: AuditKind; table: Table },
) {
  const rows = savedRows(table);
  return {
    /** Locks a row in a transaction. @param within which rows the caller may see @throws AppError `not_found` */
    get: async (db: Db, id: number, within?: Parameters<typeof rows.find>[2]) =>
      getFound(await rows.find(db, id, within)),
    /** @param recorded those of its columns that the audit log shows */
    async insert(trx: Trx, actor: Actor, { row, recorded }: { row: NewRow<Table>; recorded: object }) {
      const now = clock();
      const save = { updated_by: actor.userId, created_at: now, updated_at: now };
      const inserted = await rows.insert(trx, { ...row, ...save });
      const object = { kind, id: inserted.id };
      await audit.record(trx, actor, { verb: 'create', object, after: { ...recorded } });
      return inserted;
    },
    /** @param recorded values that only the audit log keeps, such as a reason */
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
    /** @returns what is gone */
    async remove(trx: Trx, actor: Actor, before: LockedRow<Table>) {
      // While the row can still be named.
      await audit.record(trx, actor, { verb: 'delete', object: { kind, id: before.id }, before });
      await rows.remove(trx, before.id);
      return before;
    },
  };
}
