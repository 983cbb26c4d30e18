/** Runs of a project, newest first; completed runs can be pinned, and earlier ones restored. */
import { ActionIcon, Box, Button, Group } from '@mantine/core';
import { Pin, PinOff } from 'lucide-react';
import { useId, useState } from 'react';
import type { Project } from '#contract/project-shapes.ts';
import { isGeocoder } from '#contract/project-types.ts';
import type { RunListItem } from '#contract/run-shapes.ts';
import { runsContract } from '#contract/runs.contract.ts';
import { elapsedMs, hasCompleted, isActive } from '#web/client/run-figures.ts';
import { useReadOnlyReason } from '#web/client/use-read-only.ts';
import { useAction } from '#web/kit/use-action.ts';
import { Card, CardFoot } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Counted } from '#web/ui/counted.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatAmount, formatBytes } from '#web/ui/format-figure.ts';
import { formatDay, formatDuration, formatTimestamp, formatFullTimestamp } from '#web/ui/format-timestamp.ts';
import { RunBadge } from '#web/ui/run-badge.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { MAX_RUNS } from '../shared/project-report.rules.ts';

interface Actions {
  onRestore: (run: RunListItem) => void;
  onPin: (run: RunListItem) => void;
  isBusy: boolean;
  /** Reason why no run can be changed. */
  readOnly: string | undefined;
}

function listColumns({ noun, ...actions }: Actions & { noun: 'image' | 'page' }): Column<RunListItem>[] {
  return [
    {
      key: 'created_at',
      head: 'Started',
      render: ({ id, created_at, kind }) => (
        <Box component="span" style={{ whiteSpace: 'nowrap' }}>
          <time dateTime={created_at} title={formatFullTimestamp(created_at)}>
            {formatTimestamp(created_at, new Date())}
          </time>
          <Box component="span" c="var(--text2)">
            , {kind === 'test' ? 'test' : 'run'} #{id}
          </Box>
        </Box>
      ),
    },
    {
      key: 'state',
      head: 'Status',
      width: 220,
      render: (run) => <State run={run} />,
    },
    {
      key: 'pages',
      head: noun === 'image' ? 'Images' : 'Pages',
      align: 'right',
      width: 90,
      render: (run) => (isGone(run) ? '–' : <Counted count={run.pages_total} noun={noun} />),
    },
    {
      key: 'bytes',
      head: 'Size',
      align: 'right',
      width: 110,
      render: (run) => (isGone(run) || run.bytes === 0 ? '–' : formatBytes(run.bytes)),
    },
    {
      key: 'took',
      head: 'Duration',
      align: 'right',
      width: 90,
      isWideOnly: true,
      render: (run) => {
        const ms = run.finished_at === null ? undefined : elapsedMs(run, new Date());
        return ms === undefined ? '–' : formatDuration(ms);
      },
    },
    {
      key: 'actions',
      head: '',
      align: 'right',
      width: 130,
      render: (run) => <RunActions run={run} {...actions} />,
    },
  ];
}

/** Its written pages were discarded. */
const isGone = ({ state }: RunListItem) => state === 'failed' || state === 'canceled';

/** Fields that are newer in the list than in the live run. */
const pickFlags = ({ is_current, pinned_at, pruned_at }: RunListItem) => ({
  is_current,
  pinned_at,
  pruned_at,
});

/** Shows the state, and when retention removed the files. */
function State({ run }: { run: RunListItem }) {
  const { state, skipped, held, pruned_at: prunedAt } = run;
  return (
    <>
      <RunBadge state={state} skipped={skipped} />
      {held > 0 && (
        <Box fz="small" c="var(--text2)">
          {formatAmount(held, 'page')} held back
        </Box>
      )}
      {prunedAt !== null && (
        <Box fz="small" c="var(--text2)">
          Files removed {formatDay(prunedAt)}
        </Box>
      )}
    </>
  );
}

