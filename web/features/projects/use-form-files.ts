/** Seed page and sheet of the form: read in this browser, and the seed of a new project brought to its draft. */
import { useRef, useState } from 'react';
import type { FormStart } from './form-start.ts';
import { type CreateProject, useCreateProject } from './use-create-project.ts';
import { type SeedUploader, useSeedUpload } from './use-seed-upload.ts';

export interface FormFiles {
  reading: CreateProject;
  uploader: SeedUploader;
  hasSeed: boolean;
  hasData: boolean;
  /** Another seed or sheet than the form began with. */
  hasChanged: { seed: boolean; manual: boolean };
  /** What is shown has been read to its end. */
  isRead: boolean;
  /** Seeds may go to the draft from now on; the one that is there already goes at once, unless it came from it. */
  openDraft: (isRestored: boolean) => void;
}

export function useFormFiles(start: FormStart): FormFiles {
  const { values, project } = start;
  const uploader = useSeedUpload(start);
  const isDraftOpen = useRef(false);
  const reading = useCreateProject(values.footer_links, (seed) => {
    if (!seed) uploader.forget();
    else if (isDraftOpen.current) void uploader.send(seed);
  });
  const [atStart] = useState({ seed: project?.seed ?? null, manual: project?.manual ?? null });
  const { seed } = reading.inputs;
  const hasSeed = seed !== null;
  const hasData = reading.manual !== null;
  return {
    reading,
    uploader,
    hasSeed,
    hasData,
    hasChanged: { seed: seed !== atStart.seed, manual: reading.manual !== atStart.manual },
    isRead: (!hasSeed || reading.isFresh.seed) && (!hasData || reading.isFresh.sheet),
    openDraft: (isRestored) => {
      // The seed of an edited project goes with the save; the draft belongs to the form of a new one.
      if (project) return;
      isDraftOpen.current = true;
      if (seed && !isRestored) void uploader.send(seed);
    },
  };
}
