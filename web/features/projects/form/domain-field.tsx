/** Domain of a project: an active one, or none. The current one stays a choice even if inactive. */
import { Box } from '@mantine/core';
import { domainsContract } from '#contract/domains.contract.ts';
import { send } from '#web/client/call.ts';
import { useCall } from '#web/client/use-call.ts';
import { AsyncSelect, type FindChoices } from '#web/kit/async-select.tsx';
import { listDomainChoices } from '#web/kit/domain-choices.ts';
import { readHost } from '../shared/read-host.ts';
import type { WholeForm } from './use-project-form.ts';

const findDomains: FindChoices = async (search, signal) => {
  const query = { status: '1', ...(search !== '' && { search }) };
  const { data, meta } = await send(domainsContract.list, { query }, { signal });
  return { choices: listDomainChoices(data), total: meta?.total ?? data.length };
};

/** @param id empty for no domain */
export function useDomainName(id: string): string | undefined {
  const { data } = useCall(domainsContract.edit, { params: { id: Number(id) } }, { skip: id === '' });
  return data?.[0]?.name;
}

type Props = Pick<WholeForm, 'form' | 'errors' | 'setField' | 'inspection'>;

export function DomainField({ form: { form, errors, setField, inspection } }: { form: Props }) {
  const id = form.values.domain_id;
  const name = useDomainName(id);
  const value = id === '' ? null : { value: id, label: name ?? `Domain ${id}` };
  const host = readHost(inspection?.outcome?.firstLink?.url ?? '');
  const isElsewhere = host !== undefined && name !== undefined && !isOnDomain(host, name);
  return (
    <div>
      <AsyncSelect
        id="field-domain_id"
        label="Domain"
        value={value}
        choices={findDomains}
        error={errors.domain_id}
        isClearable
        isLazy
        onChange={(choice) => setField('domain_id', choice?.value ?? '')}
        onBlur={() => form.touch('domain_id')}
      />
      {isElsewhere && (
        <Box component="p" mt={6} c="var(--text2)" fz="small">
          The links of these pages lead to {host}, the site of the seed page.
        </Box>
      )}
    </div>
  );
}

const isOnDomain = (host: string, domain: string): boolean =>
  `.${host}`.endsWith(`.${domain.toLowerCase().replace(/^www\./, '')}`);
