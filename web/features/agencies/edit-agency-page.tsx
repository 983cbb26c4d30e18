/** `/agencies/{id}/edit`: an agency as it is stored; a deleted one comes back by its status. */
import { useState } from 'react';
import { z } from 'zod';
import { agenciesContract } from '#contract/agencies.contract.ts';
import { LoadedForm } from '#web/kit/loaded-form.tsx';
import { useContractForm } from '#web/kit/use-contract-form.ts';
import type { Agency } from './agency.rules.ts';
import { AgencyForm } from './agency-form.tsx';

const TITLE = 'Edit Agency';

export function EditAgencyPage() {
  return (
    <LoadedForm
      endpoint={agenciesContract.edit}
      title={TITLE}
      noun="agency"
      failure="Failed to fetch agency"
      loading="Loading..."
      describeFailure={(message) => `Error: ${message}`}
    >
      {(agency, reload) => <EditAgency agency={agency} onReload={reload} />}
    </LoadedForm>
  );
}

/** Same rule as on the server: a change of the main admin needs a reason. */
const createRules = (mainAdminId: number) =>
  agenciesContract.update.body
    .omit({ revision: true })
    .extend({ reason: z.string() })
    .refine((form) => form.main_admin_id === mainAdminId || form.reason.trim() !== '', {
      path: ['reason'],
      message: 'Reason is required',
    });

function EditAgency({ agency, onReload }: { agency: Agency; onReload: () => void }) {
  const { id, name, main_admin: admin, status, revision } = agency;
  const [initial] = useState({ name, main_admin_id: String(admin.id), status, reason: '' });
  const [rules] = useState(() => createRules(admin.id));
  const form = useContractForm(agenciesContract.update, {
    initial,
    rules,
    input: ({ reason, ...values }, saved) => ({
      params: { id },
      body: {
        ...values,
        ...(Number(values.main_admin_id) !== (saved?.main_admin.id ?? admin.id) && { reason }),
        revision: saved?.revision ?? revision,
      },
    }),
    refresh: ['agencies', 'users', 'myAgency'],
    success: 'Agency was successfully updated!',
    failure: 'Couldn’t save the agency.',
  });
  return (
    <AgencyForm
      title={TITLE}
      form={form}
      statuses={['active', 'not_active', 'deleted']}
      edited={{ id, mainAdmin: { value: String(admin.id), label: admin.user } }}
      onReload={onReload}
    />
  );
}
