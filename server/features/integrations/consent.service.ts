/**
 * Connecting an account: a consent begins with a state and a verifier that are kept here, each valid once and only in
 * the session that began it, and ends with a refresh token that is sealed before it is stored.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { integrationsContract } from '#contract/integrations.contract.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { ConsentResult, GoogleGateway } from '#server/gateways/google.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { AuditLog } from '../audit-log/audit-log.service.ts';
import {
  askForFigures,
  type ConnectionNeeds,
  isRefused,
  keepProperties,
  TOKEN,
} from './connection.service.ts';
import { insertConsent, takeConsent } from './consents.store.ts';
import { saveIntegration, updateSourcesOf } from './integrations.store.ts';

/** Time to sign in at Google and to read what is asked. */
const CONSENT_MS = 15 * 60 * 1000;
const STATE_BYTES = 32;
export const VERIFIER = 'google consent';

export interface ConsentNeeds extends ConnectionNeeds {
  audit: AuditLog;
  publicUrl: () => string;
}

/** @throws AppError `google_off` where nobody set it up */
export function getGoogle({ google }: Pick<ConnectionNeeds, 'google'>): GoogleGateway {
  if (google === undefined) throw new AppError('google_off');
  return google;
}

export function createConsents(needs: ConsentNeeds) {
  const { db, seal, publicUrl, clock } = needs;
  const redirectUri = () => `${publicUrl()}/integrations`;
  return {
    async connect({ query }: HandlerInput<(typeof integrationsContract)['connect']>, caller: Caller) {
      const google = getGoogle(needs);
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
    /** @returns which integration there is now */
    async finish(
      { body: { code, state } }: HandlerInput<(typeof integrationsContract)['finish']>,
      caller: Caller,
    ): Promise<number> {
      const google = getGoogle(needs);
      const { userId } = caller.actor;
      const taken = await takeConsent(db, { stateHash: hashState(state, caller), userId, now: clock() });
      if (taken === undefined) throw new AppError('consent_over');
      const [wanted, verifier = ''] = seal.open(taken.sealed_verifier, VERIFIER).split(' ');
      const result = await google.exchangeCode(code, verifier, redirectUri()).catch(refuseCode);
      if (!google.mayRead(wanted === 'sheets' ? 'sheets' : 'search', result.scope)) {
        // What cannot be used is not kept, at Google neither.
        await google.revoke(result.refreshToken).catch(() => undefined);
        throw new AppError('scope_missing');
      }
      const found = google.mayRead('search', result.scope)
        ? await google.listProperties(result.refreshToken)
        : [];
      return keepConnection(needs, caller, { result, found });
    },
  };
}

/** Includes the session, so that a leaked state can't complete a consent in another session. */
function hashState(state: string, { sessionId }: Caller): string {
  return createHash('sha256').update(`${sessionId} ${state}`).digest('hex');
}

function refuseCode(error: unknown): never {
  throw isRefused(error) ? new AppError('consent_over', { cause: error }) : error;
}

interface Consented {
  result: ConsentResult;
  found: Awaited<ReturnType<GoogleGateway['listProperties']>>;
}

async function keepConnection(
  needs: ConsentNeeds,
  { actor, scope }: Caller,
  { result, found }: Consented,
): Promise<number> {
  const { db, seal, audit, clock } = needs;
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
    await keepProperties(needs, trx, { id, workspaceId: scope.homeId, found });
    const domains = await updateSourcesOf(trx, id, { state: 'waiting', message: null, failures: 0 });
    for (const domainId of domains) await askForFigures(needs, trx, { domainId });
    const after = { provider: row.provider, account: row.account };
    await audit.record(trx, actor, { verb: 'create', object: { kind: 'integration', id }, after });
    return id;
  });
}
