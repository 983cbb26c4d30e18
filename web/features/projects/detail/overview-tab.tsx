/** Overview of a project: the latest run, then the current report with its files. */
import { Suspense, useState } from 'react';
import { Box, Flex } from '@mantine/core';
import type { Project } from '#contract/project-shapes.ts';
import { isGeocoder } from '#contract/project-types.ts';
import type { Run } from '#contract/run-shapes.ts';
import { lazyPart } from '#web/client/lazy-part.ts';
import { hasCompleted, isActive } from '#web/client/run-figures.ts';
import { useReadOnlyReason } from '#web/client/use-read-only.ts';
import { ReasonButton } from '#web/kit/reason-button.tsx';
import { Card, CardLine } from '#web/ui/card.tsx';
import { CardBoundary } from '#web/ui/card-boundary.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { formatAmount } from '#web/ui/format-figure.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { ImportGuide } from '#web/ui/platform-guides.tsx';
import { MissingPart } from '#web/ui/missing-part.tsx';
import { FormedLinks } from './formed-links.tsx';
import { messages } from '../shared/messages.ts';
import { ProblemList } from '../shared/problem-list.tsx';
import classes from './project-page.module.css';
import { findShownTest, pickSampleRun } from '../shared/project-report.rules.ts';
import { RunLive } from './run-live.tsx';
import { RunParts } from './run-parts.tsx';
import { RunCanceled, RunFailed, RunWaits } from './run-stopped.tsx';
import { RunAgain } from './run-again.tsx';
import { RunOutcome, RunVerdict } from './run-verdict.tsx';
import { MoreProblems, RunWarnings } from './run-warnings.tsx';
import { TestSamples } from './test-samples.tsx';
import { TroubleNote } from '../shared/trouble-note.tsx';
import { readProject } from '../shared/use-project.ts';
import { useRunAgain } from '../shared/use-run-again.ts';
import { formatType, toPlatformId } from '../shared/project-types.rules.ts';

/** Lazy, because projects of other types don't need them. */
const ImageReport = lazyPart(
  'image-report',
  async () => (await import('./image-report.tsx')).ImageReport,
  MissingPart,
);
const ImageSamples = lazyPart(
  'image-samples',
  async () => (await import('./image-report.tsx')).ImageSamples,
  MissingPart,
);

/** Lazy, because many sheets have no coordinates. */
const TownsCard = lazyPart(
  'towns-card',
  async () => (await import('./towns-card.tsx')).TownsCard,
  () => null,
);

/** Lazy, because few projects have any. */
const PrimaryImages = lazyPart(
  'primary-images',
  async () => (await import('./primary-images.tsx')).PrimaryImages,
  MissingPart,
);

export function OverviewTab({ project }: { project: Project }) {
  const { report } = project;
  const hasImages = isGeocoder(project.type);
  const samples = pickSampleRun(project);
  const isTestNewest = samples?.kind === 'test';
  const renewSource = async (index: number) =>
    pickSampleRun((await readProject(project.id)) ?? project)?.samples[index]?.source_url ?? undefined;
  // In a project with a saved run, the test may have unsaved changes.
  const next =
    isTestNewest && !report && hasCompleted(samples.state) ? (
      <RunAgain project={project} kind="save" label={getBuildLabel(samples, hasImages)} isMain />
    ) : undefined;
  const shownSamples =
    samples &&
    (hasImages ? (
      <CardBoundary key={samples.id}>
        <Suspense>
          <ImageSamples run={samples} next={next} />
        </Suspense>
      </CardBoundary>
    ) : (
      <CardBoundary key={samples.id}>
        <TestSamples project={project} run={samples} next={next} onRenew={renewSource} />
      </CardBoundary>
    ));
  return (
    <>
      {project.unreadable !== null && <TroubleNote text={project.unreadable} />}
      <CardBoundary>
        <Newest project={project} />
      </CardBoundary>
      {isTestNewest && shownSamples}
      {report &&
        (hasImages ? (
          <CardBoundary>
            <Suspense>
              <ImageReport project={project} report={report} />
            </Suspense>
          </CardBoundary>
        ) : (
          <CardBoundary>
            <Report project={project} report={report} />
          </CardBoundary>
        ))}
      {report?.has_places && (
        <CardBoundary key={report.id}>
          <Suspense>
            <TownsCard projectId={project.id} runId={report.id} />
          </Suspense>
        </CardBoundary>
      )}
      {!isTestNewest && shownSamples}
      {!hasImages && project.files.length > 0 && (
        <CardBoundary>
          <Suspense>
            <PrimaryImages projectId={project.id} type={project.type} images={project.files} />
          </Suspense>
        </CardBoundary>
      )}
    </>
  );
}

/** Older tests have no count. */
function getBuildLabel({ pages_planned: count }: Run, hasImages: boolean): string {
  const [verb, noun] = hasImages ? ['Tag', 'image'] : ['Build', 'page'];
  if (count === null) return `${verb} all ${noun}s`;
  return count === 1 ? `${verb} the ${noun}` : `${verb} all ${formatAmount(count, noun)}`;
}

