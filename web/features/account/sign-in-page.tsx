/** `/` and `/login`: email and password, the second factor if it's on, then the requested page. */
import { TextInput } from '@mantine/core';
import { Suspense, useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { accountContract, credentials } from '#contract/account.contract.ts';
import type { SignInChallenge } from '#contract/envelope.ts';
import { ApiError, call } from '#web/client/call.ts';
import { lazyPart } from '#web/client/lazy-part.ts';
import { storeUserData, getSessionEnd } from '#web/client/session.ts';
import { useSession } from '#web/client/use-session.ts';
import { Alert } from '#web/kit/alert.tsx';
import { PasswordField } from '#web/kit/password-field.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { MissingPart } from '#web/ui/missing-part.tsx';
import { EntryPage } from './entry-page.tsx';
import { EntryForm, AuthFooterLink } from './form-parts.tsx';
import { LazyGoogleEntry } from './lazy-google-entry.tsx';
import { useSetupState } from '#web/client/use-setup-state.ts';

/** Page that the guard redirected from. */
function useNextPage(): string {
  const { state } = useLocation() as { state: { from?: unknown } | null };
  return typeof state?.from === 'string' && /^\/(?!\/)/.test(state.from) ? state.from : '/dashboard';
}

const TwoFactorStep = lazyPart(
  'two-factor-step',
  async () => (await import('./two-factor-step.tsx')).TwoFactorStep,
  MissingPart,
);

export function SignInPage() {
  const [challenge, setChallenge] = useState<SignInChallenge>();
  const [over, setOver] = useState<string>();
  const user = useSession();
  const nextPage = useNextPage();
  const setup = useSetupState();
  const form = useForm({
    schema: credentials,
    initial: { email: '', password: '' },
    send: async (values) => {
      setOver(undefined);
      try {
        storeUserData(await call(accountContract.signIn, { body: values }));
      } catch (error) {
        const received = error instanceof ApiError ? error.failure?.challenge : undefined;
        if (received === undefined) throw error;
        setChallenge(received);
      }
    },
  });
  if (user) return <Navigate to={nextPage} replace />;
  if (challenge) {
    return (
      <EntryPage title="Two-factor sign-in" words="One more step to sign in.">
        <Suspense>
          <TwoFactorStep
            challenge={challenge}
            onOver={(reason) => {
              setChallenge(undefined);
              setOver(reason);
              const { email } = form.values;
              form.clear();
              form.set('email', email);
            }}
          />
        </Suspense>
      </EntryPage>
    );
  }
  return (
    <EntryPage title="Sign in" words="Pick up where you left off.">
      {setup?.needed && (
        <Alert tone="note">
          This server is not set up yet. Open the setup link that it printed when it started.
        </Alert>
      )}
      {getSessionEnd() === 'unauthorized' && (
        <Alert tone="note">Your session has expired. Sign in to continue where you left off.</Alert>
      )}
      {over !== undefined && <Alert>{over}</Alert>}
      {getSessionEnd() === 'account-deleted' && <Alert tone="note">Your account was deleted.</Alert>}
      <EntryForm form={form} button="Sign in" busy="Signing in...">
        <TextInput type="email" label="Email" autoComplete="username" {...form.field('email')} />
        <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
      </EntryForm>
      <LazyGoogleEntry isOpen={setup?.google} text="Sign in with Google" next={nextPage} />
      <AuthFooterLink>
        Forgot password? <Link to="/password/reset">Reset it</Link>
      </AuthFooterLink>
      <AuthFooterLink>
        New to Geoloom? <Link to="/registration">Create an account</Link>
      </AuthFooterLink>
    </EntryPage>
  );
}
