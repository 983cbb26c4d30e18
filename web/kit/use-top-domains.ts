/** The domains with most clicks of the last 28 days; asked for once for the sidebar and the dashboard. */
import { reportingContract } from '#contract/reporting.contract.ts';
import { useCall } from '#web/client/use-call.ts';

export const MAX_TOP_DOMAINS = 5;

export const useTopDomains = () =>
  useCall(reportingContract.domains, { query: { per_page: MAX_TOP_DOMAINS } }, { isFinal: true });
