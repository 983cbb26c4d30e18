/** Seed page and sheet of the form: read in this browser, and another seed than the stored one brought to the draft. */
import { useRef, useState } from 'react';
import type { FormStart } from './form-start.ts';
import { type FormReading, useFormReading } from './use-form-reading.ts';
import { type SeedUploader, useSeedUpload } from './use-seed-upload.ts';

export interface FormFiles {
  reading: FormReading;
  uploader: SeedUploader;
  hasSeed: boolean;
  hasData: boolean;
  /** Another seed or sheet than the form began with. */
  hasChanged: { seed: boolean; manual: boolean };
  /** The seed that the draft should have: another than the form began with, which has not failed on its way. */
  seedOfDraft: File | null;
  /** What is shown has been read to its end. */
  isRead: boolean;
  /** Seeds may go to the draft from now on; the one that is there already goes at once, unless it came from it. */
  openDraft: (isRestored: boolean) => void;
}

export function useFormFiles(start: FormStart): FormFiles {
  const { values, project } = start;
  const uploader = useSeedUpload(start);
  const isDraftOpen = useRef(false);
  const reading = useFormReading(values.footer_links, (seed) => {
    if (!seed) uploader.forget();
    else if (isDraftOpen.current) void uploader.send(seed);
  });
  const [atStart] = useState({ seed: project?.seed ?? null, manual: project?.manual ?? null });
  const { seed } = reading.inputs;
  const hasSeed = seed !== null;
  const hasData = reading.manual !== null;
  const { kind } = uploader.upload;
  return {
    reading,
    uploader,
    seedOfDraft: seed !== atStart.seed && kind !== 'sending' && kind !== 'failed' ? seed : null,
    hasSeed,
    hasData,
    hasChanged: { seed: seed !== atStart.seed, manual: reading.manual !== atStart.manual },
    isRead: (!hasSeed || reading.isFresh.seed) && (!hasData || reading.isFresh.sheet),
    openDraft: (isRestored) => {
      isDraftOpen.current = true;
      if (seed && seed !== atStart.seed && !isRestored) void uploader.send(seed);
    },
  };
}
