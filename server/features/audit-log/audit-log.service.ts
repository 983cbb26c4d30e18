/** Records who did what, in the transaction of the change: either both are there afterwards, or neither. */
import { isDeepStrictEqual } from 'node:util';
import {
  AUDIT_REFERENCES,
  type AuditKind,
  type AuditLine,
  type auditLogContract,
  type AuditVerb,
} from '#contract/audit-log.contract.ts';
import type { HandlerInput, ListMeta } from '#contract/endpoint.ts';
import type { Db, Trx } from '#server/db/open.ts';
import { repeatBatches } from '#server/db/repeat-batches.ts';
import type { Actor } from '../../caller.ts';
import {
  deleteOldEntryBatch,
  findNames,
  insertAuditEntry,
  listAuditEntries,
  type Reference,
  toNameKey,
} from './audit-log.store.ts';

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
      // An entry of before names were recorded has those that its rows have today.
      const today = await findNames(db, rows.flatMap(listReferences));
      return { data: rows.map((row) => describe(row, { ...today, ...row.names })), meta };
    },
    prune: (jobs, signal) => repeatBatches(() => deleteOldEntryBatch(jobs), signal),
    async record(trx, { userId, impersonatorId = null }, { verb, object, before, after }) {
      const [from = null, to = null] = before && after ? findDifference(before, after) : [before, after];
      const ids = {
        actor_id: userId,
        impersonator_id: impersonatorId,
        object_kind: object.kind,
        object_id: object.id,
      };
      const names = await findNames(trx, listReferences({ ...ids, before: from, after: to }));
      const gone = before === undefined ? undefined : findOwnName(before);
      await insertAuditEntry(trx, {
        ...ids,
        at: clock(),
        verb,
        before: from && JSON.stringify(from),
        after: to && JSON.stringify(to),
        names: JSON.stringify({ ...(gone !== undefined && { [toNameKey(object)]: gone }), ...names }),
      });
    },
  };
}

type Row = Awaited<ReturnType<typeof listAuditEntries>>['rows'][number];

/** Columns that name a deleted row. */
function findOwnName({ name, title, email, account }: Values): string | undefined {
  return [name, title, email, account].find((text) => typeof text === 'string');
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const isId = (kind: string, value: unknown): value is number | string =>
  kind === 'upload' ? typeof value === 'string' && UUID.test(value) : Number.isInteger(value);

interface Referring {
  actor_id: number | null;
  impersonator_id: number | null;
  object_kind: string;
  object_id: number;
  before: unknown;
  after: unknown;
}

/** Every row that an entry refers to: who did it, to what, and those whose ids are in the change. */
function listReferences(entry: Referring): Reference[] {
  const users = [entry.actor_id, entry.impersonator_id].filter((id) => id !== null);
  const changed = [entry.before, entry.after].flatMap((side) =>
    Object.entries((side ?? {}) as Values).flatMap(([field, id]) => {
      const kind = AUDIT_REFERENCES[field];
      return kind !== undefined && isId(kind, id) ? [{ kind, id }] : [];
    }),
  );
  const object = { kind: entry.object_kind, id: entry.object_id };
  return [...users.map((id) => ({ kind: 'user', id })), object, ...changed];
}

function describe(row: Row, names: Readonly<Record<string, string>>): AuditLine {
  const { actor_id: actorId, impersonator_id: impersonatorId } = row;
  const toNamed = (kind: string, id: number) => ({ id, name: names[toNameKey({ kind, id })] ?? null });
  const references = new Set(listReferences(row).map(toNameKey));
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: actorId === null ? null : toNamed('user', actorId),
    impersonator: impersonatorId === null ? null : toNamed('user', impersonatorId),
    verb: row.verb,
    object: { kind: row.object_kind, ...toNamed(row.object_kind, row.object_id) },
    before: row.before as AuditLine['before'],
    after: row.after as AuditLine['after'],
    names: Object.fromEntries(Object.entries(names).filter(([key]) => references.has(key))),
  };
}

function findDifference(before: Values, after: Values): [Values, Values] {
  const names = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const pick = (values: Values) => Object.fromEntries(names.map((name) => [name, values[name]]));
  return [pick(before), pick(after)];
}
