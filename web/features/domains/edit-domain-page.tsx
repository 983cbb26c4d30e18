/** `/domains/{id}/edit`: a domain as it is stored. The form checks nothing; the server refuses in a toast. */
import { useState } from 'react';
import { z } from 'zod';
import { type Domain, domainsContract } from '#contract/domains.contract.ts';
import { FormPage } from '#web/kit/form-page.tsx';
import { LoadedForm } from '#web/kit/loaded-form.tsx';
import { useContractForm } from '#web/kit/use-contract-form.ts';
import { DomainFields, type DomainValues } from './domain-fields.tsx';

const TITLE = 'Edit Domain';

export function EditDomainPage() {
  return (
    <LoadedForm endpoint={domainsContract.edit} title={TITLE} noun="domain">
      {(domain, reload) => <EditDomain domain={domain} onReload={reload} />}
    </LoadedForm>
  );
}

function EditDomain({ domain, onReload }: { domain: Domain; onReload: () => void }) {
  const { id, name, project_type, status, revision } = domain;
  const [initial] = useState<DomainValues>({ name, project_type, status });
  const form = useContractForm(domainsContract.update, {
    initial,
    rules: z.object({}),
    input: (values) => ({ params: { id }, body: { ...values, revision } }),
    refresh: ['domains'],
    success: 'Domain saved successfully!',
    failure: 'Failed to save domain:',
    redirect: { to: '/domains', afterMs: 2000 },
  });
  return (
    <FormPage
      title={TITLE}
      facts="Edit domain to your account."
      form={form}
      button="Save Domain"
      busy="Saving..."
      cancel="/domains"
      onReload={onReload}
    >
      <DomainFields
        form={form}
        title="Domain"
        note="Make sure there are no typos, once added you cannot make changes."
      />
    </FormPage>
  );
}
