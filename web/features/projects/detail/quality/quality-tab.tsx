/** Quality of the pages of the current run: its score, the gate, groups, pages to fix, and where they are. */
import { Box } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Project } from '#contract/project-shapes.ts';
import type { PageToFix, RunQuality } from '#contract/run-quality-shapes.ts';
import { QUALITY_ADVICE, QUALITY_TEXTS } from '#contract/quality-texts.ts';
import { qualityContract } from '#contract/quality.contract.ts';
import { useCall } from '#web/client/use-call.ts';
import { Alert } from '#web/kit/alert.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { formatCount } from '#web/ui/format-figure.ts';
import { CardStack } from '#web/ui/card-boundary.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SkeletonFigures } from '#web/ui/skeleton-figures.tsx';
import { GateCard, toGate, useGateDraft } from './gate-card.tsx';
import { GroupsCard } from './groups-card.tsx';
import { HistogramCard } from './histogram-card.tsx';
import { MapCard } from './map-card.tsx';
import { LIST_ID, PagesToFixCard } from './pages-to-fix-card.tsx';
import { PAIR_ID, PairCard } from './pair-card.tsx';
import { toLimit } from './quality.rules.ts';
import { ScoreCard } from './score-card.tsx';
import classes from './quality.module.css';

export function QualityTab({ project }: { project: Project }) {
  const { id, report } = project;
  const params = { id, run: report?.id ?? 0 };
  const { data, error, refetch } = useCall(qualityContract.show, { params }, { skip: report === null });
  if (report === null || error?.status === 404)
    return (
      <EmptyState title="No quality score yet">
        {report === null
          ? 'Save the project to build its pages. They’re measured at the end of each run.'
          : 'The pages of this run weren’t measured. Very large sheets aren’t measured. If yours is smaller, run the project again.'}
      </EmptyState>
    );
  if (error) return <Alert what="Couldn’t load the quality of the pages." error={error} onRetry={refetch} />;
  if (!data) return <SkeletonFigures count={4} />;
  return <Measured key={report.id} project={project} runId={report.id} quality={data} />;
}

interface Props {
  project: Project;
  runId: number;
  quality: RunQuality;
}

function Measured({ project, runId, quality }: Props) {
  const { id, quality_gate: saved } = project;
  const [draft, setDraft] = useGateDraft(project);
  const [chosen, setChosen] = useState<PageToFix>();
  const { group, showGroup } = useGroup(quality);
  const edited = toGate(draft);
  const limit = toLimit(saved);
  const compare = (page: PageToFix) => {
    setChosen(page);
    document.getElementById(PAIR_ID)?.focus();
  };
  return (
    <CardStack>
      <div className={classes.pair}>
        <ScoreCard quality={quality} runId={runId} />
        <HistogramCard quality={quality} limit={toLimit(edited)} isGate={edited !== null} />
      </div>
      <GateCard project={project} runId={runId} quality={quality} draft={draft} onChange={setDraft} />
      <GroupsCard projectId={id} runId={runId} quality={quality} onShow={showGroup} />
      <PairCard
        key={group}
        projectId={id}
        runId={runId}
        quality={quality}
        limit={limit}
        group={group}
        chosen={chosen}
        onBack={() => setChosen(undefined)}
      />
      <PagesToFixCard projectId={id} runId={runId} quality={quality} limit={limit} onCompare={compare} />
      <MapCard projectId={id} runId={runId} quality={quality} limit={limit} />
      <CostsCard quality={quality} />
    </CardStack>
  );
}

/** The group that the list shows, or else the largest. */
function useGroup({ clusters, facts }: RunQuality) {
  const [address, setAddress] = useSearchParams();
  const wanted = Number(address.get('group') ?? 0);
  // Older runs don't know the group of a page.
  const group = facts !== null && clusters[wanted] ? wanted : undefined;
  const showGroup = (number: number) => {
    setAddress(
      (old) => {
        const next = new URLSearchParams(old);
        for (const name of ['kind', 'search', 'page']) next.delete(name);
        next.set('group', String(number));
        return next;
      },
      { preventScrollReset: true },
    );
    document.getElementById(LIST_ID)?.focus();
  };
  return { group, showGroup };
}

const COSTS_TITLE = 'Where points are lost';

/** Problems that cost the run most points, and what to do about each. */
function CostsCard({ quality: { costs, pages } }: { quality: RunQuality }) {
  if (costs.length === 0) return null;
  return (
    <Card title={COSTS_TITLE} isFlush>
      <DataTable
        label={COSTS_TITLE}
        rows={costs}
        columns={[
          {
            key: 'what',
            head: 'Problem',
            render: ({ code }) => (
              <>
                {QUALITY_TEXTS[code] ?? code}
                {QUALITY_ADVICE[code] !== undefined && (
                  <Box component="span" display="block" c="var(--text3)" fz="small" fw={400}>
                    {QUALITY_ADVICE[code]}
                  </Box>
                )}
              </>
            ),
          },
          {
            key: 'pages',
            head: 'Pages',
            align: 'right',
            width: 120,
            render: ({ pages: count }) => (count === pages ? 'all' : formatCount(count)),
          },
          {
            key: 'points',
            head: 'Points',
            align: 'right',
            width: 100,
            render: ({ points }) => (points < 0.1 ? '<0.1' : `−${points.toFixed(1)}`),
          },
        ]}
        rowKey={({ code }) => code}
        rowName={({ code }) => QUALITY_TEXTS[code] ?? code}
        isDense
      />
    </Card>
  );
}
