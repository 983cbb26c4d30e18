/** Whoever disconnects or leaves takes our access back at Google, too: by a job, which waits while Google does not answer. */
import type { Trx } from '#server/db/open.ts';
import { type ConnectionNeeds, SEARCH_JOB, type SearchWish, TOKEN } from './connection.service.ts';
import { deleteIntegrations, isAccountInUse, listPersonal } from './integrations.store.ts';

const FIRST_WAIT_S = 60;
const LONGEST_WAIT_S = 6 * 3600;
/** Two days and a half: what Google does not take back by then, its owner can. */
const TRIES_MOST = 16;

type RevokeWish = Extract<SearchWish, { kind: 'revoke' }>;

export function createClosing({
  db,
  google,
  seal,
  queue,
}: Pick<ConnectionNeeds, 'db' | 'google' | 'seal' | 'queue'>) {
  const send = (trx: Trx, wish: RevokeWish, startAfterSeconds = 0) =>
    queue.send(trx, SEARCH_JOB, wish, { startAfterSeconds });
  /** In the transaction that deletes them, or the workspaces that they are of. */
  const close = async (trx: Trx, of: { ids: number[] } | { workspaceIds: number[] }): Promise<void> => {
    const deleted = await deleteIntegrations(trx, of);
    if (google === undefined) return;
    for (const { sealed_token: sealedToken, account, status } of deleted)
      if (status === 'connected') await send(trx, { kind: 'revoke', sealedToken, account, tries: 0 });
  };
  return {
    close,
    closeWorkspace: (trx: Trx, workspaceId: number) => close(trx, { workspaceIds: [workspaceId] }),
    /** In the transaction that deletes the person, before their workspace goes. */
    closeFor: async (trx: Trx, userId: number) =>
      close(trx, { workspaceIds: await listPersonal(trx, userId) }),
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
