/** `/registration`: creates an account and signs in. */
import { Link, Navigate } from 'react-router';
import { accountContract, registration } from '#contract/account.contract.ts';
import { call } from '#web/client/call.ts';
import { storeUserData } from '#web/client/session.ts';
import { useSession } from '#web/client/use-session.ts';
import { useForm } from '#web/kit/use-form.ts';
import { AccountFields, NEW_ACCOUNT } from './account-fields.tsx';
import { EntryPage } from './entry-page.tsx';
import { EntryForm, AuthFooterLink } from './form-parts.tsx';
import { LazyGoogleEntry } from './lazy-google-entry.tsx';
import { useSetupState } from '#web/client/use-setup-state.ts';

export function RegistrationPage() {
  const user = useSession();
  const setup = useSetupState();
  const form = useForm({
    schema: registration,
    initial: NEW_ACCOUNT,
    send: async (values) => storeUserData(await call(accountContract.register, { body: values })),
  });
  if (user) return <Navigate to="/dashboard" replace />;
  return (
    <EntryPage title="Create an account" words="One account for all your sites.">
      <EntryForm form={form} button="Create an account" busy="Creating...">
        <AccountFields form={form} />
      </EntryForm>
      <LazyGoogleEntry isOpen={setup?.google} text="Sign up with Google" next="/dashboard" />
      <AuthFooterLink>
        Already registered? <Link to="/login">Sign in</Link>
      </AuthFooterLink>
    </EntryPage>
  );
}
