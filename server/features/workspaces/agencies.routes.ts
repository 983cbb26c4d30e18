/** Binds the calls of administrators about agencies to their service. */
import { agenciesContract } from '#contract/agencies.contract.ts';
import { answer, type Routes } from '#server/http/bind.ts';
import type { AgenciesService } from './agencies.service.ts';

export function agenciesRoutes({ move: _move, ...handlers }: AgenciesService): Routes {
  return answer(agenciesContract, handlers);
}
