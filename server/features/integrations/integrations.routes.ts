/** Binds the calls about connected accounts to their service. */
import { integrationsContract } from '#contract/integrations.contract.ts';
import { answer, type Routes } from '#server/http/bind.ts';
import type { IntegrationsService } from './integrations.service.ts';

export function integrationsRoutes(integrations: IntegrationsService): Routes {
  return answer(integrationsContract, integrations);
}
