/** The whole project form: typed fields, files, inspection and sending. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { ColumnChoice, ColumnChoices } from '#contract/column-choices.ts';
import { type Draft, DRAFT_PARTS, type DraftPart } from '#contract/draft-shapes.ts';
import { isGeocoder } from '#contract/project-types.ts';
import { draftsContract } from '#contract/drafts.contract.ts';
import { type Form, useForm } from '#web/kit/use-form.ts';
import { ApiError, call } from '#web/client/call.ts';
import type { Inspection, ProjectForm } from './form-state.ts';
import { countOverLimit } from './problem-place.rules.ts';
import {
  buildFormRules,
  fileRequired,
  type Given,
  isSheetLink,
  type ProjectValues,
} from './project-form.rules.ts';
import { type DraftLine, useDraft } from './use-draft.ts';
import { type FieldKeeping, readDraftValues, useFieldKeeping } from './use-field-keeping.ts';
import { useFormFiles } from './use-form-files.ts';
import { type ImageUploader, useImageUploads } from './use-image-uploads.ts';
import { useInspection } from './use-inspection.ts';
import { useOpenDraft } from './use-leaving.ts';
import type { OpenedDraft } from './use-opened-draft.ts';
import { type ProjectSending, useProjectSending } from './use-project-sending.ts';

/** The whole form; each section takes its part. */
export interface WholeForm extends ProjectForm {
  form: Form<ProjectValues>;
  images: ImageUploader;
  keeping: Pick<FieldKeeping, 'kept' | 'keptAt'>;
  sending: ProjectSending;
  /** True if it has changes that aren't saved as a project. */
  isDirty: boolean;
  /** Lists the changes of this form, to apply them to another draft. */
  listChanges: () => FormChanges;
  /** Resolves once the draft has everything that the form has. */
  settle: () => Promise<void>;
}

export interface FormChanges {
  values: Partial<ProjectValues>;
  columns?: ColumnChoices;
  parts: DraftPart[];
}

export function useProjectForm(opened: OpenedDraft): WholeForm {
  const { id, type, project_id: projectId, fields } = opened.draft;
  const line = useDraft(opened.draft);
  const { draft } = line;
  const images = useImageUploads(opened.draft, line);
  const [columns, setColumns] = useState(opened.columns ?? fields.columns);
  const given: Given = {
    hasSeed: isGeocoder(type) ? images.images.length > 0 : draft.seed !== null,
    hasData: draft.sheet !== null,
    isGeocoder: isGeocoder(type),
  };
  const form: Form<ProjectValues> = useForm<ProjectValues>({
    schema: buildFormRules(given),
    initial: { ...readDraftValues(opened.draft), ...opened.values },
    send: (values) => sending.send(values),
  });
  const { values } = form;
  const [isDone, setDone] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const keeping = useFieldKeeping({
    values,
    columns,
    line,
    isOn: !isSaved,
    // A column that was chosen meanwhile stays.
    onColumns: (brought, sent) => setColumns((old) => ({ ...brought, ...listNewChoices(old, sent) })),
  });
  const files = useFormFiles({ line, flush: keeping.flush });
  const link = useSheetLink({ link: values.google_spread_sheet, line, flush: keeping.flush });
  const { inspected, ...read } = useInspection(draft, line.round);
  useClearedFileErrors(form, draft);
  useOpenDraft({
    id,
    projectId,
    flush: async () => {
      if (!isSaved) await Promise.all([keeping.flushOnLeave(), files.flushOnLeave()]);
    },
    isOver: isSaved,
    readUnsent: () => ({ values, columns, ...files.readUnsent() }),
  });
  const settle = async () => {
    files.flush();
    await keeping.flush();
    await line.settle();
  };
  const isReading = read.isBusy || keeping.isPending || line.isBusy || files.isPasting;
  const sending: ProjectSending = useProjectSending({
    draft,
    columns,
    form,
    settle,
    readiness: {
      isReading,
      uploading: nameUpload(files.actions, images),
      // With a file or pasted rows, the link isn't used.
      isFetching: link.state.isFetching && draft.sheet === null,
      faults: countFaults(inspected?.inspection),
      over: countOverLimit(inspected?.limits),
    },
    onDone: (isOver) => {
      setDone(true);
      setSaved(isOver);
    },
  });
  const isChanged =
    draft.is_changed ||
    opened.note !== undefined ||
    form.isDirty ||
    images.hasChanged ||
    files.changed.length > 0;
  return {
    draft,
    type,
    ...(projectId !== null && { projectId }),
    values,
    errors: listErrors(form, given),
    setField: form.set,
    touch: form.touch,
    ...(inspected && {
      inspection: inspected.inspection,
      ...(inspected.other_platform !== null && { otherPlatform: inspected.other_platform }),
      platforms: inspected.platforms,
      ...(inspected.broken && { broken: inspected.broken }),
      limits: inspected.limits,
    }),
    reading: { ...read, isBusy: isReading },
    ...files.actions,
    fetchSheet: link.fetchNow,
    link: link.state,
    setColumn: (key, choice) => setColumns((old) => chooseColumn(old, { key, choice })),
    images,
    form,
    keeping,
    sending,
    isDirty: isChanged && !isDone,
    listChanges: () => listChanges(opened, { values, columns }, listChangedParts(files.changed, images)),
    settle,
  };
}

