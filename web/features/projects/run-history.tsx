/** The runs of a project, newest first; an earlier one that completed can be made the current one again. */
import { Box, Button } from '@mantine/core';
import { formatError } from '#web/client/format-error.ts';
import type { Project } from '#contract/project-shapes.ts';
import { isGeocoder } from '#contract/project-types.ts';
import type { RunListItem } from '#contract/run-shapes.ts';
import { runsContract } from '#contract/runs.contract.ts';
import { elapsedMs, hasCompleted } from '#web/client/run-figures.ts';
import { useSend } from '#web/client/use-call.ts';
import { Card } from '#web/ui/card.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { formatBytes, formatCount } from '#web/ui/format-figure.ts';
import { formatDuration, formatMoment, formatWholeMoment } from '#web/ui/format-moment.ts';
import { RunBadge } from '#web/ui/run-badge.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { useNow } from '#web/ui/use-now.ts';

const SHOWN = 20;

interface Actions {
  onRestore: (run: RunListItem) => void;
  isBusy: boolean;
  noun: 'image' | 'page';
}

function listColumns({ onRestore, isBusy, noun }: Actions): Column<RunListItem>[] {
  return [
    {
      key: 'created_at',
      head: 'Started',
      render: ({ created_at, kind }) => (
        <Box component="span" style={{ whiteSpace: 'nowrap' }}>
          <time dateTime={created_at} title={formatWholeMoment(created_at)}>
            {formatMoment(created_at, new Date())}
          </time>
          {kind === 'test' && (
            <Box component="span" c="var(--text2)">
              , test
            </Box>
          )}
        </Box>
      ),
    },
    {
      key: 'state',
      head: 'State',
      width: 180,
      render: ({ state, skipped }) => <RunBadge state={state} skipped={skipped} />,
    },
    {
      key: 'pages',
      head: noun === 'image' ? 'Images' : 'Pages',
      isRight: true,
      width: 90,
      render: (run) => (isGone(run) ? '–' : tellPages(run.pages_total, noun)),
    },
    {
      key: 'bytes',
      head: 'Size',
      isRight: true,
      width: 110,
      render: (run) => (isGone(run) || run.bytes === 0 ? '–' : formatBytes(run.bytes)),
    },
    {
      key: 'took',
      head: 'Duration',
      isRight: true,
      width: 90,
      isWideOnly: true,
      render: (run) => {
        const ms = run.finished_at === null ? undefined : elapsedMs(run, new Date());
        return ms === undefined ? '–' : formatDuration(ms);
      },
    },
    {
      key: 'restore',
      head: '',
      isRight: true,
      width: 110,
      render: (run) => <Restore run={run} isBusy={isBusy} onRestore={() => onRestore(run)} />,
    },
  ];
}

/** What it had written was discarded. */
const isGone = ({ state }: RunListItem) => state === 'failed' || state === 'canceled';

const pickFlag = ({ is_current }: RunListItem) => ({ is_current });

function tellPages(pages: number, noun: string) {
  return (
    <>
      {formatCount(pages)}
      <Box component="span" display="var(--unit, none)">
        {' '}
        {pages === 1 ? noun : `${noun}s`}
      </Box>
    </>
  );
}

interface RestoreProps {
  run: RunListItem;
  isBusy: boolean;
  onRestore: () => void;
}

function Restore({ run, isBusy, onRestore }: RestoreProps) {
  const now = useNow();
  if (run.is_current)
    return (
      <Box component="span" c="var(--sea-text)" fw={500}>
        Current
      </Box>
    );
  if (run.kind !== 'save' || !hasCompleted(run.state)) return null;
  return (
    <Button
      size="xs"
      aria-label={`Restore the run of ${formatMoment(run.created_at, now)}`}
      // One at a time; it keeps its place and the focus.
      onClick={isBusy ? undefined : onRestore}
      aria-disabled={isBusy || undefined}
    >
      Restore
    </Button>
  );
}

export function RunHistory({ project }: { project: Project }) {
  const [send, { isSending }] = useSend(runsContract.restore, { refresh: ['projects'] });
  if (project.runs.length === 0) return null;
  // The newest run and test are followed live; the list was read before.
  const live = [project.progress, project.test];
  const runs = project.runs.map((run) => {
    const newer = live.find((each) => each?.id === run.id);
    return newer ? { ...newer, ...pickFlag(run) } : run;
  });
  const former = project.report?.id;
  const bringBack = async (id: number, isUndo = false) => {
    try {
      await send({ params: { id: project.id, run: id } });
      showToast({
        kind: 'success',
        text: isUndo ? 'The newer run is current again.' : 'The earlier run is current again.',
        ...(!isUndo && former !== undefined && former !== id
          ? { undo: { label: 'Undo', act: () => void bringBack(former, true) } }
          : {}),
      });
    } catch (error) {
      const detail = formatError(error);
      showToast({ kind: 'error', text: 'The run could not be restored.', detail });
    }
  };
  return (
    <Card title="Runs" aside={project.runs.length >= SHOWN ? `Latest ${SHOWN}` : undefined} isFlush>
      <DataTable
        label="Runs"
        isDense
        rows={runs}
        columns={listColumns({
          onRestore: ({ id }) => void bringBack(id),
          isBusy: isSending,
          noun: isGeocoder(project.type) ? 'image' : 'page',
        })}
        rowKey={({ id }) => id}
        rowName={({ created_at }) => `Run of ${formatMoment(created_at, new Date())}`}
      />
    </Card>
  );
}
