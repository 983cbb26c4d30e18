/** Deletes rows after a question: one by its name, several by typing how many. What fails is reported and stays. */
import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { CallInput, Endpoint } from '#contract/endpoint.ts';
import { formatError } from '#web/client/format-error.ts';
import { useRefresh, useSend } from '#web/client/use-call.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { askToDelete, type Deletable, isCountTyped, reportDeleted } from './delete-rows.rules.ts';

interface Options<R, E extends Endpoint> extends Deletable {
  nameOf: (row: R) => string;
  inputOf: (row: R) => CallInput<E>;
  refresh: readonly string[];
  /** @param deleted what is gone */
  onDone: (deleted: readonly R[]) => void;
}

/** @returns what asks for the deletion of rows, and the dialog to place on the screen */
export function useDeleteRows<R, E extends Endpoint>(
  endpoint: E,
  options: Options<R, E>,
): { ask: (rows: readonly R[]) => void; dialog: ReactNode } {
  const [rows, setRows] = useState<readonly R[]>([]);
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [send] = useSend(endpoint);
  const refresh = useRefresh();
  const ask = (wanted: readonly R[]) => {
    setRows(wanted);
    setAsked(true);
  };
  const remove = async () => {
    setBusy(true);
    const failures: string[] = [];
    const deleted: R[] = [];
    let message: string | undefined;
    for (const row of rows) {
      try {
        message = (await send(...([options.inputOf(row)] as never))).message;
        deleted.push(row);
      } catch (error) {
        failures.push(formatError(error));
      }
    }
    // Refreshes the list once, not after each row.
    if (deleted.length > 0) refresh(...options.refresh);
    setBusy(false);
    setAsked(false);
    const [detail] = failures;
    // Of one row the server's own words; of several, how many.
    const report = reportDeleted(options, deleted.length, failures.length);
    showToast({
      kind: detail === undefined ? 'success' : 'error',
      text: rows.length === 1 && message !== undefined ? message : report,
      ...(detail !== undefined && { detail }),
    });
    options.onDone(deleted);
  };
  const dialog = (
    <DeleteDialog
      question={askToDelete(options, rows.map(options.nameOf))}
      count={rows.length}
      isOpened={isAsked}
      isBusy={isBusy}
      onYes={() => void remove()}
      onNo={() => setAsked(false)}
    />
  );
  return { ask, dialog };
}

interface DialogProps {
  question: string;
  count: number;
  isOpened: boolean;
  isBusy: boolean;
  onYes: () => void;
  onNo: () => void;
}

function DeleteDialog({ question, count, ...dialog }: DialogProps) {
  const [typed, setTyped] = useState('');
  const [wasOpened, setWasOpened] = useState(dialog.isOpened);
  if (dialog.isOpened !== wasOpened) {
    setWasOpened(dialog.isOpened);
    // Each question starts with an empty field.
    if (dialog.isOpened) setTyped('');
  }
  return (
    <ConfirmDialog {...dialog} message={question} isDanger isYesDisabled={!isCountTyped(typed, count)}>
      {count > 1 && (
        <TextInput
          label={`Type ${count} to delete them`}
          value={typed}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  );
}
