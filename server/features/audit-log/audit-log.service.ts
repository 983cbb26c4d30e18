/** Records who did what, in the transaction of the change: either both are there afterwards, or neither. */
import { isDeepStrictEqual } from 'node:util';
import type { Trx } from '#server/db/open.ts';
import type { Actor } from '../../caller.ts';
import { insertAuditEntry } from './audit-log.store.ts';

type Values = Readonly<Record<string, unknown>>;

export interface AuditEntry {
  verb: 'create' | 'update' | 'delete' | 'restore';
  object: { kind: 'domain' | 'project' | 'tutorial'; id: number };
  /** Nothing of what is new. */
  before?: Values;
  /** Nothing of what is deleted. Of a change, only what differs is kept. */
  after?: Values;
}

export interface AuditLog {
  record(trx: Trx, actor: Actor, entry: AuditEntry): Promise<void>;
}

export function createAuditLog({ clock }: { clock: () => Date }): AuditLog {
  return {
    async record(trx, { userId, impersonatorId = null }, { verb, object, before, after }) {
      const [from, to] = before && after ? findDifference(before, after) : [before, after];
      await insertAuditEntry(trx, {
        at: clock(),
        actor_id: userId,
        impersonator_id: impersonatorId,
        verb,
        object_kind: object.kind,
        object_id: object.id,
        before: from === undefined ? null : JSON.stringify(from),
        after: to === undefined ? null : JSON.stringify(to),
      });
    },
  };
}

function findDifference(before: Values, after: Values): [Values, Values] {
  const names = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const pick = (values: Values) => Object.fromEntries(names.map((name) => [name, values[name]]));
  return [pick(before), pick(after)];
}
