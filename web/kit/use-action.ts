/** A button's action on the server: one request at a time, its result as a toast. */
import { useRef } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { type Reply, ApiError, type InputArguments } from '#web/client/call.ts';
import { formatError } from '#web/client/format-error.ts';
import { useSend } from '#web/client/use-call.ts';
import { showToast } from '#web/ui/toast.tsx';

interface Options<E extends Endpoint> {
  /** Nouns to refetch after success. */
  refresh?: readonly string[];
  /** Toast after success; undefined if the screen shows it. */
  success?: string;
  /** Title of the failure toast; the reason is below it. */
  failure: string;
  /** @returns true if the screen shows this failure itself; otherwise a toast does */
  onFailure?: (error: ApiError) => boolean;
  /** Called after success. */
  after?: (reply: Reply<E>) => void;
}

export interface Action<Input extends unknown[]> {
  /** @returns true on success; a second call does nothing while the first is in flight */
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
      const reply = await send(...input);
      after?.(reply);
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
