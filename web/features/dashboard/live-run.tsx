/** A run in progress as the dashboard shows it: percent, what is left, and the weave that fills. */
import { Flex } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ProjectListItem } from '#contract/project-shapes.ts';
import type { Run, RunListItem } from '#contract/run-shapes.ts';
import { runsContract } from '#contract/runs.contract.ts';
import { applyProgress, isActive, percentDone, secondsLeft, toWeave } from '#web/client/run-figures.ts';
import { useRefresh } from '#web/client/use-call.ts';
import { useEvents } from '#web/client/use-events.ts';
import { Card } from '#web/ui/card.tsx';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import { formatDuration } from '#web/ui/format-moment.ts';
import links from '#web/ui/link.module.css';
import { PlatformIcon } from '#web/ui/platform-icon.tsx';
import { RunBadge } from '#web/ui/run-badge.tsx';
import { useCloth } from '#web/ui/use-cloth.ts';
import { Weave } from '#web/ui/weave.tsx';
import classes from './dashboard-page.module.css';

/** Next to its figures a cloth is a small picture. */
const FEW_THREADS = 330;

interface Props {
  project: ProjectListItem;
  run: RunListItem;
  /** Hears of every change at once; the others follow the list. */
  isStreamed: boolean;
}

export function LiveRun({ project, run: listed, isStreamed }: Props) {
  const [live, setLive] = useState<Run>();
  const refresh = useRefresh();
  const input = { params: { id: project.id } };
  useEvents(runsContract.events, isStreamed ? input : undefined, {
    onEvent: (next) => {
      setLive((shown) => applyProgress(shown, next));
      if (!isActive(next.state)) refresh('projects');
    },
  });
  const heard = live?.id === listed.id ? live : undefined;
  const run = heard ?? listed;
  const left = heard && secondsLeft(heard);
  const rate = heard?.rows_per_second ?? undefined;
  const parts = heard && heard.parts_total > 1 ? tellParts(heard) : undefined;
  const cloth = useCloth({ pitch: 12, most: FEW_THREADS });
  const done = `${formatCount(run.pages_done)} of ${formatAmount(run.pages_total, 'page')}`;
  return (
    <Card label={project.title} isFlush>
      <div className={classes.liveHead}>
        <PlatformIcon type={project.type} />
        <h2>{project.title}</h2>
        <RunBadge state={run.state} detail={run.kind === 'test' ? 'test' : undefined} />
      </div>
      <div className={`${classes.live} ${classes.liveBody}`}>
        <div className={classes.counts}>
          <p className={classes.percent}>
            {percentDone(run)}
            <small>%</small>
          </p>
          <p className={classes.small}>{done}</p>
          {rate !== undefined && <p className={classes.small}>{formatCount(Math.round(rate))} pages/s</p>}
          {left !== undefined && <p className={classes.small}>{formatDuration(left * 1000)} left</p>}
        </div>
        <Weave run={toWeave(run)} label={`${done} written`} {...cloth} />
      </div>
      <div className={classes.foot}>
        <Flex component="span" wrap="wrap" gap="0 20px" c="var(--text2)">
          {parts !== undefined && <span>{parts}</span>}
          {heard && heard.now_writing !== null && (
            <span>
              Now building <bdi>{heard.now_writing}</bdi>
            </span>
          )}
          {run.skipped > 0 && <span>{formatAmount(run.skipped, 'row')} skipped</span>}
        </Flex>
        <Link
          className={links.link}
          to={`/projects/${project.id}`}
          aria-label={`View run of ${project.title}`}
        >
          View run
        </Link>
      </div>
    </Card>
  );
}

const tellParts = ({ parts_done, parts_total }: Run) =>
  `${formatCount(parts_done)} of ${formatAmount(parts_total, 'part')} written`;