/** Drops the server's errors about a replaced file. */
function useClearedFileErrors({ clearError }: Form<ProjectValues>, { seed, sheet }: Draft): void {
  const [known, setKnown] = useState({ seed, sheet });
  if (seed === known.seed && sheet === known.sheet) return;
  setKnown({ seed, sheet });
  if (seed !== known.seed) clearError('file');
  if (sheet !== known.sheet) clearError('script');
}

function listErrors(form: Form<ProjectValues>, given: Given): ProjectForm['errors'] {
  return { ...form.errors, ...(form.failedSubmits > 0 && !given.hasSeed && { file: fileRequired(given) }) };
}

function nameUpload(
  { seed, sheet, combined }: Pick<ProjectForm, 'seed' | 'sheet' | 'combined'>,
  images: ImageUploader,
) {
  if (seed.state === 'sending') return 'the seed page';
  if (sheet.state === 'sending') return 'the sheet';
  if (combined.state === 'sending') return 'the second list';
  return images.isSending ? 'the images' : undefined;
}

const countFaults = (inspection: Inspection | undefined): number =>
  inspection?.problems.filter(({ severity }) => severity === 'fault').length ?? 0;

function chooseColumn(
  choices: ColumnChoices,
  { key, choice }: { key: string; choice: ColumnChoice | undefined },
): ColumnChoices {
  const { [key]: _before, ...others } = choices;
  return choice === undefined ? others : { ...others, [key]: choice };
}

const listNewChoices = (choices: ColumnChoices, before: ColumnChoices): ColumnChoices =>
  Object.fromEntries(Object.entries(choices).filter(([name, choice]) => before[name] !== choice));

const listChangedParts = (parts: readonly DraftPart[], { hasChanged }: ImageUploader): DraftPart[] =>
  hasChanged ? [...parts, 'images'] : [...parts];

/** A restored draft doesn't record how it differs from its project, so everything counts as changed. */
function listChanges(
  { draft, isFresh }: OpenedDraft,
  { values, columns }: { values: ProjectValues; columns: ColumnChoices },
  parts: DraftPart[],
): FormChanges {
  if (!isFresh) return { values, columns, parts: [...DRAFT_PARTS] };
  const before = readDraftValues(draft);
  const names = (Object.keys(values) as (keyof ProjectValues)[]).filter(
    (name) => values[name] !== before[name],
  );
  return {
    values: Object.fromEntries(names.map((name) => [name, values[name]])),
    ...(columns !== draft.fields.columns && { columns }),
    parts,
  };
}

const TYPING_PAUSE_MS = 800;

interface SheetLink {
  isFetching: boolean;
  /** Reason for missing rows, from the server. */
  error?: string;
}

interface Options {
  link: string;
  line: Pick<DraftLine, 'draft' | 'change'>;
  /** Saves the link on the server first. */
  flush: () => Promise<void>;
}

/** Sheet of the form's link, fetched into the draft by the server. */
function useSheetLink({ link, line, flush }: Options): { state: SheetLink; fetchNow: () => void } {
  const { id, linked } = line.draft;
  const [state, setState] = useState<SheetLink & { of: string }>({ isFetching: false, of: link });
  const [begun] = useState({ link, isThere: linked !== null });
  const fetchSheet = async () => {
    setState({ isFetching: true, of: link });
    try {
      await flush();
      await line.change(() => call(draftsContract.fetchSheet, { params: { id } }));
      setState((old) => (old.of === link ? { isFetching: false, of: link } : old));
    } catch (error) {
      setState((old) => (old.of === link ? { isFetching: false, of: link, error: readReason(error) } : old));
    }
  };
  const fetchNow = useEffectEvent(() => void fetchSheet());
  const wanted = isSheetLink(link) && !(begun.isThere && begun.link === link) ? link : undefined;
  useEffect(() => {
    if (wanted === undefined) return;
    const timer = setTimeout(fetchNow, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  return {
    // Ignores replies about an earlier link.
    state: state.of === link ? state : { isFetching: false },
    fetchNow: () => void fetchSheet(),
  };
}

function readReason(error: unknown): string {
  const texts = error instanceof ApiError ? error.failure?.errors?.google_spread_sheet : undefined;
  return texts?.[0] ?? (error instanceof Error ? error.message : 'An error occurred');
}
