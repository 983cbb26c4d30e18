/** Restores a deleted agency with its main admin, after a confirmation. */
import { type ReactNode, useState } from 'react';
import { agenciesContract } from '#contract/agencies.contract.ts';
import { useAction } from '#web/kit/use-action.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { type Agency, RESTORED } from './agency.rules.ts';

/** @returns a function that opens the confirmation, and the dialog */
export function useRestore(after?: () => void): { ask: (agency: Agency) => void; dialog: ReactNode } {
  const [agency, setAgency] = useState<Agency>();
  const [isAsked, setAsked] = useState(false);
  const { run, isBusy } = useAction(agenciesContract.update, {
    refresh: ['agencies', 'users', 'myAgency'],
    success: `${agency?.name ?? 'The agency'} was restored.`,
    failure: 'Couldn’t restore the agency.',
    ...(after && { after }),
  });
  const restore = async () => {
    if (agency === undefined) return;
    const { id, name, main_admin: admin, revision } = agency;
    const body = { name, main_admin_id: admin.id, status: 'active', revision } as const;
    await run({ params: { id }, body });
    setAsked(false);
  };
  const dialog = (
    <ConfirmDialog
      isOpened={isAsked}
      isBusy={isBusy}
      message={`Restore “${agency?.name ?? ''}”? ${RESTORED}`}
      onYes={() => void restore()}
      onNo={() => setAsked(false)}
    />
  );
  const ask = (toRestore: Agency) => {
    setAgency(toRestore);
    setAsked(true);
  };
  return { ask, dialog };
}
