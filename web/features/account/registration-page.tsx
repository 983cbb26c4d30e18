/** `/registration`: a new account, signed in at once. */
import { Link, Navigate } from 'react-router';
import { accountContract, registration } from '#contract/account.contract.ts';
import { call } from '#web/client/call.ts';
import { useForm } from '#web/client/form.ts';
import { storeUserData } from '#web/client/session.ts';
import { useSession } from '#web/client/use-session.ts';
import { EntryPage } from './entry-page.tsx';
import { EntryForm, NamePair, OtherWay, PasswordField, TextField } from './form-parts.tsx';

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
        <NamePair>
          <TextField form={form} name="first_name" label="First name" autoComplete="given-name" />
          <TextField form={form} name="last_name" label="Last name" autoComplete="family-name" />
        </NamePair>
        <TextField form={form} name="email" label="Email" type="email" autoComplete="username" />
        <PasswordField
          form={form}
          name="password"
          label="Password, at least 8 characters"
          autoComplete="new-password"
        />
        <PasswordField
          form={form}
          name="password_confirmation"
          label="Confirm Password"
          autoComplete="new-password"
        />
      </EntryForm>
      <OtherWay>
        Already registered? <Link to="/login">Sign in</Link>
      </OtherWay>
    </EntryPage>
  );
}
