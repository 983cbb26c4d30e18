/** Brings a seed page to the draft that the server has of this form, as soon as it was chosen; the newest file wins. */
import { useEffect, useRef, useState } from 'react';
import type { WireProblem } from '#contract/envelope.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { afterPointer } from '#web/client/after-pointer.ts';
import { ApiError, send } from '#web/client/call.ts';
import { takeWhole } from './broken-file.ts';
import { type FormStart, formOf } from './form-start.ts';

export type SeedUpload =
  | { kind: 'none' }
  | { kind: 'sending' }
  | { kind: 'done' }
  | ({ kind: 'failed' } & UploadFailure);

interface UploadFailure {
  reason: string;
  problems: readonly WireProblem[];
  /** `request_id` of the answer; empty without one. */
  reference: string;
}

export interface SeedUploader {
  upload: SeedUpload;
  /** @returns why the file is not in the draft; nothing where it is, or a newer one took its place */
  send: (seed: File) => Promise<Error | undefined>;
  /** Forgets what was sent: the seed was taken away, or another one chosen. */
  forget: () => void;
  /** The seed came from the draft, which has it already. */
  markDone: () => void;
}

export function useSeedUpload({ type, project }: Pick<FormStart, 'type' | 'project'>): SeedUploader {
  const [upload, setUpload] = useState<SeedUpload>({ kind: 'none' });
  // The line about it comes and goes above the rest of the form.
  const show = (next: SeedUpload) => afterPointer(() => setUpload(next));
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const forget = () => {
    running.current?.abort();
    show({ kind: 'none' });
  };
  const sendSeed = async (seed: File): Promise<Error | undefined> => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    show({ kind: 'sending' });
    try {
      const body = { type, ...formOf({ project }) };
      const file = await takeWhole(seed);
      await send(projectsContract.upload, { body, file }, { signal: own.signal });
      show({ kind: 'done' });
      return undefined;
    } catch (reason) {
      if (own.signal.aborted) return undefined;
      const error = reason instanceof Error ? reason : new ApiError(undefined, undefined, reason);
      show({ kind: 'failed', ...describeFailure(error) });
      return error;
    }
  };
  return { upload, send: sendSeed, forget, markDone: () => show({ kind: 'done' }) };
}

function describeFailure(error: Error): UploadFailure {
  const failure = error instanceof ApiError ? error.failure : undefined;
  return {
    reason: error.message,
    problems: failure?.problems ?? [],
    reference: failure?.request_id ?? '',
  };
}
