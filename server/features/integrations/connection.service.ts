/** Connected Google accounts: their properties, the jobs of the domains that they fill, and revocation by Google. */
import type { Trx } from '#server/db/open.ts';
import type { GatewayError } from '#server/gateways/gateway-error.ts';
import type { GoogleGateway, GoogleProperty } from '#server/gateways/google.ts';
import type { TokenSeal } from '#server/gateways/token-seal.ts';
import { AppError } from '../../app-error.ts';
import type { Context } from '../../context.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import {
  type IntegrationRow,
  listProperties,
  listUnfilledDomains,
  saveProperties,
  saveSource,
  updateIntegration,
  updateSources,
} from './integrations.store.ts';
import { matchProperty } from './property-match.rules.ts';

export const SEARCH_JOB = 'search-figures';

/** Payload of a job of this queue. */
export type SearchJob =
  | { kind: 'all' }
  | { kind: 'domain'; domainId: number }
  | { kind: 'revoke'; sealedToken: string; account: string; tries: number };

export const INSPECT_JOB = 'index-states';

/** Payload of a job of this queue. */
export interface InspectJob {
  domainId: number;
}

/** Context that refresh tokens are encrypted with. */
export const TOKEN = 'google refresh token';

export interface ConnectionOptions {
  /** Undefined if Google isn't set up. */
  google: GoogleGateway | undefined;
  seal: TokenSeal;
  notifications: NotificationsService;
}

export type Connection = ReturnType<typeof createConnection>;

const REVOKED = 'Google no longer accepts this connection. Connect Google again.';

type Connected = Pick<
  IntegrationRow,
  'id' | 'workspace_id' | 'created_by' | 'account' | 'connected_at' | 'status' | 'scope'
>;

/** True if Google rejects the account itself, not only this request. */
export function isUnauthorized(error: unknown): error is GatewayError {
  return error instanceof Error && 'kind' in error && error.kind === 'unauthorized';
}

export function createConnection(
  { db, queue, clock }: Pick<Context, 'db' | 'queue' | 'clock'>,
  { google, seal, notifications }: ConnectionOptions,
) {
  /** Does nothing while a job for the domain is queued. */
  const requestFigures = async (trx: Trx, domainId: number, startAfterSeconds = 0): Promise<void> => {
    const job: SearchJob = { kind: 'domain', domainId };
    await queue.send(trx, SEARCH_JOB, job, { singletonKey: `domain:${domainId}`, startAfterSeconds });
  };
  /** Does nothing while a job for the domain is queued. */
  const requestInspections = async (trx: Trx, domainId: number): Promise<void> => {
    const job: InspectJob = { domainId };
    await queue.send(trx, INSPECT_JOB, job, { singletonKey: `inspect:${domainId}` });
  };
  /** Stores the properties that Google lists, and assigns matching ones to domains without a property. */
  const storeProperties = async (
    trx: Trx,
    { id, workspaceId, found }: { id: number; workspaceId: number; found: readonly GoogleProperty[] },
  ): Promise<void> => {
    await saveProperties(trx, id, found);
    const rows = await listProperties(trx, [id]);
    for (const domain of await listUnfilledDomains(trx, workspaceId)) {
      const property = matchProperty(domain.name, rows);
      if (property === undefined) continue;
      await saveSource(trx, domain.id, property.id);
      await requestFigures(trx, domain.id);
    }
  };
  /** Collects again for all domains that an account fills. */
  const restartSources = async (trx: Trx, integrationId: number): Promise<void> => {
    const change = { state: 'waiting', message: null, failures: 0 } as const;
    for (const domainId of await updateSources(trx, integrationId, change))
      await requestFigures(trx, domainId);
  };
  /** Stops all domains of an account that Google revoked, and notifies the user who connected it once. */
  const markRevoked = async ({
    id,
    created_by: userId,
    account,
    connected_at: connectedAt,
  }: Omit<Connected, 'workspace_id' | 'status' | 'scope'>): Promise<void> => {
    await db.transaction().execute(async (trx) => {
      await updateIntegration(trx, id, { status: 'revoked', message: REVOKED, checked_at: clock() });
      await updateSources(trx, id, { state: 'failed', message: REVOKED });
      if (userId === null) return;
      await notifications.notify(trx, {
        userId,
        text: `Google no longer accepts the connection of ${account}. Connect it again to keep search figures coming.`,
        link: '/integrations',
        eventKey: `google-revoked:${id}:${connectedAt.getTime()}`,
      });
    });
  };
  /** @throws AppError `google_off` if Google isn't set up */
  const getGoogle = (): GoogleGateway => {
    if (google === undefined) throw new AppError('google_off');
    return google;
  };
  const openToken = (sealedToken: string) => seal.open(sealedToken, TOKEN);
  return {
    google,
    getGoogle,
    openToken,
    requestFigures,
    requestInspections,
    storeProperties,
    restartSources,
    markRevoked,
    /** @returns the problem as a sentence, if there is one */
    async checkAccount(row: Connected & { sealed_token: string }): Promise<string | undefined> {
      const gateway = getGoogle();
      try {
        const token = openToken(row.sealed_token);
        const isSearch = gateway.mayRead('search', row.scope.split(' '));
        if (!isSearch) await gateway.checkToken(token);
        const found = isSearch ? await gateway.listProperties(token) : [];
        await db.transaction().execute(async (trx) => {
          // Locks accounts before their properties, like all other transactions.
          await updateIntegration(trx, row.id, { status: 'connected', message: null, checked_at: clock() });
          await storeProperties(trx, { id: row.id, workspaceId: row.workspace_id, found });
          if (row.status !== 'connected') await restartSources(trx, row.id);
        });
        return undefined;
      } catch (error) {
        if (!isUnauthorized(error)) {
          if (error instanceof Error && 'kind' in error) return error.message;
          throw error;
        }
        await markRevoked(row);
        return REVOKED;
      }
    },
  };
}
