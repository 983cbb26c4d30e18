/** Uploads a file of the form into its draft, with progress and errors; the latest file wins. */
import { useEffect, useRef, useState } from 'react';
import type { Failure } from '#contract/envelope.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { ApiError, isRetryable, type SendOptions } from '#web/client/call.ts';
import { formatError } from '#web/client/format-error.ts';
import { measureUpload } from '#web/client/measured-upload.ts';
import type { FileUpload } from './form-state.ts';

const MEBIBYTE = 1024 * 1024;

export interface FileUploader {
  upload: FileUpload;
  take: (file: File) => Promise<void>;
  /** Shows the reason why the file isn't sent. */
  refuse: (error: string) => void;
  /** Aborts the upload. */
  cancel: () => void;
  /** Returns the chosen file while it isn't uploaded. */
  readUnsent: () => File | undefined;
}

interface Options {
  send: (file: File, options: SendOptions) => Promise<unknown>;
  /** Error of a failed upload. */
  failed: string;
  /** Larger files aren't sent: the server would close the connection without a reason. */
  maxBytes: number;
  /** Called once the draft has it. */
  onDone: () => Promise<void>;
}

export function useFileUpload({ send, failed, maxBytes, onDone }: Options): FileUploader {
  const [upload, setUpload] = useState<FileUpload>({ state: 'none' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const unsent = useRef<File>(undefined);
  const cancel = () => {
    unsent.current = undefined;
    running.current?.abort();
    setUpload({ state: 'none' });
  };
  const refuse = (error: string) => {
    running.current?.abort();
    setUpload({ state: 'failed', error });
  };
  const take = async (file: File) => {
    if (file.size > maxBytes) return refuse(describeLimit(maxBytes));
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    unsent.current = file;
    setUpload({ state: 'sending' });
    try {
      const copy = await readIntoMemory(file);
      own.signal.throwIfAborted();
      const fetch = measureUpload((share) => {
        if (!own.signal.aborted) setUpload({ state: 'sending', share });
      });
      await send(copy, { signal: own.signal, fetch });
      unsent.current = undefined;
      await onDone();
      if (!own.signal.aborted) setUpload({ state: 'done' });
    } catch (error) {
      if (own.signal.aborted) return;
      const retry = isRetryable(error) && { retry: () => void take(file) };
      setUpload({ state: 'failed', error: failed, ...describeFailure(error), ...retry });
    }
  };
  return { upload, take, refuse, cancel, readUnsent: () => unsent.current };
}

const describeLimit = (maxBytes: number): string => `The file is larger than ${maxBytes / MEBIBYTE} MiB.`;

function describeFailure(error: unknown): Pick<FileUpload, 'detail' | 'problems'> {
  const problems = error instanceof ApiError ? (error.failure?.problems ?? []) : [];
  return { detail: formatError(error), problems };
}

/** Error of the browser, shown like one of the server. */
function createRefusal(message: string, cause?: unknown): ApiError {
  const failure: Failure = { success: false, code: 'invalid', message, request_id: '' };
  return new ApiError(undefined, failure, { cause });
}

/**
 * @returns a copy of the file in memory
 * @throws ApiError when it has changed or can't be read
 */
export async function readIntoMemory(file: File): Promise<File> {
  // The server refuses it anyway, and it may not fit into memory.
  if (file.size > projectsContract.upload.upload.maxBytes) return file;
  try {
    const bytes = await file.slice().arrayBuffer();
    // Reads again to detect a change during the first read.
    await file.slice(0, 1).arrayBuffer();
    return new File([bytes], file.name, { type: file.type });
  } catch (cause) {
    throw createRefusal(`“${file.name}” was changed or moved after you chose it. Choose it again.`, cause);
  }
}
