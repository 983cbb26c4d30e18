/** `/agencies/create`: creates an agency; its main admin becomes its first member. */
import { agenciesContract } from '#contract/agencies.contract.ts';
import { useContractForm } from '#web/kit/use-contract-form.ts';
import { AgencyForm, type AgencyValues } from './agency-form.tsx';

type NewAgency = Omit<AgencyValues, 'reason'> & { status: 'active' | 'not_active' };

const NEW: NewAgency = { name: '', main_admin_id: '', status: 'active' };

export function CreateAgencyPage() {
  const form = useContractForm(agenciesContract.create, {
    initial: NEW,
    refresh: ['agencies', 'users', 'myAgency'],
    success: 'Agency was successfully created',
    failure: 'Couldn’t create the agency.',
    redirect: { to: '/agencies', afterMs: 2000 },
  });
  return <AgencyForm title="Create Agency" form={form} statuses={['active', 'not_active']} />;
}
