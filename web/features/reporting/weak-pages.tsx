/** Weak pages that Google didn't index: how quality and index go together, and what to do with each page. */
import { Group, SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { projectsContract } from '#contract/projects.contract.ts';
import { send } from '#web/client/call.ts';
import { useCall } from '#web/client/use-call.ts';
import { AsyncSelect, type Choice, type FindChoices } from '#web/kit/async-select.tsx';
import { CardBoundary } from '#web/ui/card-boundary.tsx';
import { Card } from '#web/ui/card.tsx';
import { DecidedPages } from './decided-pages.tsx';
import { DomainSelect } from './domain-select.tsx';
import { IndexShares } from './index-shares.tsx';
import classes from './reporting.module.css';
import { UndecidedPages } from './undecided-pages.tsx';
import type { Report } from './use-report.ts';

const ALL: Choice = { value: '', label: 'All projects' };
const CHOICES = 20;
const VIEWS = [
  { value: 'open', label: 'Undecided' },
  { value: 'decided', label: 'Merged and dropped' },
];

export function WeakPages({ report }: { report: Report }) {
  const { scope: chosen, view, projectId, set } = report;
  const { domain_id: domainId } = chosen;
  const { data: project } = useCall(
    projectsContract.show,
    { params: { id: projectId ?? 0 } },
    { skip: projectId === undefined },
  );
  const projects = useMemo(() => findProjects(domainId), [domainId]);
  const scope = {
    ...(domainId !== undefined && { domain_id: domainId }),
    ...(projectId !== undefined && { project_id: projectId }),
  };
  return (
    <>
      <Group gap={8} className={classes.settings ?? ''}>
        <DomainSelect report={report} />
        <AsyncSelect
          label="Project"
          isLabelHidden
          value={
            projectId === undefined ? ALL : { value: String(projectId), label: project?.[0]?.title ?? '…' }
          }
          choices={projects}
          isLazy
          onChange={(choice) => set({ project_id: choice?.value || undefined })}
        />
      </Group>
      <CardBoundary>
        <IndexShares scope={scope} />
      </CardBoundary>
      <CardBoundary>
        <Card title="Weak and not indexed">
          <SegmentedControl
            mb={12}
            maw="100%"
            aria-label="Pages"
            value={view}
            data={VIEWS}
            onChange={(next) => set({ view: next === 'decided' ? next : undefined })}
          />
          {view === 'open' ? <UndecidedPages scope={scope} /> : <DecidedPages scope={scope} />}
        </Card>
      </CardBoundary>
    </>
  );
}

const findProjects =
  (domainId: number | undefined): FindChoices =>
  async (search, signal) => {
    const query = {
      per_page: CHOICES,
      ...(domainId !== undefined && { domain_id: domainId }),
      ...(search !== '' && { search }),
    };
    const { data, meta } = await send(projectsContract.list, { query }, { signal });
    const choices = [ALL, ...data.map(({ id, title }) => ({ value: String(id), label: title }))];
    return { choices, total: (meta?.total ?? data.length) + 1 };
  };
