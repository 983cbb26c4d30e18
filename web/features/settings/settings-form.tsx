/** Settings card with its own form: errors, fields, save button. */
import { Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { FailureDialog } from '#web/kit/failure-dialog.tsx';
import { FormSummary } from '#web/kit/form-summary.tsx';
import { OwnerOnly } from '#web/kit/owner-only.tsx';
import { SubmitButton } from '#web/kit/submit-button.tsx';
import type { Form, FormValues } from '#web/kit/use-form.ts';
import { Card } from '#web/ui/card.tsx';

interface Props<Values extends FormValues> {
  title: string;
  id?: string;
  form: Form<Values>;
  endpoint: Endpoint;
  button: string;
  busy: string;
  children: ReactNode;
}

export function SettingsForm<Values extends FormValues>(props: Props<Values>) {
  const { title, id, form, endpoint, button, busy, children } = props;
  return (
    <Card title={title} {...(id !== undefined && { id })}>
      <SubmitForm onSubmit={form.submit}>
        <OwnerOnly endpoint={endpoint}>
          <Stack gap={16}>
            <FormSummary form={form} />
            {children}
            <Group>
              <SubmitButton isSending={form.isSending} busy={busy}>
                {button}
              </SubmitButton>
            </Group>
          </Stack>
        </OwnerOnly>
        <FailureDialog form={form} />
      </SubmitForm>
    </Card>
  );
}
