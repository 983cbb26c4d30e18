/** Exports a list as a CSV file: all matching rows, or the given ones. Leaving the page aborts it. */
import { useEffect, useRef, useState } from 'react';
import { formatError } from '#web/client/format-error.ts';
import { showToast } from '#web/ui/toast.tsx';
import type { CsvColumn } from './csv.ts';
import type { List, Row } from './use-list.ts';

export interface Exporting<R> {
  /** One at a time; without rows it reads all of them. */
  run: (rows?: readonly R[]) => Promise<void>;
  isRunning: boolean;
}

export function useCsv<R extends Row>(
  { readAll }: Pick<List<R>, 'readAll'>,
  noun: string,
  columns: readonly CsvColumn<R>[] = [],
): Exporting<R> {
  const [isRunning, setRunning] = useState(false);
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);
  const run = async (rows?: readonly R[]) => {
    if (current.current !== undefined) return;
    const { signal } = (current.current = new AbortController());
    setRunning(true);
    try {
      // Loaded on demand.
      const { getCsvFileName, writeCsv } = await import('./csv.ts');
      const { downloadBlob } = await import('#web/ui/download-blob.ts');
      downloadBlob(getCsvFileName(noun, new Date()), writeCsv(rows ?? (await readAll(signal)), columns));
    } catch (error) {
      if (signal.aborted) return;
      showToast({ kind: 'error', text: 'Couldn’t export the list.', detail: formatError(error) });
    }
    current.current = undefined;
    setRunning(false);
  };
  return { run, isRunning };
}
