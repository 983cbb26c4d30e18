/**
 * Runs an action on rows after a confirmation that names one row or counts several. Failed rows are reported
 * with their reasons, and stay as they were.
 */
import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { CallInput, Endpoint } from '#contract/endpoint.ts';
import { formatError } from '#web/client/format-error.ts';
import { useRefresh, useSend } from '#web/client/use-call.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { showToast } from '#web/ui/toast.tsx';
import {
  writeConfirmation,
  askToDelete,
  DELETE,
  type Deletable,
  type Failure,
  isCountTyped,
  listFailures,
  reportOutcome,
  type Verb,
} from './rows-action.rules.ts';

interface RowOptions<R, E extends Endpoint> {
  getName: (row: R) => string;
  toInput: (row: R) => CallInput<E>;
  refresh: readonly string[];
}

interface ActionOptions<R, E extends Endpoint> extends RowOptions<R, E>, Verb {
  noun: string;
  question: (names: readonly string[]) => string;
  isDanger?: boolean;
  /** True if several rows need a typed count. */
  isCounted?: boolean;
  /** The reply for one row includes the message. */
  hasMessage?: boolean;
  onDone: (done: readonly R[], failed: readonly R[]) => void;
}

interface ConfirmedAction<R> {
  ask: (rows: readonly R[]) => void;
  /** Dialog to render. */
  dialog: ReactNode;
}

function useConfirmedAction<R, E extends Endpoint>(
  endpoint: E,
  options: ActionOptions<R, E>,
): ConfirmedAction<R> {
  const [rows, setRows] = useState<readonly R[]>([]);
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [send] = useSend(endpoint);
  const refresh = useRefresh();
  const ask = (rowsToChange: readonly R[]) => {
    setRows(rowsToChange);
    setAsked(true);
  };
  const run = async () => {
    setBusy(true);
    const failures: (Failure & { row: R })[] = [];
    const done: R[] = [];
    let message: string | undefined;
    for (const row of rows) {
      try {
        message = (await send(...([options.toInput(row)] as never))).message;
        done.push(row);
      } catch (error) {
        failures.push({ row, name: options.getName(row), reason: formatError(error) });
      }
    }
    // Refetches the list once, not after each row.
    if (done.length > 0) refresh(...options.refresh);
    setBusy(false);
    setAsked(false);
    const [first] = failures;
    const report = reportOutcome(options, done.length, failures.length);
    showToast({
      kind: first === undefined ? 'success' : 'error',
      text: options.hasMessage && rows.length === 1 ? (message ?? report) : report,
      ...(first !== undefined && { detail: rows.length === 1 ? first.reason : listFailures(failures) }),
    });
    options.onDone(
      done,
      failures.map(({ row }) => row),
    );
  };
  const dialog = (
    <RowsDialog
      question={options.question(rows.map(options.getName))}
      typedVerb={options.isCounted ? options.verb.toLowerCase() : undefined}
      isDanger={options.isDanger ?? false}
      count={rows.length}
      isOpened={isAsked}
      isBusy={isBusy}
      onYes={() => void run()}
      onNo={() => setAsked(false)}
    />
  );
  return { ask, dialog };
}

export interface RowsAction<R, E extends Endpoint> extends RowOptions<R, E>, Verb {
  /** One row: `user`. */
  noun: string;
  /** The effect, in one sentence. */
  note: string;
  isDanger?: boolean;
  /** Selects the rows that failed. */
  select: (rows: readonly R[]) => void;
}

/** For actions of the bulk bar; failed rows stay selected. */
export function useRowsAction<R, E extends Endpoint>(
  endpoint: E,
  { select, ...options }: RowsAction<R, E>,
): ConfirmedAction<R> {
  return useConfirmedAction(endpoint, {
    ...options,
    question: (names) => writeConfirmation(options, names),
    onDone: (_done, failed) => select(failed),
  });
}

interface DeleteOptions<R, E extends Endpoint> extends RowOptions<R, E>, Deletable {
  /** Called with the deleted rows and with those that failed. */
  onDone: (deleted: readonly R[], failed: readonly R[]) => void;
}

export function useDeleteRows<R, E extends Endpoint>(
  endpoint: E,
  options: DeleteOptions<R, E>,
): ConfirmedAction<R> {
  return useConfirmedAction(endpoint, {
    ...options,
    ...DELETE,
    question: (names) => askToDelete(options, names),
    isDanger: true,
    isCounted: true,
    hasMessage: true,
  });
}

interface DialogProps {
  question: string;
  /** Several rows need their count typed before Yes. */
  typedVerb: string | undefined;
  isDanger: boolean;
  count: number;
  isOpened: boolean;
  isBusy: boolean;
  onYes: () => void;
  onNo: () => void;
}

function RowsDialog({ question, typedVerb, count, ...dialog }: DialogProps) {
  const [typed, setTyped] = useState('');
  const [wasOpened, setWasOpened] = useState(dialog.isOpened);
  if (dialog.isOpened !== wasOpened) {
    setWasOpened(dialog.isOpened);
    // Each confirmation starts with an empty field.
    if (dialog.isOpened) setTyped('');
  }
  const isTyping = typedVerb !== undefined && count > 1;
  return (
    <ConfirmDialog {...dialog} message={question} isYesDisabled={isTyping && !isCountTyped(typed, count)}>
      {isTyping && (
        <TextInput
          label={`Type ${count} to ${typedVerb} them`}
          value={typed}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  );
}