/** State of the latest run and of a test that is shown with it; empty if the report below shows everything. */
function Newest({ project }: { project: Project }) {
  const { progress: run } = project;
  const hasImages = isGeocoder(project.type);
  const shownTest = findShownTest(project);
  const test = shownTest ?? (run?.kind === 'test' ? run : undefined);
  const isWaiting = run?.state === 'waiting_for_split';
  const [isAsking, setAsking] = useState(true);
  if (!run) return <NoRun project={project} hasImages={hasImages} />;
  return (
    <>
      {isActive(run.state) && run.message !== null && (
        <TroubleNote text={`${run.message} The run will be retried automatically.`} />
      )}
      {isActive(run.state) && <RunLive run={run} hasImages={hasImages} />}
      {isWaiting && <RunWaits run={run} onAsk={() => setAsking(true)} />}
      <SplitQuestion project={project} isOpened={isWaiting && isAsking} onClose={() => setAsking(false)} />
      {run.state === 'failed' && <RunFailed run={run} project={project} />}
      {run.state === 'canceled' && <RunCanceled run={run} project={project} />}
      {shownTest && isActive(shownTest.state) && <RunLive run={shownTest} hasImages={hasImages} />}
      {shownTest?.state === 'failed' && <RunFailed run={shownTest} project={project} />}
      {test && hasCompleted(test.state) && test.problems.length > 0 && (
        <Card title="Test results" isFlush>
          <ProblemList problems={test.problems} />
          <MoreProblems count={test.problem_count - test.problems.length} noun="problem" />
        </Card>
      )}
    </>
  );
}

/** Asks about large output; the answer saves the project again unchanged. */
function SplitQuestion({ project, ...dialog }: { project: Project; isOpened: boolean; onClose: () => void }) {
  const { run, isBusy } = useRunAgain();
  const answer = async (split_xml_file: 0 | 2) => {
    if (await run(project, { split_xml_file, failure: 'Couldn’t save the answer.' })) dialog.onClose();
  };
  return (
    <ConfirmDialog
      {...dialog}
      message={messages.splitQuestion}
      isBusy={isBusy}
      onYes={() => void answer(2)}
      onNo={() => void answer(0)}
    />
  );
}

function NoRun({ project, hasImages }: { project: Project; hasImages: boolean }) {
  const reason = useReadOnlyReason(project.is_read_only);
  return (
    <Card title="No run yet">
      <CardLine
        text={`Save the project to ${hasImages ? 'tag its images' : 'build its pages'}, or test three of them first.`}
      >
        <ReasonButton reason={reason} to={`/projects/${project.id}/edit`} variant="filled">
          Edit project
        </ReasonButton>
      </CardLine>
    </Card>
  );
}

function Report({ project, report }: { project: Project; report: Run }) {
  const { id } = project;
  const renewed = async () => (await readProject(id)) ?? project;
  return (
    <>
      <div className={classes.pair}>
        <RunVerdict
          run={report}
          projectId={id}
          isEarlier={project.progress?.kind === 'save' && project.progress.id !== report.id}
          onRenew={async () => (await renewed()).report?.skipped_rows_url ?? undefined}
        />
        <RunOutcome run={report} />
      </div>
      <RunParts
        type={project.type}
        parts={report.parts}
        onRenew={async ({ name }) => (await renewed()).report?.parts.find((part) => part.name === name)?.url}
      />
      <div className={classes.pair}>
        <FormedLinks
          key={report.id}
          first={project.formed_links}
          count={report.formed_link_count}
          url={project.formed_links_url}
          onRenew={async () => (await renewed()).formed_links_url ?? undefined}
        />
        <ImportSteps type={project.type} run={report} />
      </div>
      <RunWarnings run={report} />
    </>
  );
}

interface Props {
  type: string;
  run: Pick<Run, 'parts' | 'selectors' | 'problems'>;
}

/** Steps to import the parts into the project's platform. */
function ImportSteps({ type, run }: Props) {
  const tables = run.parts.filter(({ name, pages }) => pages === 0 && name.endsWith('.csv')).length;
  const typeStep = run.problems.find(({ code }) => code === 'unregistered-type')?.text ?? '';
  return (
    <Card title={`How to import into ${formatType(type)}`} id="import">
      <Box component="ol" display="grid" pl={20} style={{ gap: 8, listStyle: 'decimal' }}>
        <ImportGuide
          platform={toPlatformId(type)}
          isMany={run.parts.length - tables > 1}
          typeStep={typeStep}
          hasTable={tables > 0}
        />
        <li>Open one of the new pages, then put the formed links where visitors find them.</li>
      </Box>
      {run.selectors.length > 0 && (
        <Box component="dl" mt={16} aria-label="Settings of the importer">
          {run.selectors.map(({ name, path }) => (
            <Flex key={name} align="center" gap={12} py={4} style={{ borderTop: '1px solid var(--line)' }}>
              <Box component="dt" flex="2 1 0" miw={96} c="var(--text2)" style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Box>
              <Flex component="dd" flex="5 1 0" miw={0} align="center" justify="space-between">
                <Box component="code" miw={0} style={{ overflowWrap: 'anywhere' }}>
                  {path}
                </Box>
                <CopyButton text={path} noun={`the path of ${name}`} />
              </Flex>
            </Flex>
          ))}
        </Box>
      )}
    </Card>
  );
}
