/** Branding of the agency; its main admin can change it. */
import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { myAgencyContract } from '#contract/my-agency.contract.ts';
import { useShownList } from '#web/client/use-shown.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { Alert } from '#web/kit/alert.tsx';
import { FormSummary } from '#web/kit/form-summary.tsx';
import { SubmitButton } from '#web/kit/submit-button.tsx';
import { useContractForm } from '#web/kit/use-contract-form.ts';
import { UrlField } from '#web/kit/url-field.tsx';
import { Card } from '#web/ui/card.tsx';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';
import type { Branding } from './my-agency.rules.ts';

const REASON_ID = 'branding-reason';

interface Props {
  isMainAdmin: boolean;
  /** True if the user can change the branding. */
  isActive: boolean;
}

export function BrandingTab({ isMainAdmin, isActive }: Props) {
  const { data, error, refetch } = useShownList(myAgencyContract.list, { query: { tab: 'branding' } });
  const branding = data?.find((item) => item.type === 'branding');
  if (error && !branding) return <Alert what="Couldn’t load the branding." error={error} onRetry={refetch} />;
  if (!branding) return <SkeletonRows label="Loading the branding" />;
  return isMainAdmin ? (
    <BrandingForm branding={branding} isActive={isActive} />
  ) : (
    <Facts branding={branding} />
  );
}

function Facts({ branding: { name, website, brand_color: color } }: { branding: Branding }) {
  return (
    <Card title="Branding">
      <Stack gap={8} style={{ overflowWrap: 'anywhere' }}>
        <Text dir="auto">{name}</Text>
        {website !== '' && <Text>{website}</Text>}
        {color !== '' && <Text>{color}</Text>}
      </Stack>
    </Card>
  );
}

function BrandingForm({ branding, isActive }: { branding: Branding; isActive: boolean }) {
  const { name, website, brand_color } = branding;
  const [initial] = useState({ name, website, brand_color });
  const form = useContractForm(myAgencyContract.update, {
    initial,
    refresh: ['myAgency', 'agencies', 'users'],
    success: 'Agency was successfully updated!',
    failure: 'Couldn’t save the agency.',
  });
  return (
    <SubmitForm onSubmit={form.submit}>
      <Card title="Branding">
        <Stack gap={16}>
          <FormSummary form={form} />
          <TextInput
            label="Name"
            dir="auto"
            autoComplete="off"
            disabled={!isActive}
            {...form.field('name')}
          />
          <UrlField label="Website" disabled={!isActive} {...form.field('website')} />
          <TextInput
            label="Brand color"
            placeholder={isActive ? '#FE6432' : ''}
            autoComplete="off"
            disabled={!isActive}
            {...form.field('brand_color')}
          />
          <Group>
            <SubmitButton
              variant="filled"
              isSending={form.isSending}
              busy="Saving..."
              disabled={!isActive}
              aria-describedby={isActive ? undefined : REASON_ID}
            >
              Save branding
            </SubmitButton>
            {!isActive && (
              <Text id={REASON_ID} fz="small" c="var(--text2)">
                The agency is inactive, so its branding can’t be changed.
              </Text>
            )}
          </Group>
        </Stack>
      </Card>
    </SubmitForm>
  );
}
