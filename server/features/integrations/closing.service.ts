/** Whoever disconnects or leaves takes our access back at Google, too: by a job, which waits while Google does not answer. */
import type { Trx } from '#server/db/open.ts';
import type { Actor } from '../../caller.ts';
import type { AuditLog } from '../audit-log/audit-log.service.ts';
import { type ConnectionNeeds, SEARCH_JOB, type SearchWish, TOKEN } from './connection.service.ts';
import {
  deleteIntegrations,
  isAccountInUse,
  listConnectionUses,
  listPersonal,
} from './integrations.store.ts';

const FIRST_WAIT_S = 60;
const LONGEST_WAIT_S = 6 * 3600;
/** Two days and a half: what Google does not take back by then, its owner can. */
const TRIES_MOST = 16;

type RevokeWish = Extract<SearchWish, { kind: 'revoke' }>;

type Needs = Pick<ConnectionNeeds, 'db' | 'google' | 'seal' | 'queue' | 'notifications'> & {
  audit: AuditLog;
};

export function createClosing(needs: Needs) {
  const { db, google, seal, queue } = needs;
  const send = (trx: Trx, wish: RevokeWish, startAfterSeconds = 0) =>
    queue.send(trx, SEARCH_JOB, wish, { startAfterSeconds });
  /** In the transaction that deletes them, or the workspaces that they are of. */
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
     * In the transaction that deletes the person, before their workspace goes. Accounts that they connected for an agency
     * are closed, too, and the agency is asked to connect another one. @returns the accounts
     */
    async closeFor(trx: Trx, { userId, actor }: { userId: number; actor: Actor }): Promise<string[]> {
      const used = await listConnectionUses(trx, userId);
      for (const each of used) await reportClosed(needs, trx, { ...each, userId, actor });
      await close(trx, { ids: used.map(({ id }) => id) });
      const personal = await close(trx, { workspaceIds: await listPersonal(trx, userId) });
      return [...used, ...personal].map(({ account }) => account);
    },
    /** The job. */
    async revoke({ sealedToken, account, tries }: RevokeWish): Promise<void> {
      // Google takes back all that an account allowed us: others who connected it would be cut off.
      if (google === undefined || (await isAccountInUse(db, account))) return;
      try {
        await google.revoke(seal.open(sealedToken, TOKEN));
      } catch (error) {
        if (!(error instanceof Error) || !('retryable' in error)) throw error;
        // What Google refuses it does not accept any more.
        if (error.retryable !== true || tries >= TRIES_MOST) return;
        const again = { kind: 'revoke' as const, sealedToken, account, tries: tries + 1 };
        const wait = Math.min(LONGEST_WAIT_S, FIRST_WAIT_S * 4 ** tries);
        await db.transaction().execute((trx) => send(trx, again, wait));
      }
    },
  };
}

type Closed = Awaited<ReturnType<typeof listConnectionUses>>[number] & { userId: number; actor: Actor };

/** Domains that a notification names. */
const MAX_NAMES = 5;

/** Notifies the main admin, and the members whose domains the account filled. */
async function reportClosed({ audit, notifications }: Needs, trx: Trx, closed: Closed): Promise<void> {
  const { id, provider, agency, main_admin_id: mainAdminId, domains, member_ids: memberIds } = closed;
  const { actor, userId, account, person } = closed;
  const before = { provider, account, workspace_id: closed.workspace_id };
  await audit.record(trx, actor, { verb: 'delete', object: { kind: 'integration', id }, before });
  const names = domains.slice(0, MAX_NAMES).join(', ');
  const more = domains.length > MAX_NAMES ? ` and ${domains.length - MAX_NAMES} more` : '';
  const effect =
    domains.length === 0
      ? 'No domain used it.'
      : `New search figures for ${names}${more} stop; earlier figures stay.`;
  const text = `The Google account of ${agency} was disconnected.\n${person} connected it and has deleted their Geoloom account. ${effect} Connect another Google account on the Integrations page.`;
  const readers = new Set([...(mainAdminId === null ? [] : [mainAdminId]), ...memberIds]);
  readers.delete(userId);
  const link = '/integrations';
  await notifications.notifyByMail(
    trx,
    ...[...readers].map((memberId) => ({ userId: memberId, text, link })),
  );
}
