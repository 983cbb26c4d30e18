/**
 * `/login/google`: Google redirects here with code and state, which are sent once and removed from the URL.
 */
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import type { SignInChallenge } from '#contract/envelope.ts';
import { googlePassword, googleSignInContract } from '#contract/google-sign-in.contract.ts';
import { type ApiError, call, send } from '#web/client/call.ts';
import { type GoogleRedirect, takeGoogleRedirect } from '#web/client/google-redirect.ts';
import { storeUserData } from '#web/client/session.ts';
import { useSession } from '#web/client/use-session.ts';
import { Alert } from '#web/kit/alert.tsx';
import { PasswordField } from '#web/kit/password-field.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { showToast } from '#web/ui/toast.tsx';
import { EntryPage } from './entry-page.tsx';
import { EntryForm, AuthFooterLink } from './form-parts.tsx';
import { TwoFactorStep } from './two-factor-step.tsx';

interface Returned {
  code: string;
  state: string;
  redirect: GoogleRedirect;
}

/** @returns the parameters from Google, or the reason why the sign-in can't be finished */
function readReturn(address: URLSearchParams, redirect: GoogleRedirect | undefined): Returned | string {
  const [code, state, refusal] = ['code', 'state', 'error'].map((name) => address.get(name));
  if (refusal === 'access_denied') return 'You canceled the sign-in at Google.';
  if (refusal) return 'Google refused the sign-in.';
  if (!code || !state || redirect === undefined)
    return 'This sign-in didn’t start in this tab, or it’s already finished.';
  return { code, state, redirect };
}

export function GoogleReturnPage() {
  const [address] = useSearchParams();
  const [returned, setReturned] = useState<{ result: Returned | string; isConnection: boolean }>();
  const isRead = useRef(false);
  useEffect(() => {
    // Google accepts a code once.
    if (isRead.current) return;
    isRead.current = true;
    const redirect = takeGoogleRedirect();
    setReturned({
      result: readReturn(address, redirect),
      isConnection: redirect?.isConnection === true,
    });
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [address]);
  const [isSecondStep, setSecondStep] = useState(false);
  const { result, isConnection = false } = returned ?? {};
  const [title, words] = isSecondStep
    ? ['Two-factor sign-in', 'One more step to sign in.']
    : isConnection
      ? ['Connect Google', 'Use your Google account to sign in.']
      : ['Sign in with Google', 'Pick up where you left off.'];
  return (
    <EntryPage title={title} words={words}>
      {typeof result === 'string' && <Refused what={result} isConnection={isConnection} />}
      {typeof result === 'object' && <Finishing {...result} onSecondStep={setSecondStep} />}
    </EntryPage>
  );
}

interface RefusedProps {
  what?: string;
  error?: ApiError;
  isConnection: boolean;
}

function Refused({ what, error, isConnection }: RefusedProps): ReactNode {
  const [to, text] = isConnection ? ['/settings', 'Back to Account Settings'] : ['/login', 'Back to sign-in'];
  return (
    <>
      <Alert tone={error ? 'error' : 'note'} what={what} error={error} />
      <Button component={Link} to={to} replace variant="filled" fullWidth>
        {text}
      </Button>
    </>
  );
}

interface FinishingProps extends Returned {
  onSecondStep: (isShown: boolean) => void;
}

function Finishing({ code, state, redirect, onSecondStep }: FinishingProps) {
  const navigate = useNavigate();
  const user = useSession();
  const [firstUser] = useState(user);
  const [error, setError] = useState<ApiError>();
  const [over, setOver] = useState<string>();
  const [isConnected, setConnected] = useState(false);
  const isSent = useRef(false);
  const { next, verifier, invitation, isConnection = false } = redirect;
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    const body = { code, state, verifier };
    const finish = async () => {
      if (isConnection) {
        const { message } = await send(googleSignInContract.connect, { body });
        showToast({ kind: 'success', text: message ?? 'Google sign-in was connected.' });
        setConnected(true);
      } else {
        const invited = { ...body, ...(invitation !== undefined && { invitation }) };
        storeUserData(await call(googleSignInContract.finish, { body: invited }));
      }
    };
    finish().catch((failure: unknown) => {
      setError(failure as ApiError);
      onSecondStep((failure as ApiError).code === 'two_factor_required');
    });
  }, [code, state, verifier, invitation, isConnection, onSecondStep]);
  if (isConnected || (user !== undefined && user !== firstUser)) return <Navigate to={next} replace />;
  if (over !== undefined) return <Refused what={over} isConnection={isConnection} />;
  if (error === undefined) return <p role="status">{isConnection ? 'Connecting...' : 'Signing in...'}</p>;
  const challenge = error.failure?.challenge;
  if (challenge === undefined) return <Refused error={error} isConnection={isConnection} />;
  if (error.code === 'password_required') return <PasswordForm challenge={challenge} what={error.message} />;
  return (
    <TwoFactorStep
      challenge={challenge}
      onOver={(reason) => {
        if (reason === undefined) return void navigate('/login');
        setOver(reason);
        onSecondStep(false);
      }}
    />
  );
}

interface PasswordProps {
  challenge: SignInChallenge;
  what: string;
}

/** Asks once for the password of the account with the same email. */
function PasswordForm({ challenge, what }: PasswordProps) {
  const form = useForm({
    schema: googlePassword,
    initial: { challenge: challenge.token, password: '' },
    send: async (body) => storeUserData(await call(googleSignInContract.enterPassword, { body })),
  });
  return (
    <>
      <Alert tone="note" what={what} />
      <EntryForm form={form} button="Connect and sign in" busy="Signing in...">
        <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
      </EntryForm>
      <AuthFooterLink>
        Forgot password? <Link to="/password/reset">Reset it</Link>
      </AuthFooterLink>
      <AuthFooterLink>
        <Link to="/login">Back to sign-in</Link>
      </AuthFooterLink>
    </>
  );
}
