/** Binds the calls about the own agency to their service. */
import { myAgencyContract } from '#contract/my-agency.contract.ts';
import { answer, type Routes } from '#server/http/bind.ts';
import type { MyAgencyService } from './my-agency.service.ts';

export function myAgencyRoutes(service: MyAgencyService): Routes {
  return answer(myAgencyContract, service);
}
