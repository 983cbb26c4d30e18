/** A run that ended without files, or waits for an answer: what happened, what is wrong where, what to do. */
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { Run } from '#contract/project-shapes.ts';
import { Card } from '#web/ui/card.tsx';
import { formatBytes } from '#web/ui/format-figure.ts';
import { ProblemList } from './problem-list.tsx';
import classes from './project-page.module.css';

interface Props {
  run: Run;
  projectId: number;
  /** Files of an earlier run are still there. */
  hasReport: boolean;
}

export function RunFailed({ run, projectId, hasReport }: Props) {
  const what = run.kind === 'test' ? 'The test failed' : 'The run failed';
  return (
    <Card title={what} isFlush>
      <div className={classes.foot}>
        <p>
          {run.message ?? 'It ended before anything was written.'}
          {hasReport && ' The files of the run before are unchanged.'}
        </p>
        <Button component={Link} to={`/projects/${projectId}/edit`} variant="filled">
          Mend the project
        </Button>
      </div>
      <ProblemList problems={run.problems} />
    </Card>
  );
}

export function RunCancelled({ run, hasReport }: Omit<Props, 'projectId'>) {
  return (
    <Card title={run.kind === 'test' ? 'The test was cancelled' : 'The run was cancelled'}>
      <p>
        Nothing half-written was kept.
        {hasReport && ' The files of the run before are unchanged.'} Save the project again to start a new
        run.
      </p>
    </Card>
  );
}

export function RunWaits({ run, onAsk }: { run: Run; onAsk: () => void }) {
  return (
    <Card title="The run waits for your answer">
      <div className={classes.notice}>
        <p>
          {run.output_bytes === null
            ? 'The output would be larger than 10 MB.'
            : `As a single file the output would be ${formatBytes(run.output_bytes)}.`}
          {run.split_parts !== null && ` Split, it would be ${run.split_parts} parts.`}
        </p>
        <Button variant="filled" onClick={onAsk}>
          Answer
        </Button>
      </div>
    </Card>
  );
}
