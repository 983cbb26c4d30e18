/** `/projects/{id}/edit`: the form with the stored project; saving starts a new run. */
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useParams } from 'react-router';
import { projectsContract } from '#contract/projects.contract.ts';
import { useRefresh, useSend } from '#web/client/use-call.ts';
import { askToDelete } from '#web/kit/rows-action.rules.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { MissingSubject } from '#web/ui/missing-subject.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { PlatformIcon } from '#web/ui/platform-icon.tsx';
import { lazyPart } from '#web/client/lazy-part.ts';
import type { DialogState } from '#web/kit/dialog-button.tsx';
import { messages, partNames } from '../shared/messages.ts';
import { PROJECT_DELETION } from '../shared/project-states.rules.ts';
import { toProjectType } from '../shared/project-types.rules.ts';
import { DraftBanner } from './draft-banner.tsx';
import { OpeningState } from './opening-state.tsx';
import { ProjectFormView } from './project-form-view.tsx';
import type { ProjectValues } from './project-form.rules.ts';
import { showFormFailure } from './show-form-failure.ts';
import { readDraftValues } from './use-field-keeping.ts';
import { type DraftOpening, type OpenedDraft, useOpenedDraft } from './use-opened-draft.ts';
import { type FormChanges, useProjectForm, type WholeForm } from './use-project-form.ts';
import type { ConstructProps, ProjectForm } from './form-state.ts';

const AFTER_DELETE_MS = 4000;

export function EditProjectPage() {
  const { id = '' } = useParams();
  // An id that isn't a number isn't sent to the server.
  if (!/^[1-9]\d{0,9}$/.test(id)) return <MissingSubject noun="project" heading={messages.loadFailed} />;
  return <LoadedProject key={id} id={Number(id)} />;
}

function LoadedProject({ id }: { id: number }) {
  const opening = useOpenedDraft({ type: 'wordpress', projectId: id });
  const { opened } = opening;
  if (opened) return <EditForm key={opened.draft.id} opened={opened} opening={opening} />;
  if (opening.error?.status === 404) return <MissingSubject noun="project" heading={messages.loadFailed} />;
  return (
    <>
      <PageHead title="Edit Project" />
      <OpeningState opening={opening} failure={`${messages.loadFailed}.`} />
    </>
  );
}

function EditForm({ opened, opening }: { opened: OpenedDraft; opening: DraftOpening }) {
  const form = useProjectForm(opened);
  const { title } = opened.draft.fields;
  return (
    <>
      <PageHead title={title} tabTitle={`Edit ${title}`} icon={<PlatformIcon type={form.type} size={44} />} />
      <DraftBanner opening={opening} form={form} />
      <ProjectFormView
        form={form}
        opened={opened}
        onReload={() => void reload(form, opening)}
        leave={<DeleteProject form={form} />}
      />
      <VariedParagraph form={form} />
    </>
  );
}

/** Loads the latest version of the project and applies the changes of this form to it. */
async function reload(form: WholeForm, opening: DraftOpening): Promise<void> {
  try {
    await form.settle();
    const changes = form.listChanges();
    const from = { draft_id: form.draft.id, parts: changes.parts };
    await opening.begin(
      toProjectType(form.type),
      changes.parts.length > 0 ? from : undefined,
      ({ fields }) => {
        const stored = readDraftValues({ fields });
        const { title: _title, ...given } = changes.values;
        const names = (Object.keys(given) as (keyof typeof given)[]).filter(
          (name) => given[name] !== stored[name],
        );
        const values: Partial<ProjectValues> = Object.fromEntries(names.map((name) => [name, given[name]]));
        const note = describeReload([...names.map((name) => partNames[name]), ...listPartNames(changes)]);
        return { values, note, ...(changes.columns && { columns: changes.columns }) };
      },
    );
  } catch (error) {
    showFormFailure('Couldn’t reload the project.', error);
  }
}

const PARTS = { seed: partNames.file, sheet: partNames.script, images: partNames.images } as const;

const listPartNames = ({ parts }: FormChanges): string[] => parts.map((part) => PARTS[part]);

function describeReload(names: readonly string[]): string {
  const head = 'The latest version of the project is loaded.';
  return names.length === 0 ? head : `${head} Your changes are back in the form: ${names.join(', ')}.`;
}

function DeleteProject({ form: { draft, type, sending, form } }: { form: WholeForm }) {
  const [isAsked, setAsked] = useState(false);
  const [send, { isSending }] = useSend(projectsContract.remove);
  const refresh = useRefresh();
  const remove = async () => {
    try {
      const { message } = await send({
        query: { project_id: draft.project_id ?? 0, type: toProjectType(type) },
      });
      // The form makes no more requests for the deleted project.
      flushSync(() =>
        sending.finish({ text: message ?? 'Deleted', to: '/projects', afterMs: AFTER_DELETE_MS }),
      );
      refresh('projects');
    } catch (error) {
      showFormFailure('Couldn’t delete the project.', error);
    }
    setAsked(false);
  };
  return (
    <>
      <Button
        variant="subtle"
        color="crimson.7"
        c="var(--crimson-text)"
        disabled={form.isSending || sending.done !== undefined}
        onClick={() => setAsked(true)}
      >
        Delete Project
      </Button>
      <ConfirmDialog
        isOpened={isAsked}
        isDanger
        isBusy={isSending}
        message={askToDelete(PROJECT_DELETION, [draft.fields.title])}
        onYes={remove}
        onNo={() => setAsked(false)}
      />
    </>
  );
}

const ConstructDialog = lazyPart<ConstructProps & DialogState>(
  'construct-dialog',
  async () => (await import('./construct-dialog.tsx')).ConstructDialog,
  () => null,
);

function readParagraph(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('vary' in state)) return undefined;
  return typeof state.vary === 'string' ? state.vary : undefined;
}

/** "Vary this paragraph" of the Quality tab: opens "Build a construct" with the paragraph as its first variant. */
function VariedParagraph({ form }: { form: ProjectForm }) {
  const { state } = useLocation();
  const [text] = useState(() => readParagraph(state));
  const [isOpened, setOpened] = useState(true);
  if (text === undefined) return null;
  return (
    <Suspense>
      <ConstructDialog
        form={form}
        first={{ kind: 'variants', text }}
        onInsert={(written) => form.setField('footer_links', form.values.footer_links + written)}
        isOpened={isOpened}
        onClose={() => setOpened(false)}
      />
    </Suspense>
  );
}
