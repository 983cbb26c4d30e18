/** Run in progress on the dashboard: percent, time left and the filling chart. */
import { Box, Flex, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ProjectListItem } from '#contract/project-shapes.ts';
import type { Run, RunListItem } from '#contract/run-shapes.ts';
import { runsContract } from '#contract/runs.contract.ts';
import { applyProgress, isActive, percentDone, secondsLeft, toRunChart } from '#web/client/run-figures.ts';
import { useEventRefresh } from '#web/client/use-call.ts';
import { useEvents } from '#web/client/use-events.ts';
import { Card, CardFoot } from '#web/ui/card.tsx';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import { formatDuration } from '#web/ui/format-timestamp.ts';
import links from '#web/ui/link.module.css';
import { PlatformIcon } from '#web/ui/platform-icon.tsx';
import { RunBadge } from '#web/ui/run-badge.tsx';
import { useRunChartSize } from '#web/ui/use-run-chart-size.ts';
import { RunChart } from '#web/ui/run-chart.tsx';

/** The chart is small next to its figures. */
const SMALL_CHART_CELLS = 330;

interface Props {
  project: ProjectListItem;
  run: RunListItem;
  /** Streams its updates; the other runs are polled with the list. */
  isStreamed: boolean;
}

export function LiveRun({ project, run: listed, isStreamed }: Props) {
  const [live, setLive] = useState<Run>();
  const refresh = useEventRefresh();
  const input = { params: { id: project.id } };
  useEvents(runsContract.events, isStreamed ? input : undefined, {
    onEvent: (next) => {
      setLive((shown) => applyProgress(shown, next));
      if (!isActive(next.state)) refresh('projects');
    },
    // Without the stream, the list is newer.
    onPoll: () => setLive(undefined),
  });
  const streamed = live?.id === listed.id ? live : undefined;
  const run = streamed ?? listed;
  const size = useRunChartSize({ pitch: 12, maxCells: SMALL_CHART_CELLS });
  const done = `${formatCount(run.pages_done)} of ${formatAmount(run.pages_total, 'page')}`;
  return (
    <Card label={project.title} isFlush>
      <Flex wrap="wrap" align="center" gap="8px 12px" p="14px var(--card-inset) 0">
        <PlatformIcon type={project.type} />
        <Box
          component="h2"
          flex="1 1 200px"
          miw={0}
          fz="lg"
          fw={600}
          lh="22px"
          style={{ overflowWrap: 'anywhere' }}
        >
          {project.title}
        </Box>
        <RunBadge state={run.state} detail={run.kind === 'test' ? 'test' : undefined} />
      </Flex>
      {/* The chart is next to its figures, or below them on narrow screens. */}
      <Flex wrap="wrap" align="flex-start" gap="12px 24px" p="12px var(--card-inset) 16px">
        <Progress run={run} streamed={streamed} done={done} />
        <Box flex="100 1 300px" miw={0}>
          <RunChart run={toRunChart(run)} label={`${done} written`} {...size} />
        </Box>
      </Flex>
      <CardFoot>
        <Flex component="span" flex={1} wrap="wrap" gap="0 20px" c="var(--text2)" fz="small">
          {streamed && <Now run={streamed} />}
          {run.skipped > 0 && <span>{formatAmount(run.skipped, 'row')} skipped</span>}
        </Flex>
        <Link
          className={links.link}
          to={`/projects/${project.id}`}
          aria-label={`View run of ${project.title}`}
        >
          View run
        </Link>
      </CardFoot>
    </Card>
  );
}

interface ProgressProps {
  run: Run | RunListItem;
  /** Run with the latest update of its stream. */
  streamed: Run | undefined;
  done: string;
}

function Progress({ run, streamed, done }: ProgressProps) {
  const left = streamed && secondsLeft(streamed);
  const rate = streamed?.rows_per_second ?? undefined;
  return (
    <Flex wrap="wrap" align="center" gap="0 20px" flex="1 0 150px">
      <Text fz={40} fw={600} lh="46px" lts="-0.03em">
        {percentDone(run)}
        <Text component="small" c="var(--text3)" fz={22} fw={400} lts={0}>
          %
        </Text>
      </Text>
      <Text component="div" c="var(--text2)" fz="small">
        <p>{done}</p>
        {rate !== undefined && <p>{formatCount(Math.round(rate))} pages/s</p>}
        {left !== undefined && <p>{formatDuration(left * 1000)} left</p>}
      </Text>
    </Flex>
  );
}

function Now({ run }: { run: Run }) {
  return (
    <>
      {run.parts_total > 1 && <span>{formatParts(run)}</span>}
      {run.now_writing !== null && (
        <span>
          Now building <bdi>{run.now_writing}</bdi>
        </span>
      )}
    </>
  );
}

const formatParts = ({ parts_done, parts_total }: Run) =>
  `${formatCount(parts_done)} of ${formatAmount(parts_total, 'part')} written`;
