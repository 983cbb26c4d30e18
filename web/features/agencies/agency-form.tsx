/** Fields of an agency, for creating and editing. */
import { Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useCallback, useState } from 'react';
import { agenciesContract, MAX_PEOPLE_FOUND } from '#contract/agencies.contract.ts';
import { call } from '#web/client/call.ts';
import { useSession } from '#web/client/use-session.ts';
import { AsyncSelect, type Choice, type FindChoices } from '#web/kit/async-select.tsx';
import { FormPage } from '#web/kit/form-page.tsx';
import { ReasonField } from '#web/kit/reason-field.tsx';
import type { ContractForm } from '#web/kit/use-contract-form.ts';
import { Card } from '#web/ui/card.tsx';
import { type AgencyStatus, STATUSES, toChoice } from './agency.rules.ts';

export type AgencyValues = {
  name: string;
  main_admin_id: string | number;
  status: AgencyStatus;
  reason?: string;
};

interface Props<Values extends AgencyValues> {
  title: string;
  form: ContractForm<Values>;
  statuses: readonly Values['status'][];
  /** Main admin of the edited agency, who stays a choice although users with an agency aren't listed. */
  edited?: { id: number; mainAdmin: Choice };
  onReload?: () => void;
  /** Reason why the form can't be saved. */
  disabledReason?: string | undefined;
  /** Shown above the fields. */
  children?: ReactNode;
}

export function AgencyForm<Values extends AgencyValues>(props: Props<Values>) {
  const { title, form, statuses, edited, onReload, disabledReason, children } = props;
  const [mainAdmin, setMainAdmin] = useState<Choice | null>(edited?.mainAdmin ?? null);
  const agencyId = edited?.id;
  const findUsers = useCallback<FindChoices>(
    async (q, signal) => {
      const query = { q, ...(agencyId !== undefined && { agency_id: agencyId }) };
      const choices = (await call(agenciesContract.search, { query }, signal)).map(toChoice);
      return { choices, total: choices.length < MAX_PEOPLE_FOUND ? choices.length : undefined };
    },
    [agencyId],
  );
  const isSuperadmin = useSession()?.role === 'superadmin';
  const isMainAdminChanged = edited !== undefined && form.values.main_admin_id !== edited.mainAdmin.value;
  const { id, error, onBlur } = form.field('main_admin_id');
  const status = form.field('status');
  return (
    <FormPage
      title={title}
      form={form}
      button="Save"
      busy="Saving..."
      cancel="/agencies"
      disabledReason={disabledReason}
      {...(onReload && { onReload })}
    >
      {children}
      <Card title="Agency">
        <Stack gap={16}>
          <TextInput label="Name" dir="auto" autoComplete="off" {...form.field('name')} />
          <AsyncSelect
            label="Main Admin"
            id={id}
            value={mainAdmin}
            choices={findUsers}
            error={error}
            onBlur={onBlur}
            onChange={(choice) => {
              setMainAdmin(choice);
              form.set('main_admin_id', (choice?.value ?? '') as Values['main_admin_id']);
            }}
          />
          {!isSuperadmin && (
            <Text fz="small" c="var(--text3)" mt={-8}>
              Only a superadmin can make an administrator the main admin.
            </Text>
          )}
          {isMainAdminChanged && (
            <ReasonField
              {...form.field('reason')}
              onChange={(reason) => form.set('reason', reason as Values['reason'])}
              description="The new and the former main admin will get an email with this reason. The audit log keeps it, too."
            />
          )}
          <Radio.Group label="Status" {...status}>
            <Group gap={24} mt={8}>
              {STATUSES.filter(({ value }) => (statuses as readonly AgencyStatus[]).includes(value)).map(
                ({ value, label }) => (
                  <Radio key={value} value={value} label={label} />
                ),
              )}
            </Group>
          </Radio.Group>
        </Stack>
      </Card>
    </FormPage>
  );
}
