/** Binds the calls about domains to their service. */
import { domainsContract } from '#contract/domains.contract.ts';
import { answer, type Routes } from '#server/http/bind.ts';
import type { DomainsService } from './domains.service.ts';

export function domainsRoutes({ list, create, edit, update }: DomainsService): Routes {
  return answer(domainsContract, { list, create, edit, update });
}
