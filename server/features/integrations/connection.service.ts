/** What Google says about a connected account: its properties, or that it accepts the connection no more. */
import type { Db, Trx } from '#server/db/open.ts';
import type { GatewayError } from '#server/gateways/gateway-error.ts';
import type { GoogleGateway, GoogleProperty } from '#server/gateways/google.ts';
import type { TokenSeal } from '#server/gateways/token-seal.ts';
import type { Queue } from '#server/jobs/queue.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import {
  type IntegrationRow,
  listProperties,
  listUnfilledDomains,
  saveProperties,
  saveSource,
  updateIntegration,
  updateSourcesOf,
} from './integrations.store.ts';
import { matchProperty } from './property-match.rules.ts';

export const SEARCH_JOB = 'search-figures';

/** What the job of this noun is asked for. */
export type SearchWish =
  | { kind: 'all' }
  | { kind: 'domain'; domainId: number }
  | { kind: 'revoke'; sealedToken: string; account: string; tries: number };

/** What sealed texts are about. */
export const TOKEN = 'google refresh token';

export interface ConnectionNeeds {
  db: Db;
  google: GoogleGateway | undefined;
  seal: TokenSeal;
  queue: Pick<Queue, 'send'>;
  notifications: Pick<NotificationsService, 'notify' | 'notifyByMail'>;
  clock: () => Date;
}

const REVOKED = 'Google no longer accepts this connection. Connect Google again.';

/** Whether the account itself, and not only what was asked, is refused. */
export function isRefused(error: unknown): error is GatewayError {
  return error instanceof Error && 'kind' in error && error.kind === 'unauthorised';
}

/** Adds nothing while a job for the domain waits. */
export async function askForFigures(
  { queue }: Pick<ConnectionNeeds, 'queue'>,
  trx: Trx,
  { domainId, startAfterSeconds = 0 }: { domainId: number; startAfterSeconds?: number },
): Promise<void> {
  const wish: SearchWish = { kind: 'domain', domainId };
  await queue.send(trx, SEARCH_JOB, wish, { singletonKey: `domain:${domainId}`, startAfterSeconds });
}

/** Keeps what Google lists; domains that nothing fills take the property that fits them. */
export async function keepProperties(
  needs: Pick<ConnectionNeeds, 'queue'>,
  trx: Trx,
  { id, workspaceId, found }: { id: number; workspaceId: number; found: readonly GoogleProperty[] },
): Promise<void> {
  await saveProperties(trx, id, found);
  const rows = await listProperties(trx, [id]);
  for (const domain of await listUnfilledDomains(trx, workspaceId)) {
    const property = matchProperty(domain.name, rows);
    if (property === undefined) continue;
    await saveSource(trx, domain.id, property.id);
    await askForFigures(needs, trx, { domainId: domain.id });
  }
}

type Connected = Pick<
  IntegrationRow,
  'id' | 'workspace_id' | 'created_by' | 'account' | 'connected_at' | 'status' | 'scope'
>;

/** Google revoked it: everything that it fills stops, and the person who connected it is notified once. */
export async function markRevoked(
  { db, notifications, clock }: Pick<ConnectionNeeds, 'db' | 'notifications' | 'clock'>,
  {
    id,
    created_by: userId,
    account,
    connected_at: connectedAt,
  }: Omit<Connected, 'workspace_id' | 'status' | 'scope'>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await updateIntegration(trx, id, { status: 'revoked', message: REVOKED, checked_at: clock() });
    await updateSourcesOf(trx, id, { state: 'failed', message: REVOKED });
    if (userId === null) return;
    await notifications.notify(trx, {
      userId,
      text: `Google no longer accepts the connection of ${account}. Connect it again to keep search figures coming.`,
      link: '/integrations',
      eventKey: `google-revoked:${id}:${connectedAt.getTime()}`,
    });
  });
}

/** @returns what is wrong, in a sentence, or nothing */
export async function checkAccount(
  needs: ConnectionNeeds & { google: GoogleGateway },
  row: Connected & { sealed_token: string },
): Promise<string | undefined> {
  const { db, google, seal, clock } = needs;
  try {
    const token = seal.open(row.sealed_token, TOKEN);
    const isSearch = google.mayRead('search', row.scope.split(' '));
    if (!isSearch) await google.checkToken(token);
    const found = isSearch ? await google.listProperties(token) : [];
    await db.transaction().execute(async (trx) => {
      // Accounts before their properties, as everywhere.
      await updateIntegration(trx, row.id, { status: 'connected', message: null, checked_at: clock() });
      await keepProperties(needs, trx, { id: row.id, workspaceId: row.workspace_id, found });
      if (row.status === 'connected') return;
      const domains = await updateSourcesOf(trx, row.id, { state: 'waiting', message: null, failures: 0 });
      for (const domainId of domains) await askForFigures(needs, trx, { domainId });
    });
    return undefined;
  } catch (error) {
    if (!isRefused(error)) {
      if (error instanceof Error && 'kind' in error) return error.message;
      throw error;
    }
    await markRevoked(needs, row);
    return REVOKED;
  }
}
