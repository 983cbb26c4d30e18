/** Downloads an endpoint's file, one at a time; a failure is a toast. */
import { useState } from 'react';
import type { CallInput, Endpoint } from '#contract/endpoint.ts';
import { formatError } from '#web/client/format-error.ts';
import { downloadBlob } from '#web/ui/download-blob.ts';
import { showToast } from '#web/ui/toast.tsx';
import { ApiError, asFailure, openCall } from '../client/call.ts';

export interface Download<E extends Endpoint & { replyType: 'file' }> {
  endpoint: E;
  input: CallInput<E>;
  /** File name if the server gives none. */
  name: string;
}

/** @param failure title of the toast: `Couldn’t export the report.` */
export function useDownload<E extends Endpoint & { replyType: 'file' }>(
  { endpoint, input, name }: Download<E>,
  failure: string,
) {
  const [isRunning, setRunning] = useState(false);
  const run = async () => {
    if (isRunning) return;
    setRunning(true);
    try {
      const file = await readFileCall(endpoint, input);
      downloadBlob(file.name ?? name, file.bytes);
    } catch (error) {
      showToast({ kind: 'error', text: failure, detail: formatError(error) });
    }
    setRunning(false);
  };
  return { run, isRunning };
}

/** @returns its bytes, and its name if the server gives one */
async function readFileCall<E extends Endpoint & { replyType: 'file' }>(
  endpoint: E,
  input: CallInput<E>,
): Promise<{ name: string | undefined; bytes: ArrayBuffer }> {
  const response = await openCall(endpoint, input);
  if (!response.ok)
    throw new ApiError(response.status, asFailure(await response.json().catch(() => undefined)));
  const [, name] = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { name, bytes: await response.arrayBuffer() };
}
