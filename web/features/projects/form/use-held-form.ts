/**
 * Brings a form back as it was left when the session ended or the project was loaded again, with its
 * files; and puts what a project that is edited has stored into the form.
 */
import { useEffect, useRef, useState } from 'react';
import { hasSiteBaseUrl } from '#contract/project-types.ts';
import { readProjectDraft } from '#web/client/project-drafts.ts';
import { readUserData, whySessionEnded } from '#web/client/session.ts';
import { findHeldForm, forgetHeldForm, type HeldForm, holdForm, takeHandedSeed } from './form-memory.ts';
import type { FormStart } from './form-start.ts';
import { type ProjectValues, readSite } from './project-form.rules.ts';
import type { FormFiles } from './use-form-files.ts';

interface Options {
  start: FormStart;
  values: ProjectValues;
  files: FormFiles;
  isDirty: boolean;
  setField: (name: keyof ProjectValues, value: string) => void;
}

export interface HeldFormUse {
  /** What came back. */
  held?: HeldForm;
  /** Keeps what was changed for the same form, once it was loaded again or is for another platform. */
  holdChanges: (why: 'reload' | 'type') => void;
}

export function useHeldForm(options: Options): HeldFormUse {
  const { start } = options;
  const projectId = start.project?.id;
  const [owner] = useState(() => readUserData()?.id);
  const [held] = useState(() => findHeldForm({ owner, projectId }));
  const newest = useRef(options);
  /** Not known before the first answer, where the session began without it; gone once the session has ended. */
  const lastOwner = useRef(owner);
  useEffect(() => {
    newest.current = options;
    lastOwner.current = readUserData()?.id ?? lastOwner.current;
  });
  const isLoaded = useRef(false);
  useEffect(() => {
    if (isLoaded.current) return;
    isLoaded.current = true;
    bringBack(newest.current, held);
    const given = projectId === undefined ? takeHandedSeed(owner) : undefined;
    if (given && !held) newest.current.files.reading.takeSeed(given);
  }, [held, owner, projectId]);
  useEffect(() => {
    const isEnded = () => readUserData() === undefined && whySessionEnded() !== 'sign-out';
    return () => {
      if (newest.current.isDirty && isEnded()) {
        holdForm({
          owner: lastOwner.current,
          projectId,
          form: collectChanges(newest.current, 'session'),
        });
      }
    };
  }, [projectId]);
  return {
    ...(held && { held }),
    holdChanges: (why) => holdForm({ owner, projectId, form: collectChanges(options, why) }),
  };
}

function collectChanges({ start, values, files }: Options, why: HeldForm['why']): HeldForm {
  const { reading, hasChanged } = files;
  const names = Object.keys(values) as (keyof ProjectValues)[];
  const changed = names.filter((name) => values[name] !== start.values[name]);
  return {
    why,
    values: Object.fromEntries(changed.map((name) => [name, values[name]])),
    ...(hasChanged.seed && { seed: reading.inputs.seed }),
    ...(hasChanged.manual && { manual: reading.manual }),
    // The draft of the form that is left goes with its images.
    ...(hasChanged.images &&
      (why === 'type' ? { photos: files.images.files } : { images: files.images.stored })),
  };
}

function bringBack({ start, files, setField }: Options, held: HeldForm | undefined): void {
  const { project } = start;
  if (held) forgetHeldForm();
  if (held?.images) files.images.load(held.images);
  if (held?.photos) {
    const isBeside = readProjectDraft(project?.id, true) !== undefined;
    void files.images.take(held.photos, isBeside);
  }
  const { seed = project?.seed, manual = project?.manual } = held ?? {};
  const values = { ...held?.values };
  // It may come from the form of another platform.
  if (!hasSiteBaseUrl(start.type)) delete values.site_base_url;
  for (const [name, value] of Object.entries(values)) setField(name as keyof ProjectValues, value);
  const { footer_links: footer, keep, seed_page: page, site_base_url: site } = values;
  if (seed !== undefined || manual !== undefined || footer !== undefined) {
    files.reading.load({
      ...(seed !== undefined && { seed }),
      ...(manual !== undefined && { manual }),
      ...(footer !== undefined && { footer }),
      ...(keep !== undefined && { keep }),
      ...(page !== undefined && { page }),
      ...(site !== undefined && { site: readSite(site) }),
    });
  }
}
