/** `/agencies/{id}/edit`: edits an agency; changing the status restores a deleted one. */
import { useState } from 'react';
import { z } from 'zod';
import { agenciesContract } from '#contract/agencies.contract.ts';
import { Alert } from '#web/kit/alert.tsx';
import { askToDelete } from '#web/kit/rows-action.rules.ts';
import { LoadedForm } from '#web/kit/loaded-form.tsx';
import { ReasonButton } from '#web/kit/reason-button.tsx';
import { useContractForm } from '#web/kit/use-contract-form.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { formatShortDay } from '#web/ui/format-timestamp.ts';
import { useNow } from '#web/ui/use-now.ts';
import { type Agency, DELETION, describeRestoring } from './agency.rules.ts';
import { AgencyForm } from './agency-form.tsx';
import { useRestore } from './use-restore.tsx';

const TITLE = 'Edit Agency';

export function EditAgencyPage() {
  return (
    <LoadedForm
      endpoint={agenciesContract.edit}
      title={TITLE}
      noun="agency"
      failure="Failed to fetch agency"
      loading="Loading..."
      describeFailure={(message) => `Error: ${message}`}
    >
      {(agency, reload) => <EditAgency agency={agency} onReload={reload} />}
    </LoadedForm>
  );
}

/** Same rule as on the server: changing the main admin needs a reason. */
const createRules = (mainAdminId: number) =>
  agenciesContract.update.body
    .omit({ revision: true })
    .extend({ reason: z.string() })
    .refine((form) => form.main_admin_id === mainAdminId || form.reason.trim() !== '', {
      path: ['reason'],
      message: 'Reason is required',
    });

function EditAgency({ agency, onReload }: { agency: Agency; onReload: () => void }) {
  const { id, name, main_admin: admin, status, revision } = agency;
  const [initial] = useState({ name, main_admin_id: String(admin.id), status, reason: '' });
  const [rules] = useState(() => createRules(admin.id));
  const form = useContractForm(agenciesContract.update, {
    initial,
    rules,
    input: ({ reason, ...values }, saved) => ({
      params: { id },
      body: {
        ...values,
        ...(Number(values.main_admin_id) !== (saved?.main_admin.id ?? admin.id) && { reason }),
        revision: saved?.revision ?? revision,
      },
    }),
    refresh: ['agencies', 'users', 'myAgency'],
    success: 'Agency was successfully updated!',
    failure: 'Couldn’t save the agency.',
  });
  const [isAsked, setAsked] = useState(false);
  const save = async () => {
    const isSaved = await form.submit();
    // The row has dates and problems of the new status.
    if (isSaved && form.values.status !== status) onReload();
    return isSaved;
  };
  const isDeleting = status !== 'deleted' && form.values.status === 'deleted';
  const submit = () => {
    if (!isDeleting) return save();
    setAsked(true);
    return Promise.resolve(false);
  };
  const isRestoring = status === 'deleted' && form.values.status !== 'deleted';
  const isSameAdmin = String(form.values.main_admin_id) === String(admin.id);
  const problem = isSameAdmin ? agency.restore_problem : null;
  return (
    <>
      <AgencyForm
        title={TITLE}
        form={{ ...form, submit }}
        statuses={['active', 'not_active', 'deleted']}
        edited={{ id, mainAdmin: { value: String(admin.id), label: admin.user } }}
        disabledReason={(isRestoring && problem) || undefined}
        onReload={onReload}
      >
        {status === 'deleted' && <Deleted agency={agency} problem={problem} onRestored={onReload} />}
      </AgencyForm>
      <ConfirmDialog
        isOpened={isAsked}
        isBusy={form.isSending}
        isDanger
        message={askToDelete(DELETION, [form.values.name])}
        onYes={() => void save().finally(() => setAsked(false))}
        onNo={() => setAsked(false)}
      />
    </>
  );
}

interface DeletedProps {
  agency: Agency;
  /** Reason why it can't be restored with this main admin. */
  problem: string | null;
  onRestored: () => void;
}

/** Time left to restore the agency, and the button. */
function Deleted({ agency, problem, onRestored }: DeletedProps) {
  const restoring = useRestore(onRestored);
  const words = describeRestoring(agency, useNow());
  if (words === undefined || agency.deleted_at === null) return null;
  return (
    <>
      <Alert tone="note" what={`This agency was deleted on ${formatShortDay(agency.deleted_at)}.`}>
        <p>
          {words}. {problem}
        </p>
        <ReasonButton reason={problem ?? undefined} mt={10} onClick={() => restoring.ask(agency)}>
          Restore
        </ReasonButton>
      </Alert>
      {restoring.dialog}
    </>
  );
}
