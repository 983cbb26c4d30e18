/**
 * Form page: error summary, cards of fields, a bar with the save button, and a confirmation before unsaved
 * changes are discarded.
 */
import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import links from '#web/ui/link.module.css';
import { PageHead } from '#web/ui/page-head.tsx';
import { SubmitForm } from './submit-form.tsx';
import { BAR_WORDS_ID, FormBar } from './form-bar.tsx';
import { FailureDialog } from './failure-dialog.tsx';
import { FormSummary } from './form-summary.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { SubmitButton } from './submit-button.tsx';
import type { ContractForm } from './use-contract-form.ts';
import type { FormValues } from './use-form.ts';

const LEAVE = 'Leave this page? Your changes are not saved.';

interface Props<Values extends FormValues> {
  title: string;
  facts?: ReactNode;
  form: ContractForm<Values>;
  /** Label of the save button, idle and busy. */
  button: string;
  busy: string;
  /** Reason, in one sentence, why the button is disabled. */
  disabledReason?: string | undefined;
  /** Target of Cancel. */
  cancel: string;
  /** Loads the latest version after another user saved first. */
  onReload?: () => void;
  /** Cards of fields. */
  children: ReactNode;
}

export function FormPage<Values extends FormValues>(props: Props<Values>) {
  const { title, facts, form, button, busy, disabledReason, cancel, onReload, children } = props;
  const { isSending, next, failure } = form;
  return (
    <SubmitForm onSubmit={form.submit}>
      <PageHead title={title} facts={facts} />
      <Stack gap={16} maw={720}>
        <FormSummary form={form} {...(failure?.code === 'conflict' && onReload && { onReload })} />
        {children}
      </Stack>
      <FormBar
        buttons={
          <>
            <SubmitButton
              variant="filled"
              isSending={isSending}
              busy={busy}
              disabled={disabledReason !== undefined}
              isDone={next !== undefined}
              aria-describedby={BAR_WORDS_ID}
            >
              {button}
            </SubmitButton>
            <Button component={Link} to={cancel} variant="subtle" color="gray">
              Cancel
            </Button>
          </>
        }
      >
        {next ? (
          <span>
            Saved. The next page opens in a moment.{' '}
            <Link className={links.link} to={next.to}>
              Open it now
            </Link>
          </span>
        ) : (
          disabledReason
        )}
      </FormBar>
      {form.dialogFallback !== undefined && <FailureDialog form={form} fallback={form.dialogFallback} />}
      <LeaveQuestion isOn={form.isDirty} message={LEAVE} />
    </SubmitForm>
  );
}
