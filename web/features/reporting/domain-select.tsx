/** Select of the domain of a report. */
import { domainsContract } from '#contract/domains.contract.ts';
import { reportingContract } from '#contract/reporting.contract.ts';
import { send } from '#web/client/call.ts';
import { useCall } from '#web/client/use-call.ts';
import { AsyncSelect, type Choice, type FindChoices } from '#web/kit/async-select.tsx';
import { listDomainChoices } from '#web/kit/domain-choices.ts';
import type { Report } from './use-report.ts';

const ALL: Choice = { value: '', label: 'All domains' };
const CHOICES = 20;

const findDomains: FindChoices = async (search, signal) => {
  const query = { per_page: CHOICES, sort: '-clicks' as const, ...(search !== '' && { search }) };
  const { data, meta } = await send(reportingContract.domains, { query }, { signal });
  const choices = [ALL, ...listDomainChoices(data)];
  return { choices, total: (meta?.total ?? data.length) + 1 };
};

export function DomainSelect({ report: { scope, set } }: { report: Report }) {
  const { domain_id: id } = scope;
  const { data } = useCall(domainsContract.edit, { params: { id: id ?? 0 } }, { skip: id === undefined });
  return (
    <AsyncSelect
      label="Domain"
      isLabelHidden
      value={id === undefined ? ALL : { value: String(id), label: data?.[0]?.name ?? '…' }}
      choices={findDomains}
      isLazy
      onChange={(choice) => set({ domain_id: choice?.value || undefined })}
    />
  );
}
