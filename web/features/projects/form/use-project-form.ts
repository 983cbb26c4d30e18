/** The whole form: typed fields, files, link, draft, and what happens when it is sent. */
import { useEffect, useRef, useState } from 'react';
import { type Form, useForm } from '#web/kit/use-form.ts';
import { dropProjectDraft } from '#web/client/project-drafts.ts';
import type { HeldForm } from './form-memory.ts';
import type { FormStart } from './form-start.ts';
import {
  buildFormRules,
  fileRequired,
  type Given,
  type ProjectValues,
  type Readiness,
  readSite,
} from './project-form.rules.ts';
import { type ProjectSending, useProjectSending } from './send-project.ts';
import type { FormReading } from './use-form-reading.ts';
import { type FormFiles, useBringSeed, useFormFiles } from './use-form-files.ts';
import { useHeldForm } from './use-held-form.ts';
import { type KeptDraftChoice, useKeptDraft } from './use-kept-draft.ts';
import { type DraftKeeping, useCancelOnLeave, useProjectDraft } from './use-project-draft.ts';
import type { SeedUploader } from './use-seed-upload.ts';
import { type SheetLink, useSheetLink } from './use-sheet-link.ts';

export interface ProjectForm {
  start: FormStart;
  form: Form<ProjectValues>;
  reading: FormReading;
  uploader: SeedUploader;
  images: FormFiles['images'];
  link: SheetLink;
  draft: DraftKeeping;
  /** What was begun earlier, and the choice about it. */
  kept: KeptDraftChoice;
  /** What came back from before a sign-in or a reload of the project. */
  held?: HeldForm;
  sending: ProjectSending;
  /** Something differs from what the form began with. */
  isChanged: boolean;
  /** Something was entered that is neither saved nor tried yet. */
  isDirty: boolean;
  /** The form's errors with those of seed page and manual data, which are no values of it. */
  errors: Partial<Record<keyof ProjectValues | 'file' | 'script', string>>;
  setField: (name: keyof ProjectValues, value: string) => void;
  /** Keeps what was changed in this tab, for the form that comes next. */
  holdChanges: (why: 'reload' | 'type') => void;
}

export function useProjectForm(start: FormStart): ProjectForm {
  const { type, project } = start;
  const files = useFormFiles(start);
  const { images, reading, uploader, hasSeed, hasData } = files;
  const given = { hasSeed, hasData, isGeocoder: type === 'geocoder' };
  const form: Form<ProjectValues> = useForm<ProjectValues>({
    schema: buildFormRules(given),
    initial: start.values,
    send: (values) => sending.send(values),
  });
  useForgiving(form, reading);
  const setField = (name: keyof ProjectValues, value: string) => {
    form.set(name, value);
    readWith(reading, name, value);
  };
  const link = useSheetLink({ type, link: form.values.google_spread_sheet, take: reading.takeLinked });
  const [isDone, setDone] = useState(false);
  const isChanged = form.isDirty || Object.values(files.hasChanged).some(Boolean);
  const isDirty = isChanged && !isDone;
  const { held, holdChanges } = useHeldForm({ start, values: form.values, files, isDirty, setField });
  const kept = useKeptDraft({ start, isHeld: held !== undefined, setField, load: files.loadDraft });
  const isKeeping = isDirty && !form.isSending;
  const draft = useProjectDraft({
    start,
    values: form.values,
    data: reading.manual,
    readScript: reading.readScript,
    seed: files.seedOfDraft,
    sendSeed: (seed) => void uploader.send(seed),
    idsBeside: images.idsBeside,
    isOn: isKeeping,
    isAside: kept.isOpen,
  });
  useBringSeed(files, isKeeping && !kept.isOpen);
  useForgetAside(isChanged, start, kept.isOpen);
  const parts = { start, form, reading, uploader, images, link, draft, kept, isChanged, isDirty };
  const sending = useProjectSending({
    ...parts,
    readiness: findReadiness(parts, files.isRead),
    onDone: (isDraftOver) => {
      setDone(true);
      if (isDraftOver) dropProjectDraft(project?.id, kept.isUnanswered || undefined);
    },
  });
  useCancelOnLeave();
  return {
    ...parts,
    sending,
    ...(held && { held }),
    errors: listErrors(form, given),
    setField,
    holdChanges,
  };
}

/** The pages are read with these fields. */
function readWith(reading: FormReading, name: keyof ProjectValues, value: string): void {
  if (name === 'footer_links') reading.setFooter(value);
  if (name === 'keep') reading.setKeep(value);
  if (name === 'seed_page') reading.setPage(value);
  if (name === 'file_name') reading.setTemplates({ fileName: value });
  if (name === 'caption') reading.setTemplates({ caption: value });
  if (name === 'site_base_url') reading.setSite(readSite(value));
}

/** What was typed next to an earlier draft, and taken away again, must not come back. */
function useForgetAside(isChanged: boolean, { project }: FormStart, isAside: boolean): void {
  const wasChanged = useRef(false);
  useEffect(() => {
    if (wasChanged.current && !isChanged && isAside) dropProjectDraft(project?.id, true);
    wasChanged.current = isChanged;
  }, [isChanged, isAside, project]);
}

/** What the server said of a file was about the one before. */
function useForgiving({ forgive }: Form<ProjectValues>, { inputs, manual }: FormReading): void {
  const { seed } = inputs;
  const [known, setKnown] = useState({ seed, manual });
  if (seed === known.seed && manual === known.manual) return;
  setKnown({ seed, manual });
  if (seed !== known.seed) forgive('file');
  if (manual !== known.manual) forgive('script');
}

function listErrors(form: Form<ProjectValues>, given: Given): ProjectForm['errors'] {
  return { ...form.errors, ...(form.failedSubmits > 0 && !given.hasSeed && { file: fileRequired(given) }) };
}

type Parts = Pick<ProjectForm, 'reading' | 'uploader' | 'images' | 'link'>;

function findReadiness(
  { reading, uploader, images, link }: Parts,
  isRead: boolean,
): Omit<Readiness, 'isSending'> {
  return {
    isReading: reading.state.failure === undefined && (reading.state.isBusy || !isRead),
    uploading:
      uploader.upload.kind === 'sending' ? 'the seed page' : images.isSending ? 'the images' : undefined,
    // What was given by hand does not wait for a link that is not used.
    isFetching: link.isFetching && reading.manual === null,
    problems: reading.inspection?.problems ?? [],
  };
}
