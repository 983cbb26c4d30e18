/** Shared parts of the forms before sign-in: frame, error summary, button, and the link below. */
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { SubmitForm } from '#web/kit/submit-form.tsx';
import { FormSummary } from '#web/kit/form-summary.tsx';
import { SubmitButton } from '#web/kit/submit-button.tsx';
import type { Form, FormValues } from '#web/kit/use-form.ts';
import classes from './form-parts.module.css';

interface EntryFormProps<Values extends FormValues> {
  form: Form<Values>;
  button: string;
  /** Label while the form is sent. */
  busy: string;
  /** Message for an error without one of its own. */
  fallback?: string;
  children: ReactNode;
}

export function EntryForm<Values extends FormValues>(props: EntryFormProps<Values>) {
  const { form, button, busy, fallback, children } = props;
  return (
    <SubmitForm className={classes.form} onSubmit={form.submit}>
      <FormSummary form={form} {...(fallback !== undefined && { fallback })} />
      {children}
      <SubmitButton
        variant="filled"
        fullWidth
        className={classes.submit ?? ''}
        isSending={form.isSending}
        busy={busy}
        rightSection={<ArrowRight size={16} />}
      >
        {button}
      </SubmitButton>
    </SubmitForm>
  );
}

/** Link to the other form. */
export function AuthFooterLink({ children }: { children: ReactNode }) {
  return <p className={classes.other}>{children}</p>;
}
