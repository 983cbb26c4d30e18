/** Fields of a new account: name, email, and the password twice. */
import { PasswordField } from '#web/kit/password-field.tsx';
import type { Form, FormValues } from '#web/kit/use-form.ts';
import { type Person, PersonFields } from './person-fields.tsx';

export const NEW_ACCOUNT = {
  first_name: '',
  last_name: '',
  email: '',
  password: '',
  password_confirmation: '',
};

type Account = Person & { password: string; password_confirmation: string };

interface Props<Values extends FormValues> {
  form: Form<Values>;
  /** Fixed by an invitation. */
  isEmailFixed?: boolean;
}

export function AccountFields<Values extends Account & FormValues>({ form, isEmailFixed }: Props<Values>) {
  return (
    <>
      <PersonFields form={form} isEmailFixed={isEmailFixed} />
      <PasswordField
        label="Password, at least 8 characters"
        autoComplete="new-password"
        {...form.field('password')}
      />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        {...form.field('password_confirmation')}
      />
    </>
  );
}
