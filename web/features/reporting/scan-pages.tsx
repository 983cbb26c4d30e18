/** Pages of a scan: findings, what the site changed, quality, and changes since the last scan. */
import { Box, Text } from '@mantine/core';
import { WEAK_SCORE } from '#contract/quality-limits.ts';
import { type Difference, type ScanPage, scansContract } from '#contract/scans.contract.ts';
import { ListBody } from '#web/kit/list-body.tsx';
import { useRows } from '#web/kit/use-list.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { formatCount } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';
import {
  CHANGE_CHOICES,
  CHANGE_NAMES,
  DIFFERENCE_CHOICES,
  DIFFERENCE_NAMES,
  FINDING_CHOICES,
  FINDING_NAMES,
} from './scans.rules.ts';
import { Score } from './score.tsx';

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
    width: 200,
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
    key: 'differences',
    head: 'Changed by the site',
    width: 220,
    render: ({ differences }) =>
      differences.length === 0
        ? '–'
        : differences.map((each) => <Change key={each.code} difference={each} />),
  },
  {
    key: 'score',
    head: 'Score',
    align: 'right',
    isSortable: true,
    width: 110,
    render: ({ quality }) => quality && <PageScore quality={quality} />,
  },
  {
    key: 'status',
    head: 'Status',
    align: 'right',
    isSortable: true,
    width: 72,
    render: ({ status }) => status ?? '–',
  },
  {
    key: 'words',
    head: 'Words',
    align: 'right',
    isSortable: true,
    width: 72,
    render: ({ words }) => (words === null ? '–' : formatCount(words)),
  },
  { key: 'change', head: 'Since the last scan', width: 150, render: renderChange },
];

function PageScore({ quality: { score, closest } }: { quality: NonNullable<ScanPage['quality']> }) {
  return (
    <>
      <Score value={score} isWeak={score < WEAK_SCORE} />
      {closest && (
        <Box c="var(--text3)" fz="small">
          {Math.round(closest.similarity * 100)}% like {closest.town || closest.address}
        </Box>
      )}
    </>
  );
}

function Change({ difference: { code, file, live } }: { difference: Difference }) {
  return (
    <>
      {DIFFERENCE_NAMES[code]}
      {live !== null && <Value label="Live" text={live} />}
      {file !== null && <Value label="File" text={file} />}
    </>
  );
}

function Value({ label, text }: { label: string; text: string }) {
  return (
    <Box c="var(--text2)" fz="small" style={{ overflowWrap: 'anywhere' }}>
      {label}: {text}
    </Box>
  );
}

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

export function ScanPages({ id, pollMs }: { id: number; pollMs: number | undefined }) {
  const list = useRows(scansContract.pages, {
    sort: 'position',
    sorts: ['position', 'town', 'address', 'status', 'words', 'title', 'score'],
    filters: ['finding', 'difference', 'change'],
    params: { id },
    pollMs: () => pollMs,
  });
  return (
    <Card title="Pages of the scan">
      <ListBody
        list={list}
        noun="page"
        search="towns and URLs"
        filters={[
          { filter: 'finding', label: 'Finding', any: 'Any finding', choices: FINDING_CHOICES },
          {
            filter: 'difference',
            label: 'Changed by the site',
            any: 'Changed or not',
            choices: DIFFERENCE_CHOICES,
          },
          { filter: 'change', label: 'Since the last scan', any: 'Any change', choices: CHANGE_CHOICES },
        ]}
        empty={{ title: 'No pages yet', text: 'They appear here one by one while the scan runs.' }}
      >
        {(rows) => (
          <DataTable
            label="Pages of the scan"
            rows={rows}
            columns={rows.some(({ change }) => change !== null) ? COLUMNS : COLUMNS.slice(0, -1)}
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
