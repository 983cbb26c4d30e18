/** Button to sign in or up with Google, following Google's branding guidelines. Only loaded if Google is set up. */
import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { googleSignInContract } from '#contract/google-sign-in.contract.ts';
import { ApiError, call } from '#web/client/call.ts';
import { redirectToGoogle } from '#web/client/google-redirect.ts';
import { Alert } from '#web/kit/alert.tsx';
import { GoogleLogo } from '#web/ui/google-logo.tsx';
import classes from './google-entry.module.css';

export interface GoogleEntryProps {
  text: 'Sign in with Google' | 'Sign up with Google';
  /** Page to open after the sign-in. */
  next: string;
  /** Token of an invitation. */
  invitation?: string;
}

export function GoogleEntry({ text, next, invitation }: GoogleEntryProps) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const leave = async () => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      const reply = await call(googleSignInContract.begin);
      redirectToGoogle(reply, { next, ...(invitation !== undefined && { invitation }) });
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure);
    } finally {
      // Also when the user navigates back from Google, because browsers restore the page.
      setBusy(false);
    }
  };
  return (
    <>
      <p className={classes.or}>or</p>
      {error && <Alert what="Couldn’t open Google." error={error} />}
      <UnstyledButton
        className={classes.button ?? ''}
        aria-disabled={isBusy || undefined}
        onClick={() => void leave()}
      >
        <GoogleLogo />
        <span>{isBusy ? 'Opening Google...' : text}</span>
      </UnstyledButton>
    </>
  );
}
