/** A card of the settings with a form of its own: what is wrong, its fields, and the button that saves. */
import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormSummary } from '#web/kit/form-summary.tsx';
import type { Form, FormValues } from '#web/kit/use-form.ts';
import { Card } from '#web/ui/card.tsx';

interface Props<Values extends FormValues> {
  title: string;
  id?: string;
  form: Form<Values>;
  button: string;
  busy: string;
  children: ReactNode;
}

export function SettingsForm<Values extends FormValues>(props: Props<Values>) {
  const { title, id, form, button, busy, children } = props;
  return (
    <Card title={title} {...(id !== undefined && { id })}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <Stack gap={16}>
          <FormSummary form={form} />
          {children}
          <Group>
            <Button type="submit" aria-disabled={form.isSending || undefined}>
              {form.isSending ? busy : button}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
