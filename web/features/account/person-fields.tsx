/** Name and email of a new account. */
import { SimpleGrid, TextInput } from '@mantine/core';
import type { Form, FormValues } from '#web/kit/use-form.ts';

export type Person = { first_name: string; last_name: string; email: string };

interface Props<Values extends FormValues> {
  form: Form<Values>;
  isEmailFixed?: boolean | undefined;
}

export function PersonFields<Values extends Person & FormValues>({
  form,
  isEmailFixed = false,
}: Props<Values>) {
  return (
    <>
      <SimpleGrid cols={2} spacing={12}>
        <TextInput label="First name" autoComplete="given-name" {...form.field('first_name')} />
        <TextInput label="Last name" autoComplete="family-name" {...form.field('last_name')} />
      </SimpleGrid>
      <TextInput
        type="email"
        label="Email"
        autoComplete="username"
        readOnly={isEmailFixed}
        {...form.field('email')}
      />
    </>
  );
}
