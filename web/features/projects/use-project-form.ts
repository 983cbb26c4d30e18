/** The whole form: typed fields, files, link, draft, and what happens when it is sent. */
import { useState } from 'react';
import { type Form, useForm } from '#web/client/form.ts';
import { dropProjectDraft } from '#web/client/session.ts';
import type { FormStart } from './form-start.ts';
import { messages } from './messages.ts';
import { buildFormRules, type ProjectValues, whyClosed } from './project-form.rules.ts';
import { type CreateProject, useCreateProject } from './use-create-project.ts';
import { type DraftKeeping, useCancelOnLeave, useProjectDraft } from './use-project-draft.ts';
import { type ProjectSending, useProjectSending } from './use-project-sending.ts';
import { type SeedUploader, useSeedUpload } from './use-seed-upload.ts';
import { type SheetLink, useSheetLink } from './use-sheet-link.ts';

export interface ProjectForm {
  start: FormStart;
  form: Form<ProjectValues>;
  reading: CreateProject;
  uploader: SeedUploader;
  link: SheetLink;
  draft: DraftKeeping;
  sending: ProjectSending;
  /** Something was entered that is not saved yet. */
  isDirty: boolean;
  /** The form's errors with that of the seed page, which is a file and no value. */
  errors: Partial<Record<keyof ProjectValues | 'file', string>>;
  /** Why Save and Test are closed. */
  closed?: string;
  setField: (name: keyof ProjectValues, value: string) => void;
}

export function useProjectForm(start: FormStart): ProjectForm {
  const { type, project } = start;
  const uploader = useSeedUpload(type);
  const reading = useCreateProject(start.values.footer_links, (seed) => {
    if (!seed) uploader.forget();
    // The seed of an edited project goes with the save; the draft belongs to the form of a new one.
    else if (!project) void uploader.send(seed);
  });
  const hasSeed = reading.inputs.seed !== null;
  const hasData = reading.manual !== null;
  const form: Form<ProjectValues> = useForm<ProjectValues>({
    schema: buildFormRules({ hasSeed, hasData }),
    initial: start.values,
    send: (values) => sending.send(values),
  });
  const { values } = form;
  const [atStart] = useState({ seed: project?.seed ?? null, manual: project?.manual ?? null });
  const hasNewFiles = reading.inputs.seed !== atStart.seed || reading.manual !== atStart.manual;
  const link = useSheetLink({ type, link: values.google_spread_sheet, take: reading.takeLinked });
  const [isDone, setDone] = useState(false);
  const isDirty = !isDone && (form.isDirty || hasNewFiles);
  const { readScript } = reading;
  const draft = useProjectDraft({
    type,
    values,
    data: reading.manual,
    readScript,
    isOn: isDirty && !project && !form.isSending,
  });
  const sending = useProjectSending({
    start,
    reading,
    uploader,
    settle: draft.settle,
    submit: () => form.submit(),
    onDone: () => {
      setDone(true);
      if (!project) dropProjectDraft();
    },
  });
  useCancelOnLeave();
  const isRead = (!hasSeed || reading.isFresh.seed) && (!hasData || reading.isFresh.sheet);
  return {
    start,
    form,
    reading,
    uploader,
    link,
    draft,
    sending,
    isDirty,
    errors: listErrors(form, hasSeed),
    closed: tellClosed({ form, sending, reading, uploader, link }, isRead),
    setField: (name, value) => {
      form.set(name, value);
      if (name === 'footer_links') reading.setFooter(value);
    },
  };
}

function listErrors(form: Form<ProjectValues>, hasSeed: boolean): ProjectForm['errors'] {
  return { ...form.errors, ...(form.failedSubmits > 0 && !hasSeed && { file: messages.seedRequired }) };
}

type Parts = Pick<ProjectForm, 'form' | 'sending' | 'reading' | 'uploader' | 'link'>;

function tellClosed({ form, sending, reading, uploader, link }: Parts, isRead: boolean): string | undefined {
  return whyClosed({
    isSending: form.isSending || sending.done !== undefined,
    isReading: reading.state.failure === undefined && (reading.state.isBusy || !isRead),
    isUploading: uploader.upload.kind === 'sending',
    isFetching: link.isFetching,
    problems: reading.inspection?.problems ?? [],
  });
}
