/** The button that downloads what an endpoint sends as a file. */
import { useState } from 'react';
import type { CallInput, Endpoint } from '#contract/endpoint.ts';
import { formatError } from '#web/client/format-error.ts';
import { readFileCall } from '#web/client/read-file-call.ts';
import { downloadBlob } from '#web/ui/download-blob.ts';
import { showToast } from '#web/ui/toast.tsx';
import { ExportButton } from './export-button.tsx';

interface Props<E extends Endpoint & { answers: 'file' }> {
  endpoint: E;
  input: CallInput<E>;
  /** What the file is called where the server does not say. */
  name: string;
}

export function DownloadCsv<E extends Endpoint & { answers: 'file' }>({ endpoint, input, name }: Props<E>) {
  const [isRunning, setRunning] = useState(false);
  const run = async () => {
    if (isRunning) return;
    setRunning(true);
    try {
      const file = await readFileCall(endpoint, input);
      downloadBlob(file.name ?? name, file.bytes);
    } catch (error) {
      showToast({ kind: 'error', text: 'The report could not be exported.', detail: formatError(error) });
    }
    setRunning(false);
  };
  return <ExportButton exporting={{ run, isRunning }} isDisabled={false} />;
}
