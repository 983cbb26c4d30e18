/** One scan: progress, findings, and changes since the last one. */
import { Box, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { type Scan, type ScanPage, scansContract } from '#contract/scans.contract.ts';
import { useCall, useRefreshAfter } from '#web/client/use-call.ts';
import { ActionButton } from '#web/kit/action-button.tsx';
import { Alert } from '#web/kit/alert.tsx';
import { DownloadCsv } from '#web/kit/download-csv.tsx';
import { ListBody } from '#web/kit/list-body.tsx';
import { useAction } from '#web/kit/use-action.ts';
import type { ShownList } from '#web/kit/use-list.ts';
import { useLastPage, useListQuery } from '#web/kit/use-list-query.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { formatCount } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';
import {
  CHANGE_CHOICES,
  CHANGE_NAMES,
  describeChanges,
  describeProblems,
  FINDING_CHOICES,
  FINDING_NAMES,
  isUnderWay,
  SCAN_BADGES,
} from './scans.rules.ts';

const POLL_MS = 1_500;

export function ScanResult({ id, onClose }: { id: number; onClose: () => void }) {
  const input = { params: { id } };
  const known = useCall(scansContract.show, input);
  const isBusy = known.data !== undefined && isUnderWay(known.data);
  const {
    data: scan,
    error,
    refetch,
  } = useCall(scansContract.show, input, { pollMs: isBusy ? POLL_MS : undefined });
  useRefreshAfter(isBusy, 'scans');
  const back = (
    <button type="button" className={links.link} onClick={onClose}>
      All scans
    </button>
  );
  if (error && !scan)
    return (
      <>
        {back}
        <Alert what="Couldn’t load the scan." error={error} onRetry={refetch} />
      </>
    );
  if (!scan) return <SkeletonRows label="Loading the scan" />;
  return (
    <>
      <div>{back}</div>
      <ScanCard scan={scan} />
      <Pages id={id} pollMs={isUnderWay(scan) ? POLL_MS : undefined} />
    </>
  );
}

function ScanCard({ scan }: { scan: Scan }) {
  const { id, state, project, pages_done: done, pages_total: total, message, changes } = scan;
  const isBusy = isUnderWay(scan);
  const input = { params: { id } };
  const cancel = useAction(scansContract.cancel, {
    refresh: ['scans'],
    success: 'The scan was canceled. Pages fetched so far are kept.',
    failure: 'Couldn’t cancel the scan.',
  });
  const progress = isBusy ? `${percent(done, total)}%` : undefined;
  return (
    <Card
      title={project}
      aside={
        <Badge tone={SCAN_BADGES[state].tone} detail={progress}>
          {SCAN_BADGES[state].label}
        </Badge>
      }
    >
      {message !== null && <Alert what={message} />}
      <p>
        {formatCount(done)} of {formatCount(total)} pages · {describeProblems(scan)}
        {changes !== null && ` · since the last scan: ${describeChanges(scan)}`}
      </p>
      {isBusy && (
        <Box
          component="progress"
          w="100%"
          h={7}
          mt={8}
          style={{ accentColor: 'var(--live)' }}
          max={Math.max(1, total)}
          value={done}
          aria-label="Pages scanned"
        />
      )}
      <Group gap={8} mt={12}>
        {isBusy && (
          <ActionButton
            action={{ ...cancel, run: () => cancel.run(input) }}
            busy="Canceling..."
            variant="default"
          >
            Cancel scan
          </ActionButton>
        )}
        <DownloadCsv endpoint={scansContract.export} input={input} name={`scan-${id}.csv`} />
      </Group>
    </Card>
  );
}

const percent = (done: number, total: number) => (total === 0 ? 0 : Math.floor((done / total) * 100));

const COLUMNS: readonly Column<ScanPage>[] = [
  {
    key: 'town',
    head: 'Page',
    isSortable: true,
    render: ({ town, address, row }) => (
      <>
        <a className={links.link} href={address} target="_blank" rel="noreferrer">
          {town || address}
        </a>
        <Box c="var(--text3)" fz="small">
          row {row}
        </Box>
      </>
    ),
  },
  {
    key: 'finding',
    head: 'Finding',
    width: 260,
    render: ({ finding, problem, redirects_to: target, canonical }) => (
      <>
        <Badge tone={FINDING_NAMES[finding].tone}>{FINDING_NAMES[finding].label}</Badge>
        {problem !== null && (
          <Text fz="small" c="var(--text2)" style={{ overflowWrap: 'anywhere' }}>
            {problem} {target ?? (finding === 'canonical' && canonical)}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'status',
    head: 'Status',
    align: 'right',
    isSortable: true,
    width: 84,
    render: ({ status }) => status ?? '–',
  },
  {
    key: 'words',
    head: 'Words',
    align: 'right',
    isSortable: true,
    width: 84,
    render: ({ words }) => (words === null ? '–' : formatCount(words)),
  },
  { key: 'change', head: 'Change', width: 190, render: renderChange },
];

function renderChange({ change, before, title, status, words }: ScanPage) {
  if (change === null) return '–';
  const parts = [
    before && before.status !== status && `status was ${before.status ?? 'none'}`,
    before && before.title !== title && `title was “${before.title ?? ''}”`,
    before && before.words !== words && `${before.words ?? 0} words before`,
  ].filter(Boolean);
  return (
    <>
      {CHANGE_NAMES[change]}
      {change === 'changed' && parts.length > 0 && (
        <Box c="var(--text3)" fz="small">
          {parts.join(', ')}
        </Box>
      )}
    </>
  );
}

function Pages({ id, pollMs }: { id: number; pollMs: number | undefined }) {
  const list = useScanPages(id, pollMs);
  return (
    <Card title="Pages of the scan">
      <ListBody
        list={list}
        noun="page"
        search="towns and URLs"
        filters={[
          { filter: 'finding', label: 'Finding', any: 'Any finding', choices: FINDING_CHOICES },
          { filter: 'change', label: 'Change', any: 'Any change', choices: CHANGE_CHOICES },
        ]}
        empty={{ title: 'No pages yet', text: 'They appear here one by one while the scan runs.' }}
      >
        {(rows) => (
          <DataTable
            label="Pages of the scan"
            rows={rows}
            columns={COLUMNS}
            rowKey={({ position }) => position}
            rowName={({ town, address }) => town || address}
            sort={list.query.sort}
            onSort={list.setSort}
          />
        )}
      </ListBody>
    </Card>
  );
}

const SORTS = ['position', 'town', 'address', 'status', 'words', 'title'];

function useScanPages(id: number, pollMs: number | undefined): ShownList<ScanPage, 'finding' | 'change'> {
  const list = useListQuery({
    sort: 'position',
    sorts: SORTS,
    filters: ['finding', 'change'],
    accepts: scansContract.pages.query,
  });
  const { page, per_page, search, sort, filters } = list.query;
  const query = useMemo(
    () => ({
      page,
      per_page,
      sort,
      ...(search !== '' && { search }),
      ...(filters.finding.length > 0 && { finding: filters.finding.join(',') }),
      ...(filters.change.length > 0 && { change: filters.change.join(',') }),
    }),
    [page, per_page, sort, search, filters],
  );
  const call = useCall(scansContract.pages, { params: { id }, query: query as never }, { pollMs });
  useLastPage(list, call.meta);
  return {
    ...list,
    rows: call.data,
    total: call.meta?.total,
    error: call.error,
    isFetching: call.isFetching,
    loadedAt: call.loadedAt,
    refetch: call.refetch,
  };
}