function RunActions({ run, onRestore, onPin, isBusy, readOnly }: Actions & { run: RunListItem }) {
  const now = useNow();
  const reasonId = useId();
  if (run.kind !== 'save' || !hasCompleted(run.state)) return null;
  const named = `the run of ${formatTimestamp(run.created_at, now)}`;
  const isPinned = run.pinned_at !== null;
  const pinLabel = isPinned ? `Unpin ${named}` : `Pin ${named}`;
  const disabledReason =
    readOnly ??
    (run.pruned_at === null ? undefined : `Its files were removed on ${formatDay(run.pruned_at)}.`);
  // One request at a time; each button keeps its place and the focus.
  const bind = (act: (listed: RunListItem) => void) => ({
    onClick: isBusy || disabledReason !== undefined ? undefined : () => act(run),
    'aria-disabled': isBusy || disabledReason !== undefined || undefined,
    ...(disabledReason !== undefined && {
      'aria-describedby': reasonId,
      title: disabledReason,
      'data-disabled': true,
    }),
  });
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      {disabledReason !== undefined && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
      <ActionIcon
        variant={isPinned ? 'light' : 'subtle'}
        color="gray"
        size={30}
        aria-label={pinLabel}
        title={isPinned ? 'Pinned: its files are kept' : 'Pin run to keep its files'}
        {...bind(onPin)}
      >
        {isPinned ? <PinOff size={16} /> : <Pin size={16} />}
      </ActionIcon>
      {run.is_current ? (
        <Box component="span" c="var(--sea-text)" fw={500}>
          Current
        </Box>
      ) : (
        <Button size="xs" aria-label={`Restore ${named}`} {...bind(onRestore)}>
          Restore
        </Button>
      )}
    </Group>
  );
}

export function RunsTab({ project }: { project: Project }) {
  const refresh = ['projects'];
  const readOnly = useReadOnlyReason(project.is_read_only);
  const restore = useAction(runsContract.restore, { refresh, failure: 'Couldn’t restore the run.' });
  const pin = useAction(runsContract.pin, {
    refresh,
    success: 'Run pinned. Its files are kept until you unpin it.',
    failure: 'Couldn’t pin the run.',
  });
  const unpin = useAction(runsContract.unpin, {
    refresh,
    success: 'Run unpinned. Its files will be removed over time.',
    failure: 'Couldn’t unpin the run.',
  });
  // The latest run and test are streamed, so they are newer than the list.
  const live = [project.progress, project.test];
  const runs = project.runs.map((run) => {
    const newer = live.find((each) => each?.id === run.id);
    return newer ? { ...newer, ...pickFlags(run) } : run;
  });
  const toInput = (run: number) => ({ params: { id: project.id, run } });
  // A save in progress makes its own run current.
  const working = runs.find(({ kind, state }) => kind === 'save' && isActive(state));
  const [asked, setAsked] = useState<RunListItem>();
  const former = project.report?.id;
  const restoreRun = async (id: number, isUndo = false) => {
    const body = working === undefined ? {} : { during_run: working.id };
    if (!(await restore.run({ ...toInput(id), body }))) return;
    const undo = { label: 'Undo', act: () => former !== undefined && void restoreRun(former, true) };
    showToast({
      kind: 'success',
      text: isUndo ? 'The newer run is current again.' : 'The earlier run is current again.',
      ...(!isUndo && former !== undefined && former !== id && { undo }),
    });
  };
  if (runs.length === 0) {
    return (
      <EmptyState title="No runs yet">Each run and test of this project will be listed here.</EmptyState>
    );
  }
  return (
    <Card title="Runs" aside={runs.length >= MAX_RUNS ? `Latest ${MAX_RUNS}` : undefined} isFlush>
      <DataTable
        label="Runs"
        isDense
        rows={runs}
        columns={listColumns({
          onRestore: (run) => (working === undefined ? void restoreRun(run.id) : setAsked(run)),
          onPin: ({ id, pinned_at: at }) => void (at === null ? pin : unpin).run(toInput(id)),
          readOnly,
          isBusy: restore.isBusy || pin.isBusy || unpin.isBusy,
          noun: isGeocoder(project.type) ? 'image' : 'page',
        })}
        rowKey={({ id }) => id}
        rowName={({ created_at }) => `Run of ${formatTimestamp(created_at, new Date())}`}
      />
      {runs.filter(({ kind, state }) => kind === 'save' && hasCompleted(state)).length > 1 && (
        <CardFoot>Files of older runs are removed over time. Pin a run to keep its files.</CardFoot>
      )}
      <ConfirmDialog
        isOpened={asked !== undefined && working !== undefined}
        message={`Restore run #${asked?.id}? Run #${working?.id} is still in progress and takes over when it completes.`}
        isBusy={restore.isBusy}
        onYes={() => {
          if (asked !== undefined) void restoreRun(asked.id).then(() => setAsked(undefined));
        }}
        onNo={() => setAsked(undefined)}
      />
    </Card>
  );
}
