/** Disconnects accounts. A job revokes our access at Google, and retries while Google isn't responding. */
import type { Trx } from '#server/db/open.ts';
import type { Actor } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { type ConnectionOptions, SEARCH_JOB, type SearchJob, TOKEN } from './connection.service.ts';
import {
  deleteIntegrations,
  isAccountInUse,
  listConnectionUses,
  listPersonalWorkspaces,
} from './integrations.store.ts';

const FIRST_WAIT_S = 60;
const MAX_WAIT_S = 6 * 3600;
/** About two and a half days. After that, users can still revoke the access at Google themselves. */
const MAX_TRIES = 16;

type RevokeJob = Extract<SearchJob, { kind: 'revoke' }>;

export function createClosing(
  { db, queue, audit }: Pick<Context, 'db' | 'queue' | 'audit'>,
  { google, seal, notifications }: ConnectionOptions,
) {
  const send = (trx: Trx, job: RevokeJob, startAfterSeconds = 0) =>
    queue.send(trx, SEARCH_JOB, job, { startAfterSeconds });
  /** Call in the transaction that disconnects the accounts or deletes their workspaces. */
  const close = async (trx: Trx, of: { ids: number[] } | { workspaceIds: number[] }) => {
    const deleted = await deleteIntegrations(trx, of);
    for (const { sealed_token: sealedToken, account, status } of deleted)
      if (google !== undefined && status === 'connected')
        await send(trx, { kind: 'revoke', sealedToken, account, tries: 0 });
    return deleted;
  };
  return {
    close,
    closeWorkspace: (trx: Trx, workspaceId: number) => close(trx, { workspaceIds: [workspaceId] }),
    /**
     * Call in the transaction that deletes a user, before their workspace is deleted. Also closes accounts that the user
     * connected for an agency, which is asked to connect another one. @returns the accounts
     */
    async closeFor(trx: Trx, { userId, actor }: { userId: number; actor: Actor }): Promise<string[]> {
      const used = await listConnectionUses(trx, userId);
      for (const { id, provider, account, workspace_id, ...rest } of used) {
        const before = { provider, account, workspace_id };
        await audit.record(trx, actor, { verb: 'delete', object: { kind: 'integration', id }, before });
        await notifyClosed(notifications, trx, { account, ...rest, userId });
      }
      await close(trx, { ids: used.map(({ id }) => id) });
      const personal = await close(trx, { workspaceIds: await listPersonalWorkspaces(trx, userId) });
      return [...used, ...personal].map(({ account }) => account);
    },
    /** Handles the job. */
    async revoke({ sealedToken, account, tries }: RevokeJob): Promise<void> {
      // Google revokes every access that the account gave us, including that of other workspaces.
      if (google === undefined || (await isAccountInUse(db, account))) return;
      try {
        await google.revoke(seal.open(sealedToken, TOKEN));
      } catch (error) {
        if (!(error instanceof Error) || !('retryable' in error)) throw error;
        // Google rejects tokens that are revoked already.
        if (error.retryable !== true || tries >= MAX_TRIES) return;
        const retry = { kind: 'revoke' as const, sealedToken, account, tries: tries + 1 };
        const wait = Math.min(MAX_WAIT_S, FIRST_WAIT_S * 4 ** tries);
        await db.transaction().execute((trx) => send(trx, retry, wait));
      }
    },
  };
}

type ConnectionUse = Awaited<ReturnType<typeof listConnectionUses>>[number];
type Closed = Omit<ConnectionUse, 'id' | 'provider' | 'workspace_id'> & { userId: number };

/** Domains that a notification names. */
const MAX_NAMES = 5;

/** Notifies the main admin, and the members whose domains the account filled. */
async function notifyClosed(
  notifications: ConnectionOptions['notifications'],
  trx: Trx,
  { agency, main_admin_id: mainAdminId, domains, member_ids: memberIds, user, userId }: Closed,
): Promise<void> {
  const names = domains.slice(0, MAX_NAMES).join(', ');
  const more = domains.length > MAX_NAMES ? ` and ${domains.length - MAX_NAMES} more` : '';
  const effect =
    domains.length === 0
      ? 'No domain used it.'
      : `New search figures for ${names}${more} stop; earlier figures are kept.`;
  const text = `The Google account of ${agency} was disconnected.\n${user} connected it and has deleted their Geoloom account. ${effect} Connect another Google account on the Integrations page.`;
  const readers = new Set([...(mainAdminId === null ? [] : [mainAdminId]), ...memberIds]);
  readers.delete(userId);
  const link = '/integrations';
  await notifications.notifyByMail(
    trx,
    ...[...readers].map((memberId) => ({ userId: memberId, text, link })),
  );
}
