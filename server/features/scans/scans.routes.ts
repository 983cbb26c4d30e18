/** Binds the calls about scans to their service. */
import { scansContract } from '#contract/scans.contract.ts';
import { answer, type Routes } from '#server/http/bind.ts';
import type { ScansService } from './scans.service.ts';

export function scansRoutes(scans: ScansService): Routes {
  return answer(scansContract, scans);
}
