/**
 * Audit log: records users and their changes in the transaction of the change, so that the two can't get out
 * of sync.
 */
import { isDeepStrictEqual } from 'node:util';
import type { AuditLine, auditLogContract } from '#contract/audit-log.contract.ts';
import { AUDIT_REFERENCES, type AuditKind, type AuditVerb } from '#contract/audit-words.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { Scope } from '#server/db/scope.ts';
import type { Db, Trx } from '#server/db/open.ts';
import type { Actor, Caller } from '../../caller.ts';
import {
  deleteOldEntries,
  eraseUser,
  type FoundRow,
  findRows,
  insertAuditEntry,
  listAuditEntries,
  type Reference,
  toNameKey,
} from './audit-log.store.ts';

type Values = Readonly<Record<string, unknown>>;

export interface AuditEntry {
  verb: AuditVerb;
  object: { kind: AuditKind; id: number };
  /** Missing for a new object. */
  before?: Values;
  /** Missing for a deleted object. Only values that differ are stored. */
  after?: Values;
}

type ListInput = HandlerInput<(typeof auditLogContract)['list']>;

export type AuditLog = ReturnType<typeof createAuditLog>;

// The context contains the audit log, so this can't take its type from there.
export function createAuditLog({ db, clock }: { db: Db; clock: () => Date }) {
  return {
    async list({ query }: ListInput, { scope }: Pick<Caller, 'scope'>) {
      const { rows, meta } = await listAuditEntries(db, query);
      const found = await findRows(db, rows.flatMap(listReferences));
      // Entries from before names were recorded show current names.
      const today = toNames(found);
      const links = toLinks(found, scope);
      return { data: rows.map((row) => describe(row, { names: { ...today, ...row.names }, links })), meta };
    },
    /** Deletes entries older than a year. */
    prune: deleteOldEntries,
    /** Erases names and email addresses of a deleted user. Call in the transaction that deletes the account, after the deletion. */
    eraseUser,
    /** @param actor null for a change that an outside service reports */
    async record(trx: Trx, actor: Actor | null, { verb, object, before, after }: AuditEntry): Promise<void> {
      const [from = null, to = null] = before && after ? findDifference(before, after) : [before, after];
      const ids = {
        actor_id: actor?.userId ?? null,
        impersonator_id: actor?.impersonatorId ?? null,
        object_kind: object.kind,
        object_id: object.id,
      };
      const names = toNames(await findRows(trx, listReferences({ ...ids, before: from, after: to })));
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

/** Lists all rows that an entry refers to: users, the object, and rows whose ids are in the change. */
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

const toNames = (found: readonly FoundRow[]) =>
  Object.fromEntries(found.flatMap((row) => (row.name === null ? [] : [[toNameKey(row), row.name]])));

/** URL of the page of a row, from its target. */
const PAGES: Readonly<Record<string, (target: string) => string>> = {
  agency: (id) => `/agencies/${id}`,
  domain: (id) => `/domains/${id}`,
  project: (id) => `/projects/${id}`,
  run: (projectId) => `/projects/${projectId}`,
  scan: (projectId) => `/projects/${projectId}`,
  tutorial: (id) => `/tutorials/${id}`,
  user: (email) => `/stripe/all-users?search=${encodeURIComponent(email)}`,
};

/** Rows of a workspace are linked for its members only: others can't open them. */
function toLinks(found: readonly FoundRow[], { workspaceIds }: Scope): Record<string, string> {
  return Object.fromEntries(
    found.flatMap((row) => {
      const { kind, target, workspace_id: workspaceId } = row;
      const isOpen = workspaceId === null || workspaceIds.includes(workspaceId);
      return target !== null && isOpen ? [[toNameKey(row), PAGES[kind]?.(target) ?? '']] : [];
    }),
  );
}

interface Found {
  names: Readonly<Record<string, string>>;
  links: Readonly<Record<string, string>>;
}

function describe(row: Row, { names, links }: Found): AuditLine {
  const { actor_id: actorId, impersonator_id: impersonatorId } = row;
  const toNamed = (kind: string, id: number) => ({ id, name: names[toNameKey({ kind, id })] ?? null });
  const references = new Set(listReferences(row).map(toNameKey));
  const pick = (texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(texts).filter(([key]) => references.has(key)));
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: actorId === null ? null : toNamed('user', actorId),
    impersonator: impersonatorId === null ? null : toNamed('user', impersonatorId),
    verb: row.verb,
    object: { kind: row.object_kind, ...toNamed(row.object_kind, row.object_id) },
    before: row.before as AuditLine['before'],
    after: row.after as AuditLine['after'],
    names: pick(names),
    links: pick(links),
  };
}

function findDifference(before: Values, after: Values): [Values, Values] {
  const names = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const pick = (values: Values) => Object.fromEntries(names.map((name) => [name, values[name]]));
  return [pick(before), pick(after)];
}
