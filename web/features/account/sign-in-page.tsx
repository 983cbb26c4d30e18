/** `/` and `/login`: e-mail and password, and back to the page that was wanted. */
import { TextInput } from '@mantine/core';
import { Link, Navigate, useLocation } from 'react-router';
import { accountContract, credentials } from '#contract/account.contract.ts';
import { call } from '#web/client/call.ts';
import { storeUserData, whySessionEnded } from '#web/client/session.ts';
import { useSession } from '#web/client/use-session.ts';
import { Alert } from '#web/kit/alert.tsx';
import { PasswordField } from '#web/kit/password-field.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { EntryPage } from './entry-page.tsx';
import { EntryForm, OtherWay } from './form-parts.tsx';
import { LazyGoogleEntry } from './lazy-google-entry.tsx';
import { useSetupState } from './use-setup-state.ts';

/** Where the guard sent the person from. */
function useWantedPage(): string {
  const { state } = useLocation() as { state: { from?: unknown } | null };
  return typeof state?.from === 'string' && /^\/(?!\/)/.test(state.from) ? state.from : '/dashboard';
}

export function SignInPage() {
  const user = useSession();
  const wanted = useWantedPage();
  const setup = useSetupState();
  const form = useForm({
    schema: credentials,
    initial: { email: '', password: '' },
    send: async (values) => storeUserData(await call(accountContract.signIn, { body: values })),
  });
  if (user) return <Navigate to={wanted} replace />;
  return (
    <EntryPage title="Sign in" words="Pick up where you left off.">
      {setup?.needed && (
        <Alert tone="note">
          This server is not set up yet. Open the setup link that it printed when it started.
        </Alert>
      )}
      {whySessionEnded() === 'unauthorized' && (
        <Alert tone="note">Your session has expired. Sign in to continue where you left off.</Alert>
      )}
      {whySessionEnded() === 'account-deleted' && <Alert tone="note">Your account was deleted.</Alert>}
      <EntryForm form={form} button="Sign in" busy="Signing in...">
        <TextInput type="email" label="Email" autoComplete="username" {...form.field('email')} />
        <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
      </EntryForm>
      <LazyGoogleEntry isOpen={setup?.google} text="Sign in with Google" next={wanted} />
      <OtherWay>
        Forgot password? <Link to="/password/reset">Reset it</Link>
      </OtherWay>
      <OtherWay>
        New to Geoloom? <Link to="/registration">Create an account</Link>
      </OtherWay>
    </EntryPage>
  );
}
