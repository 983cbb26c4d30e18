/** Fetches the rows behind a link to a sheet. Private sheets are read with the Google connection of the caller. */
import type { FetchLinkedSheet } from '#server/gateways/linked-sheet.ts';
import type { Caller } from '../../caller.ts';
import type { LimitsService } from '../account/limits.service.ts';
import type { IntegrationsService } from '../integrations/integrations.service.ts';

interface Needs {
  fetchLinked: FetchLinkedSheet;
  limits: Pick<LimitsService, 'countSheet'>;
  integrations: Pick<IntegrationsService, 'readSheet'>;
}

export type FetchSheet = ReturnType<typeof createSheetFetch>;

export function createSheetFetch({ fetchLinked, limits, integrations }: Needs) {
  /** @throws AppError `too_many` above the rate limit of the user, and errors of the link or the sheet */
  return async (link: string, caller: Pick<Caller, 'actor' | 'scope' | 'signal'>) => {
    await limits.countSheet(caller.actor.userId);
    const { signal } = caller;
    return fetchLinked(link, { signal, readPrivate: (parsed) => integrations.readSheet(parsed, caller) });
  };
}
