/** `/setup?token=…`: creates the first account, a superadmin, with the link that the server printed. */
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { Link, Navigate } from 'react-router';
import { accountContract, firstAccount } from '#contract/account.contract.ts';
import { call } from '#web/client/call.ts';
import { storeUserData } from '#web/client/session.ts';
import { useSession } from '#web/client/use-session.ts';
import { Alert } from '#web/kit/alert.tsx';
import { PasswordField } from '#web/kit/password-field.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { EntryPage } from './entry-page.tsx';
import { EntryForm, AuthFooterLink } from './form-parts.tsx';
import { PersonFields } from './person-fields.tsx';
import { takeLinkToken } from './link-token.ts';
import { useSetupState } from '#web/client/use-setup-state.ts';

const EMPTY = { first_name: '', last_name: '', email: '', password: '', sample_data: false };
const TITLE = 'Set up Geoloom';
const INTRODUCTION = 'Create the first account with your one-time link.';
const fields = firstAccount.omit({ token: true });

export function SetupPage() {
  const [token] = useState(takeLinkToken);
  const user = useSession();
  const [wasSignedIn] = useState(user !== undefined);
  const isUsed = useSetupState()?.needed === false;
  const form = useForm({
    schema: fields,
    initial: EMPTY,
    send: async (values) => storeUserData(await call(accountContract.setUp, { body: { ...values, token } })),
  });
  // After creating the account the user continues; a user who was already signed in sees why the link did
  // nothing.
  if (user && (!wasSignedIn || token === '')) return <Navigate to="/dashboard" replace />;
  if (user) {
    return (
      <EntryPage title={TITLE} words={INTRODUCTION}>
        <Alert tone="note">
          You are signed in as {user.name}. Log out first, then open the whole link again.
        </Alert>
        <AuthFooterLink>
          Or stay signed in: <Link to="/dashboard">Dashboard</Link>
        </AuthFooterLink>
      </EntryPage>
    );
  }
  if (isUsed || token === '') {
    return (
      <EntryPage title={TITLE} words={isUsed ? 'Geoloom is already set up.' : INTRODUCTION}>
        {isUsed ? (
          <Alert tone="note" what="This setup link has been used.">
            It worked once, for the first account. Ask an administrator for an account of your own.
          </Alert>
        ) : (
          <Alert tone="note">Open the complete link that the server printed when it started.</Alert>
        )}
        <SignInLink />
      </EntryPage>
    );
  }
  return (
    <EntryPage title={TITLE} words="The first account is a superadmin: it has full access.">
      <EntryForm form={form} button="Create the first account" busy="Creating...">
        <PersonFields form={form} />
        <PasswordField
          label="Password, at least 8 characters"
          autoComplete="new-password"
          {...form.field('password')}
        />
        <Checkbox
          label="Add sample data"
          description="Adds two finished example projects. You can delete them later."
          {...form.check('sample_data')}
        />
      </EntryForm>
      <SignInLink />
    </EntryPage>
  );
}

const SignInLink = () => (
  <AuthFooterLink>
    Already have an account? <Link to="/login">Sign in</Link>
  </AuthFooterLink>
);
