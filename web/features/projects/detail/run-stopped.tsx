/** Run without files, or one that waits for an answer: what happened, its problems, and the next action. */
import { Box, Button, Flex } from '@mantine/core';
import type { Project } from '#contract/project-shapes.ts';
import type { Run } from '#contract/run-shapes.ts';
import { useReadOnlyReason } from '#web/client/use-read-only.ts';
import { ReasonButton } from '#web/kit/reason-button.tsx';
import { Card, CardFoot, CardLine } from '#web/ui/card.tsx';
import { formatAmount, formatBytes } from '#web/ui/format-figure.ts';
import { ProblemList } from '../shared/problem-list.tsx';
import { RunAgain } from './run-again.tsx';
import { MoreProblems } from './run-warnings.tsx';

interface Props {
  run: Run;
  project: Project;
}

/** Problems of the seed or data must be fixed first; otherwise a retry may help. */
export function RunFailed({ run, project }: Props) {
  const what = run.kind === 'test' ? 'The test failed' : 'The run failed';
  const isFixable = run.problems.some(({ severity }) => severity !== 'notice');
  // If there is a completed run, the download of its files is the main action.
  const reason = useReadOnlyReason(project.is_read_only);
  const isMain = run.id === project.progress?.id;
  return (
    <Card title={what} isFlush>
      <CardFoot>
        <Box component="p" flex="1 1 320px">
          {run.message ?? 'It stopped before anything was built.'}
          {project.report && ' The files of the previous run are unchanged.'} Run #{run.id}.
        </Box>
        <Flex wrap="wrap" gap={8}>
          <RunAgain project={project} kind={run.kind} isMain={isMain && !isFixable} />
          <ReasonButton
            reason={reason}
            to={`/projects/${project.id}/edit`}
            variant={isMain && isFixable ? 'filled' : 'default'}
          >
            Edit project
          </ReasonButton>
        </Flex>
      </CardFoot>
      <ProblemList problems={run.problems} />
      <MoreProblems count={run.problem_count - run.problems.length} noun="problem" />
    </Card>
  );
}

export function RunCanceled({ run, project }: Props) {
  return (
    <Card title={run.kind === 'test' ? 'The test was canceled' : 'The run was canceled'}>
      <CardLine
        text={`Incomplete files were deleted.${project.report ? ' The files of the previous run are unchanged.' : ''}`}
      >
        <RunAgain project={project} kind={run.kind} isMain={project.report === null} />
      </CardLine>
    </Card>
  );
}

export function RunWaits({ run, onAsk }: { run: Run; onAsk: () => void }) {
  return (
    <Card title="The run needs your answer">
      <CardLine
        text={
          <>
            {run.output_bytes === null
              ? 'The output would be larger than 10 MB.'
              : `As a single file the output would be ${formatBytes(run.output_bytes)}.`}
            {run.split_parts !== null && ` Split, it would be ${formatAmount(run.split_parts, 'part')}.`}
          </>
        }
      >
        <Button variant="filled" onClick={onAsk}>
          Answer
        </Button>
      </CardLine>
    </Card>
  );
}
