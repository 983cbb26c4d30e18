/** "Oops!" dialog each time the server refuses a form; the errors stay listed above the fields. */
import { useState } from 'react';
import { FeedbackDialog } from '#web/ui/feedback-dialog.tsx';
import type { Form, FormValues } from './use-form.ts';

interface Props<Values extends FormValues> {
  form: Pick<Form<Values>, 'failure' | 'failedSubmits'>;
  /** Fallback without a message from the server. */
  fallback?: string | undefined;
}

export function FailureDialog<Values extends FormValues>({ form, fallback }: Props<Values>) {
  const { failure, failedSubmits } = form;
  const [closedAt, setClosedAt] = useState(0);
  const message = failure?.failure ? failure.message : (fallback ?? failure?.message);
  const isShown = failure !== undefined && message !== undefined && failedSubmits > closedAt;
  return (
    <FeedbackDialog
      feedback={isShown ? { kind: 'error', message } : null}
      onClose={() => setClosedAt(failedSubmits)}
    />
  );
}
