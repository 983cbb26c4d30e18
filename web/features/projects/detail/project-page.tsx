/** `/projects/{id}`: the newest run as it happens, the verdict on the current one, and its files. */
import { Box, Button } from '@mantine/core';
import { CircleStop, Download, ExternalLink, Pencil } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Link, useParams } from 'react-router';
import { formatError } from '#web/client/format-error.ts';
import type { Project } from '#contract/project-shapes.ts';
import type { Run } from '#contract/run-shapes.ts';
import { runsContract } from '#contract/runs.contract.ts';
import { isActive } from '#web/client/run-figures.ts';
import { useSend } from '#web/client/use-call.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Alert } from '#web/kit/alert.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { PlatformIcon } from '#web/ui/platform-icon.tsx';
import { Reference } from '#web/ui/reference.tsx';
import { SignedLink } from '#web/ui/signed-link.tsx';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { reviewAddress, tellFacts, tellTab } from '../shared/project-report.rules.ts';
import { ProjectRuns } from './project-runs.tsx';
import { TownsAhead } from './towns-ahead.tsx';
import { readProject, useProject } from '../shared/use-project.ts';

const ICON = { size: 16, strokeWidth: 1.75, absoluteStrokeWidth: true, 'aria-hidden': true } as const;
const NEEDY: ReadonlySet<string> = new Set(['failed', 'waiting_for_split']);
const FAILED = 'Failed to fetch project data';

export function ProjectPage() {
  const { id = '' } = useParams();
  // What is no number names no project; the server is not asked.
  return /^[1-9]\d{0,9}$/.test(id) ? <OneProject key={id} id={Number(id)} /> : <NoProject />;
}

function OneProject({ id }: { id: number }) {
  const now = useNow();
  const { project: newest, error, refetch, loadedAt, hasWatched } = useProject(id);
  // All of it comes at once, or changes where a run begins: it is drawn in slices, between which a click is heard.
  const project = useDeferredValue(newest);
  if (error?.status === 404) return <NoProject requestId={error.failure?.request_id} />;
  const failure = error && (
    <Alert what={`${FAILED}.`} error={error} rowsFrom={newest && loadedAt} onRetry={refetch} />
  );
  if (!newest || !project) {
    return (
      <>
        <PageHead
          title={newest?.title ?? `Project ${id}`}
          icon={<Box component="span" flex="none" w={44} h={44} bdrs={8} bg="var(--line)" />}
          facts=""
        />
        {failure ?? <SkeletonRows label="Loading the project" />}
        {newest?.report?.has_places && <TownsAhead projectId={newest.id} runId={newest.report.id} />}
      </>
    );
  }
  return (
    <>
      <PageHead
        title={project.title}
        tabTitle={tellTab(project.title, project.progress, hasWatched)}
        icon={<PlatformIcon type={project.type} size={44} />}
        facts={tellFacts(project, now)}
        actions={<Actions project={project} />}
      />
      <Box
        display="grid"
        style={{ gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px', container: 'report / inline-size' }}
      >
        {failure}
        <ProjectRuns project={project} />
      </Box>
    </>
  );
}

/** Another person's project looks the same: nobody learns that it is there. */
function NoProject({ requestId }: { requestId?: string | undefined }) {
  return (
    <>
      <PageHead title="Project not found" />
      <EmptyState
        title={FAILED}
        actions={
          <Button component={Link} to="/projects" variant="filled">
            All projects
          </Button>
        }
      >
        It may have been deleted, or you may not have access to it.
      </EmptyState>
      {requestId !== undefined && <Reference id={requestId} />}
    </>
  );
}

function Actions({ project }: { project: Project }) {
  const { id, progress, test, report } = project;
  const site = reviewAddress(project);
  const working = [progress, test].filter((run) => run !== null).filter(({ state }) => isActive(state));
  const isWorking = working.length > 0;
  // One filled button a view: what needs somebody below has it before the files of the run before.
  const isCalm = !isWorking && !NEEDY.has(progress?.state ?? 'draft');
  const zip = report?.download_all_url ?? null;
  const renew = async () => (await readProject(id))?.report?.download_all_url ?? undefined;
  return (
    <>
      {isWorking && <CancelRun projectId={id} kinds={new Set(working.map(({ kind }) => kind))} />}
      <Button component={Link} to={`/projects/${id}/edit`} leftSection={<Pencil {...ICON} />}>
        Edit
      </Button>
      {site !== undefined && (
        <Button
          component="a"
          href={site}
          target="_blank"
          rel="noopener noreferrer"
          rightSection={<ExternalLink {...ICON} />}
        >
          Review at client server
        </Button>
      )}
      {zip !== null && (
        <SignedLink
          address={zip}
          onRenew={renew}
          button={{ variant: isCalm ? 'filled' : 'default', leftSection: <Download {...ICON} /> }}
        >
          Download all
        </SignedLink>
      )}
    </>
  );
}

function CancelRun({ projectId, kinds }: { projectId: number; kinds: ReadonlySet<Run['kind']> }) {
  const [isAsked, setAsked] = useState(false);
  const [send, { isSending }] = useSend(runsContract.cancel, { refresh: ['projects'] });
  const noun = kinds.has('save') ? 'run' : 'test';
  const what =
    kinds.size > 1
      ? 'Stop this run and its test? What they have built'
      : `Stop this ${noun}? What it has built`;
  const cancel = async () => {
    try {
      await send({ params: { id: projectId } });
    } catch (error) {
      const detail = formatError(error);
      showToast({ kind: 'error', text: `The ${noun} could not be canceled.`, detail });
    }
    setAsked(false);
  };
  return (
    <>
      <Button leftSection={<CircleStop {...ICON} />} onClick={() => setAsked(true)}>
        Cancel {noun}
      </Button>
      <ConfirmDialog
        isOpened={isAsked}
        isBusy={isSending}
        isDanger
        message={`${what} so far will be discarded.`}
        onYes={cancel}
        onNo={() => setAsked(false)}
      />
    </>
  );
}
