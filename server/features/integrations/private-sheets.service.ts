/** Sheets that are not public, read with the connection that the person who asks has made themselves. */
import type { GatewayErrorKind } from '#server/gateways/gateway-error.ts';
import type { SheetFaultCode, SheetLink } from '#server/gateways/sheet-link.ts';
import type { FetchedSheet } from '#server/gateways/sheets.ts';
import type { Caller } from '../../caller.ts';
import { type ConnectionNeeds, isRefused, markRevoked, TOKEN } from './connection.service.ts';
import { listConnectionsOf } from './integrations.store.ts';

const FAULTS: Readonly<Partial<Record<GatewayErrorKind, SheetFaultCode>>> = {
  unauthorised: 'sheet-connection-revoked',
  rejected: 'sheet-not-permitted',
  limited: 'sheet-limited',
  down: 'sheet-unreachable',
};

type Reader = Pick<Caller, 'actor' | 'scope' | 'signal'>;

export function createPrivateSheets(needs: ConnectionNeeds) {
  const { db, google, seal } = needs;
  return {
    /** @returns the sheet, or what the person can do about it; @throws SheetError for what the sheet has not */
    async readSheet(
      link: SheetLink,
      { actor, scope, signal }: Reader,
    ): Promise<FetchedSheet | { fault: SheetFaultCode }> {
      if (google === undefined) return { fault: 'sheet-not-public' };
      // What somebody connected is for them alone, and not for whoever is signed in as them.
      const own = actor.impersonatorId === undefined ? await listConnectionsOf(db, actor.userId, scope) : [];
      const connections = own.filter((row) => google.mayRead('sheets', row.scope.split(' ')));
      let fault: SheetFaultCode = 'sheet-not-connected';
      for (const row of connections) {
        if (row.status === 'revoked') {
          fault = 'sheet-connection-revoked';
          continue;
        }
        try {
          return await google.readSheet(seal.open(row.sealed_token, TOKEN), link, signal);
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof Error) || !('kind' in error) || 'fault' in error) throw error;
          if (isRefused(error)) await markRevoked(needs, row);
          fault = FAULTS[error.kind as GatewayErrorKind] ?? 'sheet-unreachable';
        }
      }
      return { fault };
    },
  };
}
