/** The data behind a sheet link: a public sheet, or a private one with the Google connection of whoever asks. */
import type { FetchLinkedSheet } from '#server/gateways/linked-sheet.ts';
import type { FetchedSheet } from '#server/gateways/sheets.ts';
import type { Caller } from '../../caller.ts';
import type { LimitsService } from '../account/limits.service.ts';
import type { IntegrationsService } from '../integrations/integrations.service.ts';

interface Needs {
  fetchLinked: FetchLinkedSheet;
  limits: Pick<LimitsService, 'countSheet'>;
  integrations: Pick<IntegrationsService, 'readSheet'>;
}

/** @throws AppError `too_many` when one person fetches without end, and what is wrong with link or sheet */
export type FetchSheet = (
  link: string,
  caller: Pick<Caller, 'actor' | 'scope' | 'signal'>,
) => Promise<FetchedSheet>;

export function createSheetFetch({ fetchLinked, limits, integrations }: Needs): FetchSheet {
  return async (link, caller) => {
    await limits.countSheet(caller.actor.userId);
    const { signal } = caller;
    return fetchLinked(link, { signal, readPrivate: (parsed) => integrations.readSheet(parsed, caller) });
  };
}
