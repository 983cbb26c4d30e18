/** Brings a seed page to the server's draft as soon as it was chosen; the newest file wins. */
import { useEffect, useRef, useState } from 'react';
import type { WireProblem } from '#contract/envelope.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { ApiError, send } from '#web/client/call.ts';

export type SeedUpload =
  | { kind: 'none' }
  | { kind: 'sending' }
  | { kind: 'done' }
  | { kind: 'failed'; reason: string; problems: readonly WireProblem[] };

export interface SeedUploader {
  upload: SeedUpload;
  /** @returns whether the file is in the draft now */
  send: (seed: File) => Promise<boolean>;
  /** Forgets what was sent: the seed was taken away. */
  forget: () => void;
}

export function useSeedUpload(type: string): SeedUploader {
  const [upload, setUpload] = useState<SeedUpload>({ kind: 'none' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const forget = () => {
    running.current?.abort();
    setUpload({ kind: 'none' });
  };
  const sendSeed = async (seed: File): Promise<boolean> => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setUpload({ kind: 'sending' });
    try {
      await send(projectsContract.upload, { body: { type }, file: seed }, { signal: own.signal });
      setUpload({ kind: 'done' });
      return true;
    } catch (error) {
      if (own.signal.aborted) return false;
      const failure = error instanceof ApiError ? error.failure : undefined;
      const reason = failure?.message ?? (error instanceof Error ? error.message : '');
      setUpload({ kind: 'failed', reason, problems: failure?.problems ?? [] });
      return false;
    }
  };
  return { upload, send: sendSeed, forget };
}
