/** Domains with the most clicks in the last 28 days; fetched once for sidebar and dashboard. */
import { reportingContract } from '#contract/reporting.contract.ts';
import { useCall } from '#web/client/use-call.ts';

export const MAX_TOP_DOMAINS = 5;

export const useTopDomains = () =>
  useCall(reportingContract.domains, { query: { per_page: MAX_TOP_DOMAINS } }, { isFinal: true });
