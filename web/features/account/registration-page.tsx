/** `/registration`: a new account, signed in at once. */
import { Link, Navigate } from 'react-router';
import { accountContract, registration } from '#contract/account.contract.ts';
import { call } from '#web/client/call.ts';
import { storeUserData } from '#web/client/session.ts';
import { useSession } from '#web/client/use-session.ts';
import { PasswordField } from '#web/kit/password-field.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { EntryPage } from './entry-page.tsx';
import { EntryForm, OtherWay, PersonFields } from './form-parts.tsx';

const EMPTY = { first_name: '', last_name: '', email: '', password: '', password_confirmation: '' };

export function RegistrationPage() {
  const user = useSession();
  const form = useForm({
    schema: registration,
    initial: EMPTY,
    send: async (values) => storeUserData(await call(accountContract.register, { body: values })),
  });
  if (user) return <Navigate to="/dashboard" replace />;
  return (
    <EntryPage title="Create an account" words="One account for all your sites.">
      <EntryForm form={form} button="Create an account" busy="Creating...">
        <PersonFields form={form} />
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
      </EntryForm>
      <OtherWay>
        Already registered? <Link to="/login">Sign in</Link>
      </OtherWay>
    </EntryPage>
  );
}
