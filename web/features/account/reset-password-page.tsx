/**
 * `/password-reset?token=…&email=…`: sets a new password with an emailed link; shown as plain text until
 * hidden.
 */
import { Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { accountContract } from '#contract/account.contract.ts';
import { call } from '#web/client/call.ts';
import { clearStorage } from '#web/client/session.ts';
import { useForm } from '#web/kit/use-form.ts';
import { type NextPage, useDelayedRedirect } from '#web/kit/use-delayed-redirect.ts';
import { type Feedback, FeedbackDialog } from '#web/ui/feedback-dialog.tsx';
import { EntryPage } from './entry-page.tsx';
import { EntryForm, AuthFooterLink } from './form-parts.tsx';
import { takeLinkToken } from './link-token.ts';

const DONE: Feedback = { kind: 'success', message: 'Password reset successfully!' };
const FAILED = 'An error occurred. Please try again.';
const SIGN_IN: NextPage = { to: '/login', afterMs: 2000 };

export function ResetPasswordPage() {
  const [query] = useSearchParams();
  const [token] = useState(takeLinkToken);
  const email = query.get('email') ?? '';
  const [isHidden, setHidden] = useState(false);
  const [feedback, setFeedback] = useState<Feedback | null>(null);
  const [next, setNext] = useState<NextPage>();
  const hold = useDelayedRedirect(next);
  const form = useForm({
    schema: accountContract.resetPassword.body,
    initial: { password: '', password_confirmation: '', token, email },
    send: async (values) => {
      await call(accountContract.resetPassword, { body: values });
      // A new password ends all sessions, so the sign-in page follows even if another account was signed in.
      clearStorage();
      setFeedback(DONE);
      setNext(SIGN_IN);
    },
  });
  // Errors of the link don't belong to a visible field.
  const fault = form.errors.token ?? form.errors.email;
  const type = isHidden ? 'password' : 'text';
  return (
    <EntryPage title="Reset Password" words={email === '' ? 'Choose a new password.' : email}>
      <EntryForm form={form} button="Reset Password" busy="Saving..." fallback={FAILED}>
        {fault !== undefined && (
          <p>
            <Link to="/password/reset">Send me a new link</Link>
          </p>
        )}
        <TextInput
          type={type}
          label="New Password"
          autoComplete="new-password"
          spellCheck={false}
          {...form.field('password')}
        />
        <TextInput
          type={type}
          label="Confirm Password"
          autoComplete="new-password"
          spellCheck={false}
          {...form.field('password_confirmation')}
        />
        <Switch
          label="Hide"
          checked={isHidden}
          onChange={(event) => setHidden(event.currentTarget.checked)}
        />
      </EntryForm>
      <AuthFooterLink>
        Remember it? <Link to="/login">Sign in</Link>
      </AuthFooterLink>
      <FeedbackDialog feedback={feedback} onClose={() => setFeedback(null)} onHold={hold} />
    </EntryPage>
  );
}
