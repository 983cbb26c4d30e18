/** Binds the calls for reports to their service. */
import { reportingContract } from '#contract/reporting.contract.ts';
import { answer, type Routes } from '#server/http/bind.ts';
import type { ReportingService } from './reporting.service.ts';

export function reportingRoutes(reporting: ReportingService): Routes {
  return answer(reportingContract, reporting);
}
