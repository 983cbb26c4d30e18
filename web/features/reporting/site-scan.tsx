/** Site scans: starts one for the pages of a project, and lists them, newest first. */
import { Group } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { projectsContract } from '#contract/projects.contract.ts';
import { type Scan, scansContract } from '#contract/scans.contract.ts';
import { send } from '#web/client/call.ts';
import { useReadOnlyReason } from '#web/client/use-read-only.ts';
import { ActionButton } from '#web/kit/action-button.tsx';
import { AsyncSelect, type Choice, type FindChoices } from '#web/kit/async-select.tsx';
import { ListBody } from '#web/kit/list-body.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { useList } from '#web/kit/use-list.ts';
import { Age } from '#web/ui/age.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { formatCount } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';
import { describeChanges, describeProblems, isUnderWay, SCAN_BADGES } from './scans.rules.ts';

const BUSY_POLL_MS = 1_500;
const IDLE_POLL_MS = 30_000;
const CHOICES = 20;

/** @param readOnly why the pages of a read-only project can't be scanned */
const findProjects =
  (readOnly: string | undefined): FindChoices =>
  async (search, signal) => {
    const query = { per_page: CHOICES, ...(search !== '' && { search }) };
    const { data, meta } = await send(projectsContract.list, { query }, { signal });
    const choices = data.map(({ id, title, is_read_only: isReadOnly }) => ({
      value: String(id),
      label: title,
      ...(isReadOnly && readOnly !== undefined && { disabledReason: readOnly }),
    }));
    return { choices, total: meta?.total ?? data.length };
  };

export function SiteScan({ onOpen }: { onOpen: (scanId: number) => void }) {
  const list = useList(scansContract.list, {
    pollMs: (rows) => (rows.some(isUnderWay) ? BUSY_POLL_MS : IDLE_POLL_MS),
  });
  return (
    <>
      <Card title="Scan the pages of a project">
        <p>
          Each page is fetched once, at two pages per second per host, as robots.txt allows. See which pages
          redirect, fail or aren’t indexed, how similar they are, what the site changed, and what’s new since
          the last scan.
        </p>
        <StartScan onStart={onOpen} />
      </Card>
      <Card title="Scans">
        <ListBody
          list={list}
          noun="scan"
          empty={{
            title: 'No scans yet',
            text: 'Choose a project above once its pages are on the site, and scan them.',
          }}
        >
          {(rows) => (
            <DataTable
              label="Scans"
              rows={rows}
              columns={COLUMNS}
              rowKey={({ id }) => id}
              rowName={({ project }) => project}
            />
          )}
        </ListBody>
      </Card>
    </>
  );
}

const COLUMNS: readonly Column<Scan>[] = [
  { key: 'project', head: 'Project', render: (scan) => <OpenScan scan={scan} /> },
  {
    key: 'state',
    head: 'Status',
    width: 150,
    render: ({ state }) => <Badge tone={SCAN_BADGES[state].tone}>{SCAN_BADGES[state].label}</Badge>,
  },
  {
    key: 'pages',
    head: 'Pages',
    align: 'right',
    width: 120,
    render: ({ pages_done: done, pages_total: total }) => `${formatCount(done)} of ${formatCount(total)}`,
  },
  { key: 'findings', head: 'Findings', width: 120, render: describeProblems },
  {
    key: 'score',
    head: 'Live score',
    align: 'right',
    width: 100,
    render: ({ quality }) => (quality ? Math.round(quality.score) : '–'),
  },
  { key: 'changes', head: 'Since the last one', width: 170, render: describeChanges },
  {
    key: 'created_at',
    head: 'Started',
    align: 'right',
    width: 110,
    render: ({ created_at }) => <Age of={created_at} />,
  },
];

function OpenScan({ scan: { id, project } }: { scan: Scan }) {
  const [address] = useSearchParams();
  const next = new URLSearchParams(address);
  next.set('scan', String(id));
  next.delete('page');
  return (
    <Link className={links.link} to={{ search: next.toString() }}>
      {project}
    </Link>
  );
}

function StartScan({ onStart }: { onStart: (scanId: number) => void }) {
  const [project, setProject] = useState<Choice | null>(null);
  const readOnly = useReadOnlyReason(true, 'its pages can’t be scanned');
  const choices = useMemo(() => findProjects(readOnly), [readOnly]);
  const start = useAction(scansContract.create, {
    refresh: ['scans'],
    success: 'The scan was started.',
    failure: 'Couldn’t start the scan.',
    after: ({ data }) => onStart(data.id),
  });
  return (
    <Group align="flex-end" gap={8} mt={12}>
      <AsyncSelect label="Project" value={project} choices={choices} isLazy onChange={setProject} />
      <ActionButton
        action={{
          ...start,
          run: async () => project !== null && start.run({ body: { project_id: Number(project.value) } }),
        }}
        busy="Starting..."
        variant="filled"
        disabled={project === null}
      >
        Scan pages
      </ActionButton>
    </Group>
  );
}
