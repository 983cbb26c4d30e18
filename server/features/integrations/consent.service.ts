/**
 * Connects an account: a consent starts with a state and a verifier that are stored here, each valid once and
 * only in the session that started it, and ends with a refresh token, which is encrypted before it is stored.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { integrationsContract } from '#contract/integrations.contract.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { ConsentResult, GoogleProperty } from '#server/gateways/google.ts';
import type { TokenSeal } from '#server/gateways/token-seal.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { type Connection, isUnauthorized, TOKEN } from './connection.service.ts';
import { insertConsent, takeConsent } from './consents.store.ts';
import { saveIntegration } from './integrations.store.ts';

/** Time to sign in at Google and to read the consent page. */
const CONSENT_MS = 15 * 60 * 1000;
const STATE_BYTES = 32;
/** Context that verifiers are encrypted with. */
export const VERIFIER = 'google consent';

export function createConsents(
  { db, audit, publicUrl, clock }: Pick<Context, 'db' | 'audit' | 'publicUrl' | 'clock'>,
  { connection, seal }: { connection: Connection; seal: TokenSeal },
) {
  const redirectUri = () => `${publicUrl()}/integrations`;
  const store = (result: ConsentResult, found: readonly GoogleProperty[], { actor, scope }: Caller) => {
    const now = clock();
    const row = {
      workspace_id: scope.homeId,
      created_by: actor.userId,
      provider: 'google' as const,
      account: result.account,
      sealed_token: seal.seal(result.refreshToken, TOKEN),
      scope: result.scope.join(' '),
      status: 'connected' as const,
      message: null,
      connected_at: now,
      checked_at: now,
    };
    return db.transaction().execute(async (trx) => {
      const { id } = await saveIntegration(trx, row);
      await connection.storeProperties(trx, { id, workspaceId: scope.homeId, found });
      await connection.restartSources(trx, id);
      const after = { provider: row.provider, account: row.account };
      await audit.record(trx, actor, { verb: 'create', object: { kind: 'integration', id }, after });
      return id;
    });
  };
  return {
    async connect({ query }: HandlerInput<(typeof integrationsContract)['connect']>, caller: Caller) {
      const google = connection.getGoogle();
      const state = randomBytes(STATE_BYTES).toString('base64url');
      const { url, verifier } = await google.startConsent(redirectUri(), state, query.wanted);
      const now = clock();
      const consent = {
        state_hash: hashState(state, caller),
        user_id: caller.actor.userId,
        sealed_verifier: seal.seal(`${query.wanted} ${verifier}`, VERIFIER),
        expires_at: new Date(now.getTime() + CONSENT_MS),
      };
      await insertConsent(db, consent, now);
      return { url };
    },
    /** @returns the id of the integration */
    async finish(
      { body: { code, state } }: HandlerInput<(typeof integrationsContract)['finish']>,
      caller: Caller,
    ): Promise<number> {
      const google = connection.getGoogle();
      const { userId } = caller.actor;
      const taken = await takeConsent(db, { stateHash: hashState(state, caller), userId, now: clock() });
      if (taken === undefined) throw new AppError('consent_over');
      const [wanted, verifier = ''] = seal.open(taken.sealed_verifier, VERIFIER).split(' ');
      const result = await google.exchangeCode(code, verifier, redirectUri()).catch(rejectCode);
      if (!google.mayRead(wanted === 'sheets' ? 'sheets' : 'search', result.scope)) {
        // An access that can't be used is also revoked at Google.
        await google.revoke(result.refreshToken).catch(() => undefined);
        throw new AppError('scope_missing');
      }
      const isSearch = google.mayRead('search', result.scope);
      return store(result, isSearch ? await google.listProperties(result.refreshToken) : [], caller);
    },
  };
}

/** Includes the session, so that a leaked state can't complete a consent in another session. */
function hashState(state: string, { sessionId }: Caller): string {
  return createHash('sha256').update(`${sessionId} ${state}`).digest('hex');
}

function rejectCode(error: unknown): never {
  throw isUnauthorized(error) ? new AppError('consent_over', { cause: error }) : error;
}
