/**
 * `/domains/{id}/edit`: edits a domain. The form doesn't validate; errors of the server appear in a toast.
 */
import { z } from 'zod';
import { domainsContract, type EditedDomain } from '#contract/domains.contract.ts';
import { useReadOnlyReason } from '#web/client/use-read-only.ts';
import { FormPage } from '#web/kit/form-page.tsx';
import { LoadedForm } from '#web/kit/loaded-form.tsx';
import { useContractForm } from '#web/kit/use-contract-form.ts';
import { DomainFields, TO_DOMAINS } from './domain-fields.tsx';

export function EditDomainPage() {
  return (
    <LoadedForm endpoint={domainsContract.edit} title="Edit Domain" noun="domain">
      {(domain, reload) => <EditDomain domain={domain} onReload={reload} />}
    </LoadedForm>
  );
}

function EditDomain({ domain, onReload }: { domain: EditedDomain; onReload: () => void }) {
  const { id, name, project_type, status, revision, is_read_only: isReadOnly } = domain;
  const readOnly = useReadOnlyReason(isReadOnly);
  const form = useContractForm(domainsContract.update, {
    initial: { name, project_type, status },
    rules: z.object({}),
    input: (values) => ({ params: { id }, body: { ...values, revision } }),
    success: 'Domain saved successfully!',
    failure: 'Failed to save domain:',
    ...TO_DOMAINS,
  });
  return (
    <FormPage
      title="Edit Domain"
      facts="Edit domain to your account."
      form={form}
      button="Save Domain"
      busy="Saving..."
      disabledReason={readOnly}
      cancel="/domains"
      onReload={onReload}
    >
      <DomainFields form={form} title="Domain" isDisabled={readOnly !== undefined} />
    </FormPage>
  );
}
