/** Uploads a file of the form into its draft: how much has left, why it was not taken; another one takes its place. */
import { useEffect, useRef, useState } from 'react';
import { afterPointer } from '#web/client/after-pointer.ts';
import { ApiError, type SendOptions } from '#web/client/call.ts';
import { measureUpload } from '#web/client/measured-upload.ts';
import { takeWhole } from './broken-file.ts';
import type { FileUpload } from './form-state.ts';

export interface FileUploader {
  upload: FileUpload;
  take: (file: File) => Promise<void>;
  /** The file is not sent, for this reason. */
  refuse: (error: string) => void;
  /** What is on its way is not wanted any more. */
  cancel: () => void;
}

interface Options {
  send: (file: File, options: SendOptions) => Promise<unknown>;
  /** Said where the server gave no reason. */
  fallback: string;
  /** The draft has it. */
  onDone: () => Promise<void>;
}

export function useFileUpload({ send, fallback, onDone }: Options): FileUploader {
  const [upload, setUpload] = useState<FileUpload>({ state: 'none' });
  // The line about it comes and goes above the rest of the form.
  const show = (next: FileUpload) => afterPointer(() => setUpload(next));
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const cancel = () => {
    running.current?.abort();
    show({ state: 'none' });
  };
  const take = async (file: File) => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    show({ state: 'sending' });
    try {
      const whole = await takeWhole(file);
      own.signal.throwIfAborted();
      const fetch = measureUpload((share) => {
        if (!own.signal.aborted) setUpload({ state: 'sending', share });
      });
      await send(whole, { signal: own.signal, fetch });
      await onDone();
      if (!own.signal.aborted) show({ state: 'done' });
    } catch (error) {
      if (!own.signal.aborted) show({ state: 'failed', ...describeFailure(error, fallback) });
    }
  };
  const refuse = (error: string) => {
    running.current?.abort();
    show({ state: 'failed', error });
  };
  return { upload, take, refuse, cancel };
}

function describeFailure(error: unknown, fallback: string): Pick<FileUpload, 'error' | 'problems'> {
  const failure = error instanceof ApiError ? error.failure : undefined;
  const { message = fallback, problems = [] } = failure ?? {};
  return { error: message, problems };
}
