/** Domains: each is unique within its workspace and never deleted. */
import type { DomainScan, domainsContract } from '#contract/domains.contract.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { type Finding, FINDINGS } from '#contract/scan-findings.ts';
import { onViolation } from '#server/db/database-error.ts';
import type { Db } from '#server/db/open.ts';
import { checkWritable, isOwned, isReadOnly } from '#server/db/scope.ts';
import { AppError, checkRevision, getFound } from '../../app-error.ts';
import type { Caller, Scope } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { createSavedResource } from '../audit-log/saved-resource.service.ts';
import type { PlanLimitsService } from '../billing/limits.service.ts';
import {
  findDomain,
  findDomainPage,
  listDomains,
  listLastScans,
  listScannable,
  lockWorkspaceOf,
  rememberColumns,
} from './domains.store.ts';

type Input<Verb extends keyof typeof domainsContract> = HandlerInput<(typeof domainsContract)[Verb]>;

export type DomainsService = ReturnType<typeof createDomains>;

const DUPLICATE_DOMAIN = 'This domain is already in your list.';

export function createDomains(context: Context, { plans }: { plans: PlanLimitsService }) {
  const { db } = context;
  const saved = createSavedResource(context, { kind: 'domain', table: 'domains' });
  const get = (from: Db, id: number, scope: Scope) => saved.get(from, id, isOwned(scope, 'domains'));
  return {
    async list({ query }: Input<'list'>, { scope }: Caller) {
      const { rows, meta } = await listDomains(db, scope, query);
      return { data: rows.map((row) => ({ ...row, is_read_only: isReadOnly(scope, row) })), meta };
    },
    create({ body }: Input<'create'>, { actor, scope, role }: Caller) {
      const row = { ...body, created_by: actor.userId, workspace_id: scope.homeId };
      const insert = db.transaction().execute(async (trx) => {
        if (body.status === '1') await plans.takeOne(trx, { workspaceId: scope.homeId, role }, 'domains');
        return saved.insert(trx, actor, { row, recorded: body });
      });
      return insert.catch(rejectDuplicate);
    },
    show: async ({ params }: Input<'show'>, { scope }: Caller) => [await showPage(db, params.id, scope)],
    async edit({ params }: Input<'edit'>, { scope }: Caller) {
      const row = await get(db, params.id, scope);
      return [{ ...row, is_read_only: isReadOnly(scope, row) }];
    },
    update({ params, body: { revision, ...change } }: Input<'update'>, { actor, scope, role }: Caller) {
      const update = db.transaction().execute(async (trx) => {
        if (change.status === '1') await lockWorkspaceOf(trx, params.id);
        const before = await get(trx, params.id, scope);
        checkWritable(scope, before);
        checkRevision(before, revision);
        if (before.status === '0' && change.status === '1')
          await plans.takeOne(trx, { workspaceId: before.workspace_id, role }, 'domains');
        return saved.update(trx, actor, { before, change });
      });
      return update.catch(rejectDuplicate);
    },
    find: (id: number, scope: Scope) => findDomain(db, id, scope),
    /** Stores the column choices for the next project of the domain. */
    remember: rememberColumns,
    /** @throws AppError `not_found` for a domain outside of the scope */
    get: (id: number, scope: Scope) => get(db, id, scope),
  };
}

async function showPage(db: Db, id: number, scope: Scope) {
  const row = getFound(await findDomainPage(db, id, scope));
  const scans = await listLastScans(db, id);
  const projects = await listScannable(db, id);
  return {
    ...row,
    is_read_only: isReadOnly(scope, row),
    scans: scans.map(
      ({ before, finished_at: end, ...scan }): DomainScan => ({
        ...scan,
        finished_at: end.toISOString(),
        problems_before: before && countProblems(before),
      }),
    ),
    scanning: projects.filter(({ is_at_work: isAtWork }) => isAtWork).length,
    scannable: projects.filter(({ is_at_work: isAtWork }) => !isAtWork).map(({ id: projectId }) => projectId),
  };
}

/** Counts pages with any finding except `ok`. */
function countProblems(findings: Partial<Record<Finding, number>>): number {
  return FINDINGS.filter((finding) => finding !== 'ok').reduce(
    (sum, finding) => sum + (findings[finding] ?? 0),
    0,
  );
}

const rejectDuplicate = onViolation(
  ['domains_of_workspace'],
  (cause) =>
    new AppError('invalid', { message: DUPLICATE_DOMAIN, fields: { name: [DUPLICATE_DOMAIN] }, cause }),
);
