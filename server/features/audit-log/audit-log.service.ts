/** Records who did what, in the transaction of the change: either both are there afterwards, or neither. */
import { isDeepStrictEqual } from 'node:util';
import type { AuditKind, AuditLine, auditLogContract, AuditVerb } from '#contract/audit-log.contract.ts';
import type { HandlerInput, ListMeta } from '#contract/endpoint.ts';
import type { Db, Trx } from '#server/db/open.ts';
import { repeatBatches } from '#server/db/repeat-batches.ts';
import type { Actor } from '../../caller.ts';
import { deleteOldEntryBatch, insertAuditEntry, listAuditEntries } from './audit-log.store.ts';

type Values = Readonly<Record<string, unknown>>;

export interface AuditEntry {
  verb: AuditVerb;
  object: { kind: AuditKind; id: number };
  /** Nothing of what is new. */
  before?: Values;
  /** Nothing of what is deleted. Of a change, only what differs is kept. */
  after?: Values;
}

export interface AuditLog {
  record(trx: Trx, actor: Actor, entry: AuditEntry): Promise<void>;
  list(
    input: HandlerInput<(typeof auditLogContract)['list']>,
  ): Promise<{ data: AuditLine[]; meta: ListMeta }>;
  /** Deletes entries older than a year. */
  prune(jobs: Db, signal: AbortSignal): Promise<void>;
}

export function createAuditLog({ db, clock }: { db: Db; clock: () => Date }): AuditLog {
  return {
    async list({ query }) {
      const { rows, meta } = await listAuditEntries(db, query);
      return { data: rows.map(describe), meta };
    },
    prune: (jobs, signal) => repeatBatches(() => deleteOldEntryBatch(jobs), signal),
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

type Row = Awaited<ReturnType<typeof listAuditEntries>>['rows'][number];

function describe(row: Row): AuditLine {
  const { actor_id: actorId, impersonator_id: impersonatorId } = row;
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: actorId === null ? null : { id: actorId, name: row.actor_name },
    impersonator: impersonatorId === null ? null : { id: impersonatorId, name: row.impersonator_name },
    verb: row.verb,
    object: { kind: row.object_kind, id: row.object_id },
    before: row.before as AuditLine['before'],
    after: row.after as AuditLine['after'],
  };
}

function findDifference(before: Values, after: Values): [Values, Values] {
  const names = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const pick = (values: Values) => Object.fromEntries(names.map((name) => [name, values[name]]));
  return [pick(before), pick(after)];
}
