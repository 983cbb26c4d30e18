/** `/projects/{id}/edit`: the form with what is stored; saving makes a new run of the same project. */
import { Button } from '@mantine/core';
import { startTransition, useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { formatError } from '#web/client/format-error.ts';
import { fileEnding } from '#contract/project-types.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { ApiError, call, mayPass, RECOVERY_MS } from '#web/client/call.ts';
import { readFile, readFileBytes } from '#web/client/read-file.ts';
import { useSend } from '#web/client/use-call.ts';
import { Alert } from '#web/kit/alert.tsx';
import { askToDelete } from '#web/kit/delete-rows.rules.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { PlatformIcon } from '#web/ui/platform-icon.tsx';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { asManual } from './as-manual.ts';
import { refuse } from './broken-file.ts';
import { DraftBanner } from './draft-banner.tsx';
import { messages } from '../shared/messages.ts';
import { PROJECT_DELETION } from '../shared/project-states.rules.ts';
import { readValues } from './project-form.rules.ts';
import { ProjectFormView } from './project-form-view.tsx';
import type { FormStart } from './form-start.ts';
import { TroubleNote } from '../shared/trouble-note.tsx';
import { useProjectForm } from './use-project-form.ts';

const AFTER_DELETE_MS = 4000;

type Loading = { start?: FormStart; error?: ApiError };

export function EditProjectPage() {
  const { id = '' } = useParams();
  const [round, setRound] = useState(0);
  return <LoadedProject key={`${id} ${round}`} id={id} onReload={() => setRound(round + 1)} />;
}

function LoadedProject({ id, onReload }: { id: string; onReload: () => void }) {
  const [{ start, error }, setLoading] = useState<Loading>({});
  useEffect(() => {
    const own = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = async () => {
      try {
        const loaded = await loadStart(id, own.signal);
        // The form is large: it is rendered piece by piece.
        startTransition(() => setLoading({ start: loaded }));
      } catch (reason) {
        if (own.signal.aborted) return;
        const failure = reason instanceof ApiError ? reason : new ApiError(undefined, undefined, reason);
        setLoading({ error: failure });
        if (mayPass(failure)) timer = setTimeout(() => void load(), RECOVERY_MS);
      }
    };
    void load();
    return () => {
      own.abort();
      clearTimeout(timer);
    };
  }, [id]);
  if (start) return <EditForm start={start} onReload={onReload} />;
  return (
    <>
      <PageHead title="Edit Project" />
      {error ? (
        <Alert what={`${messages.loadFailed}.`} error={error} onRetry={onReload} />
      ) : (
        <SkeletonRows label="Loading the project" />
      )}
    </>
  );
}

/** The project with its files; a large sheet and the seed are read by their own addresses. */
async function loadStart(address: string, signal: AbortSignal): Promise<FormStart> {
  // What is no number names no project; the server is not asked.
  if (!/^[1-9]\d{0,9}$/.test(address)) throw refuse(messages.noProject);
  const id = Number(address);
  const [project] = await call(projectsContract.edit, { params: { id } }, signal);
  if (!project) throw refuse(messages.noProject);
  const { template_file: stored, script_url: url, revision } = project;
  const [seed, script] = await Promise.all([
    stored && findFile(readFileBytes(stored.url)),
    project.script ?? (url === null ? '' : findFile(readFile(url))),
  ]);
  signal.throwIfAborted();
  const lost = [...(stored && !seed ? ['seed page'] : []), ...(script === undefined ? ['data'] : [])];
  return {
    type: project.type.toLowerCase(),
    values: readValues(project),
    project: {
      id,
      revision,
      ...(stored &&
        seed && { seed: new File([seed], stored.name, { type: `text/${fileEnding(project.type)}` }) }),
      images: project.files,
      manual: script ? asManual(script, project.script_name) : null,
      ...(lost.length > 0 && { lost: lost.join(' and the ') }),
    },
  };
}

/** A file that the store has lost does not keep the rest from being edited, nor itself from being chosen again. */
function findFile<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  });
}

function EditForm({ start, onReload }: { start: FormStart; onReload: () => void }) {
  const project = useProjectForm(start);
  return (
    <>
      <PageHead
        title={start.values.title}
        tabTitle={`Edit ${start.values.title}`}
        icon={<PlatformIcon type={start.type} size={44} />}
      />
      {start.project?.lost !== undefined && (
        <TroubleNote
          isApart
          text={`The ${start.project.lost} of this project can no longer be found on the server. Choose a file again and save. Everything else is unchanged.`}
        />
      )}
      <DraftBanner project={project} />
      <ProjectFormView project={project} onReload={onReload} leave={<DeleteProject project={project} />} />
    </>
  );
}

function DeleteProject({ project }: { project: ReturnType<typeof useProjectForm> }) {
  const { start, sending, form } = project;
  const [isAsked, setAsked] = useState(false);
  const [send, { isSending }] = useSend(projectsContract.remove, { refresh: ['projects'] });
  const remove = async () => {
    try {
      const { message } = await send({ query: { project_id: start.project?.id ?? 0, type: start.type } });
      sending.finish({ text: message ?? 'Deleted', to: '/projects', afterMs: AFTER_DELETE_MS });
    } catch (error) {
      const detail = formatError(error);
      showToast({ kind: 'error', text: 'The project could not be deleted.', detail });
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
        message={askToDelete(PROJECT_DELETION, [start.values.title])}
        onYes={remove}
        onNo={() => setAsked(false)}
      />
    </>
  );
}
