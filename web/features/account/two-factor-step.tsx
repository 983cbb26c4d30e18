/** Second step of a sign-in: a code from the app or a recovery code. */
import { useState } from 'react';
import { accountContract, secondStep } from '#contract/account.contract.ts';
import type { SignInChallenge } from '#contract/envelope.ts';
import { ApiError, call } from '#web/client/call.ts';
import { storeUserData } from '#web/client/session.ts';
import { CodeField } from '#web/kit/code-field.tsx';
import { useForm } from '#web/kit/use-form.ts';
import links from '#web/ui/link.module.css';
import { EntryForm, AuthFooterLink } from './form-parts.tsx';

interface Props {
  challenge: SignInChallenge;
  /** Returns to the first step, with a reason unless the user chose to. */
  onOver: (reason?: string) => void;
}

const RULES = secondStep.pick({ code: true });

export function TwoFactorStep({ challenge, onOver }: Props) {
  const [isRecovery, setRecovery] = useState(false);
  const form = useForm({
    schema: RULES,
    initial: { code: '' },
    send: async ({ code }) => {
      try {
        const body = { challenge: challenge.token, code };
        storeUserData(await call(accountContract.signInTwoFactor, { body }));
      } catch (error) {
        if (error instanceof ApiError && error.code === 'challenge_over') onOver(error.message);
        throw error;
      }
    },
  });
  return (
    <>
      <EntryForm form={form} button="Sign in" busy="Signing in...">
        <CodeField
          key={isRecovery ? 'recovery' : 'app'}
          isRecovery={isRecovery}
          takesFocus
          {...form.field('code')}
        />
      </EntryForm>
      <AuthFooterLink>
        {isRecovery ? 'Have your phone?' : 'Lost your phone?'}{' '}
        <button
          type="button"
          className={links.link}
          onClick={() => {
            form.clear();
            form.clearError('code');
            setRecovery(!isRecovery);
          }}
        >
          {isRecovery ? 'Use the app' : 'Use a recovery code'}
        </button>
      </AuthFooterLink>
      <AuthFooterLink>
        <button type="button" className={links.link} onClick={() => onOver()}>
          Back to sign-in
        </button>
      </AuthFooterLink>
    </>
  );
}
