/** Fields of a domain, for adding and editing. */
import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import type { Domain } from '#contract/domains.contract.ts';
import type { Form } from '#web/kit/use-form.ts';
import { Card } from '#web/ui/card.tsx';
import { STATUSES, TYPES } from './domain.rules.ts';

export const TO_DOMAINS = {
  refresh: ['domains'],
  redirect: { to: '/domains', afterMs: 2000 },
};

export type DomainValues = Pick<Domain, 'name' | 'project_type' | 'status'>;

interface Props {
  form: Form<DomainValues>;
  title: string;
  isDisabled?: boolean;
  /** Extra handlers of the name field. */
  name?: ComponentProps<typeof TextInput>;
}

export function DomainFields({ form, title, isDisabled = false, name }: Props) {
  return (
    <Card title={title}>
      <Stack gap={16}>
        <Text c="var(--text2)" fz="md">
          Make sure there are no typos, once added you cannot make changes.
        </Text>
        <TextInput
          label="Domain Name"
          placeholder="example.com"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="url"
          disabled={isDisabled}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          {...form.field('name')}
          {...name}
        />
        <NativeSelect
          label="Website Type"
          data={[...TYPES]}
          disabled={isDisabled}
          {...form.field('project_type')}
        />
        <NativeSelect label="Status" data={[...STATUSES]} disabled={isDisabled} {...form.field('status')} />
      </Stack>
    </Card>
  );
}
