/** Reads private sheets with the Google connections of the caller. */
import type { GatewayErrorKind } from '#server/gateways/gateway-error.ts';
import type { SheetFaultCode, SheetLink } from '#server/gateways/sheet-link.ts';
import type { FetchedSheet } from '#server/gateways/sheets.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { type Connection, isUnauthorized } from './connection.service.ts';
import { listOwnConnections } from './integrations.store.ts';

const FAULTS: Readonly<Partial<Record<GatewayErrorKind, SheetFaultCode>>> = {
  unauthorized: 'sheet-connection-revoked',
  rejected: 'sheet-not-permitted',
  limited: 'sheet-limited',
  down: 'sheet-unreachable',
};

type Reader = Pick<Caller, 'actor' | 'scope' | 'signal'>;

export function createPrivateSheets({ db }: Pick<Context, 'db'>, { connection }: { connection: Connection }) {
  const { google } = connection;
  return {
    /** @returns the sheet, or a fault that the user can fix @throws SheetError for an invalid sheet */
    async readSheet(
      link: SheetLink,
      { actor, scope, signal }: Reader,
    ): Promise<FetchedSheet | { fault: SheetFaultCode }> {
      if (google === undefined) return { fault: 'sheet-not-public' };
      // A connection is for its user only, not for a superadmin who is signed in as that user.
      const own = actor.impersonatorId === undefined ? await listOwnConnections(db, actor.userId, scope) : [];
      const connections = own.filter((row) => google.mayRead('sheets', row.scope.split(' ')));
      let fault: SheetFaultCode = 'sheet-not-connected';
      for (const row of connections) {
        if (row.status === 'revoked') {
          fault = 'sheet-connection-revoked';
          continue;
        }
        try {
          return await google.readSheet(connection.openToken(row.sealed_token), link, signal);
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof Error) || !('kind' in error) || 'fault' in error) throw error;
          if (isUnauthorized(error)) await connection.markRevoked(row);
          fault = FAULTS[error.kind as GatewayErrorKind] ?? 'sheet-unreachable';
        }
      }
      return { fault };
    },
  };
}
