/** Connected outside accounts, and the properties that fill the domains. */
import type { HandlerInput } from '#contract/endpoint.ts';
import type { Integration, integrationsContract, SearchProperty } from '#contract/integrations.contract.ts';
import type { Db } from '#server/db/open.ts';
import { checkWritable, isReadOnly } from '#server/db/scope.ts';
import { AppError, getFound } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import { type Context, withServices } from '../../context.ts';
import type { DomainsService } from '../domains/domains.service.ts';
import { createClosing } from './closing.service.ts';
import { createCollecting } from './collecting.service.ts';
import { type Connection, type ConnectionOptions, createConnection } from './connection.service.ts';
import { createConsents } from './consent.service.ts';
import {
  deleteSource,
  findIntegration,
  findProperty,
  findSource,
  type IntegrationRow,
  listIntegrations,
  listProperties,
  type PropertyRow,
  saveSource,
} from './integrations.store.ts';
import { createInspecting } from './inspecting.service.ts';
import { createPrivateSheets } from './private-sheets.service.ts';
import { isReadable } from './property-match.rules.ts';
import { createSearchStat } from './search-stat.service.ts';

type Input<Verb extends keyof typeof integrationsContract> = HandlerInput<
  (typeof integrationsContract)[Verb]
>;

interface IntegrationsOptions extends ConnectionOptions {
  domains: DomainsService;
}

type IntegrationsContext = Context & Pick<IntegrationsOptions, 'domains'> & { connection: Connection };

export type IntegrationsService = ReturnType<typeof createIntegrations>;

export function createIntegrations(context: Context, options: IntegrationsOptions) {
  const { db } = context;
  const { google, domains } = options;
  const connection = createConnection(context, options);
  const consents = createConsents(context, { ...options, connection });
  const closing = createClosing(context, options);
  const needs = withServices(context, { domains, connection });
  return {
    isOpen: google !== undefined,
    ...createCollecting(context, { connection }),
    ...createInspecting(context, { connection }),
    ...createSearchStat(context, { domains }),
    ...closing,
    ...createPrivateSheets(context, { connection }),
    connect: consents.connect,
    async finish(input: Input<'finish'>, caller: Caller): Promise<Integration> {
      const id = await consents.finish(input, caller);
      return getFound((await list(db, caller)).find((each) => each.id === id));
    },
    list: (_input: unknown, caller: Caller) => list(db, caller),
    providers: async () => [
      {
        provider: 'google' as const,
        is_open: google !== undefined,
        is_simulated: google?.isSimulated ?? false,
      },
    ],
    choose: (input: Input<'choose'>, caller: Caller) => choose(needs, input, caller),
    async remove({ params }: Input<'remove'>, { actor, scope }: Caller) {
      const { account } = await db.transaction().execute(async (trx) => {
        const found = getFound(await findIntegration(trx, params.id, scope));
        checkWritable(scope, found);
        await closing.close(trx, { ids: [found.id] });
        const object = { kind: 'integration', id: found.id } as const;
        const before = { provider: found.provider, account: found.account };
        await context.audit.record(trx, actor, { verb: 'delete', object, before });
        return found;
      });
      return { data: {}, message: `Disconnected ${account}. Figures collected so far are kept.` };
    },
    checkConnection: (input: Input<'checkConnection'>, caller: Caller) => check(needs, input, caller),
  };
}

async function list(db: Db, { scope, actor }: Caller): Promise<Integration[]> {
  const rows = await listIntegrations(db, scope);
  const properties = await listProperties(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) =>
    describe(
      { ...row, isOwn: row.created_by === actor.userId, isReadOnly: isReadOnly(scope, row) },
      properties.filter((each) => each.integration_id === row.id),
    ),
  );
}

interface ListedRow extends IntegrationRow {
  isOwn: boolean;
  isReadOnly: boolean;
}

function describe(row: ListedRow, rows: readonly PropertyRow[]): Integration {
  const { id, provider, account, status, scope, message, connected_by } = row;
  const properties = [...Map.groupBy(rows, (each) => each.id).values()].flatMap(describeProperty);
  return {
    id,
    provider,
    account,
    status,
    scope: scope.split(' '),
    message,
    connected_at: row.connected_at.toISOString(),
    connected_by,
    is_own: row.isOwn,
    is_read_only: row.isReadOnly,
    checked_at: row.checked_at.toISOString(),
    properties,
  };
}

function describeProperty(rows: readonly PropertyRow[]): SearchProperty[] {
  const [first] = rows;
  if (first === undefined) return [];
  const { id, site, permission } = first;
  const domains = rows.flatMap(({ domain_id, domain, state, message, data_until, collected_at }) =>
    domain_id === null || domain === null || state === null
      ? []
      : [
          {
            id: domain_id,
            name: domain,
            state,
            message,
            data_until,
            collected_at: collected_at?.toISOString() ?? null,
          },
        ],
  );
  return [{ id, site, permission, domains }];
}

async function choose(
  { db, domains, audit, connection }: IntegrationsContext,
  { body }: Input<'choose'>,
  caller: Caller,
) {
  const { actor, scope } = caller;
  const { domain_id: domainId, property_id: propertyId } = body;
  const domain = await domains.get(domainId, scope);
  const property = propertyId === undefined ? undefined : await findProperty(db, propertyId, scope);
  // Accounts of one workspace never fill domains of another.
  if (propertyId !== undefined && property?.workspace_id !== domain.workspace_id)
    throw new AppError('not_found');
  checkWritable(scope, domain);
  if (property !== undefined && !isReadable(property))
    throw new AppError('invalid', {
      fields: {
        property_id: ['This Google account doesn’t have access to this property. Choose another one.'],
      },
    });
  if (property?.status === 'revoked') throw new AppError('google_revoked');
  await db.transaction().execute(async (trx) => {
    const before = await findSource(trx, domainId);
    if (property === undefined) await deleteSource(trx, domainId);
    else {
      getFound(await findProperty(trx, property.id, scope));
      await saveSource(trx, domainId, property.id);
      await connection.requestFigures(trx, domainId);
    }
    await audit.record(trx, actor, {
      verb: 'update',
      object: { kind: 'domain', id: domainId },
      before: { search_property: before?.site ?? null },
      after: { search_property: property?.site ?? null },
    });
  });
  return list(db, caller);
}

async function check(
  { db, domains, connection }: IntegrationsContext,
  { query }: Input<'checkConnection'>,
  { scope }: Caller,
) {
  const { domain_id: domainId } = query;
  if (domainId !== undefined) await domains.get(domainId, scope);
  const source = domainId === undefined ? undefined : await findSource(db, domainId);
  const rows = await listIntegrations(db, scope);
  const asked = source === undefined ? rows : rows.filter(({ id }) => id === source.integration_id);
  if (asked.length === 0)
    return { connected: false, property: null, properties: [], message: 'No Google account is connected.' };
  const faults: string[] = [];
  for (const row of asked) {
    const fault = await connection.checkAccount(row);
    if (fault !== undefined) faults.push(fault);
  }
  const properties = (
    await listProperties(
      db,
      asked.map(({ id }) => id),
    )
  ).filter(isReadable);
  const now = domainId === undefined ? undefined : await findSource(db, domainId);
  const isUnmatched = domainId !== undefined && (now === undefined || !isReadable(now));
  const [fault = isUnmatched ? 'Google doesn’t give us access to a property for this domain.' : undefined] =
    faults;
  return {
    connected: faults.length < asked.length,
    property: now?.site ?? null,
    properties: [...new Set(properties.map(({ site }) => site))],
    message: fault ?? 'The connection to Google works.',
  };
}
