/** Domains: each stands once in the list of a workspace, and is never deleted. */
import type { domainsContract } from '#contract/domains.contract.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { Db } from '#server/db/open.ts';
import { checkWritable } from '#server/db/scope.ts';
import { AppError, refuseStale } from '../../app-error.ts';
import type { Caller, Scope } from '../../caller.ts';
import type { AuditLog } from '../audit-log/audit-log.service.ts';
import type { PlanLimitsService } from '../billing/limits.service.ts';
import { findDomain, insertDomain, listDomains, updateDomain } from './domains.store.ts';

type Input<Verb extends keyof typeof domainsContract> = HandlerInput<(typeof domainsContract)[Verb]>;

interface Needs {
  db: Db;
  audit: AuditLog;
  plans: Pick<PlanLimitsService, 'takeOne'>;
  clock: () => Date;
}

export type DomainsService = ReturnType<typeof createDomains>;

const DOUBLE = 'This domain is already in your list.';

export function createDomains({ db, audit, plans, clock }: Needs) {
  return {
    async list({ query }: Input<'list'>, { scope }: Caller) {
      const { rows, meta } = await listDomains(db, scope, query);
      return { data: rows.map(describe), meta };
    },
    async create({ body }: Input<'create'>, { actor, scope, role }: Caller) {
      const now = clock();
      const by = { created_by: actor.userId, updated_by: actor.userId, created_at: now, updated_at: now };
      const insert = db.transaction().execute(async (trx) => {
        if (body.status === '1') await plans.takeOne(trx, { workspaceId: scope.homeId, role }, 'domains');
        const row = await insertDomain(trx, { ...body, ...by, workspace_id: scope.homeId });
        const object = { kind: 'domain', id: row.id } as const;
        await audit.record(trx, actor, { verb: 'create', object, after: body });
        return row;
      });
      return describe(await insert.catch(refuseDouble));
    },
    async edit({ params }: Input<'edit'>, { scope }: Caller) {
      return [describe(await getDomain(db, params.id, scope))];
    },
    async update({ params, body }: Input<'update'>, { actor, scope, role }: Caller) {
      const { revision, ...fields } = body;
      const update = db.transaction().execute(async (trx) => {
        const before = await getDomain(trx, params.id, scope);
        checkWritable(scope, before);
        if (revision !== undefined && revision !== before.revision) throw refuseStale(before);
        if (before.status === '0' && fields.status === '1')
          await plans.takeOne(trx, { workspaceId: before.workspace_id, role }, 'domains');
        const by = { updated_by: actor.userId, updated_at: clock(), revision: before.revision + 1 };
        const row = await updateDomain(trx, params.id, { ...fields, ...by });
        const object = { kind: 'domain', id: row.id } as const;
        await audit.record(trx, actor, { verb: 'update', object, before, after: fields });
        return row;
      });
      return describe(await update.catch(refuseDouble));
    },
    /** @throws AppError `not_found` for one that is not in the scope */
    get: (id: number, scope: Scope) => getDomain(db, id, scope),
  };
}

async function getDomain(db: Db, id: number, scope: Scope) {
  const row = await findDomain(db, id, scope);
  if (row === undefined) throw new AppError('not_found');
  return row;
}

/** Two people may add the same name at one moment: it is the database that counts. */
function refuseDouble(error: unknown): never {
  const { constraint } = (error ?? {}) as { constraint?: unknown };
  if (constraint !== 'domains_of_workspace') throw error;
  throw new AppError('invalid', { message: DOUBLE, fields: { name: [DOUBLE] }, cause: error });
}

/** What the contract does not name does not leave the server. */
function describe<Row extends { created_at: Date; updated_at: Date }>(row: Row) {
  return { ...row, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() };
}
