/** One thing that a button does at the server: sent once at a time, its outcome shown as a toast. */
import { useRef } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { type Answer, ApiError, type InputArguments } from '#web/client/call.ts';
import { formatError } from '#web/client/format-error.ts';
import { useSend } from '#web/client/use-call.ts';
import { showToast } from '#web/ui/toast.tsx';

interface Options<E extends Endpoint> {
  /** Nouns whose answers are read again after success. */
  refresh?: readonly string[];
  /** The toast after success; left out where the screen shows it. */
  success?: string;
  /** What the toast says failed; the reason is below it. */
  failure: string;
  /** @returns whether the screen shows this failure itself; otherwise the toast does */
  onFailure?: (error: ApiError) => boolean;
  /** After success. */
  after?: (answer: Answer<E>) => void;
}

export interface Action<Input extends unknown[]> {
  /** @returns whether it succeeded; a second call while the first is under way does nothing */
  run: (...input: Input) => Promise<boolean>;
  isBusy: boolean;
}

export function useAction<E extends Endpoint>(
  endpoint: E,
  { refresh, success, failure, onFailure, after }: Options<E>,
): Action<InputArguments<E>> {
  const [send, { isSending }] = useSend(endpoint, refresh ? { refresh } : {});
  const isRunning = useRef(false);
  const run = async (...input: InputArguments<E>): Promise<boolean> => {
    if (isRunning.current) return false;
    isRunning.current = true;
    try {
      const answer = await send(...input);
      after?.(answer);
      if (success !== undefined) showToast({ kind: 'success', text: success });
      return true;
    } catch (error) {
      const isShown = error instanceof ApiError && onFailure?.(error) === true;
      if (!isShown) showToast({ kind: 'error', text: failure, detail: formatError(error) });
      return false;
    } finally {
      isRunning.current = false;
    }
  };
  return { run, isBusy: isSending };
}
