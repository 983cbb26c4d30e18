/** Weak pages that aren't indexed: improve the row, merge the page with a strong one, or drop it. */
import { Box, Group, Text } from '@mantine/core';
import { Merge, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { MAX_MERGE_MILES, pageDecisionsContract, type WeakPage } from '#contract/page-decisions.contract.ts';
import { QUALITY_TEXTS } from '#contract/quality-texts.ts';
import { useList } from '#web/kit/use-list.ts';
import type { Column } from '#web/ui/data-table.tsx';
import { formatCount } from '#web/ui/format-figure.ts';
import { formatCalendarDay } from '#web/ui/format-timestamp.ts';
import links from '#web/ui/link.module.css';
import { DecisionButton, DecisionTable, useDecision } from './decision-table.tsx';
import { PageName } from './page-name.tsx';
import { type PagesScope, toListQuery } from './pages-scope.ts';
import { Score } from './score.tsx';

/** Problems per page. */
const MAX_FLAWS = 2;

export function UndecidedPages({ scope }: { scope: PagesScope }) {
  const list = useList(pageDecisionsContract.weak, {
    sort: 'score',
    sorts: ['score', 'town', 'row'],
    query: toListQuery(scope),
  });
  const { select } = list;
  const merge = useDecision(
    'merge',
    'A redirect to the nearest strong page replaces it, and the next run leaves it out. You can undo this.',
    select,
  );
  const drop = useDecision(
    'drop',
    'The next run leaves it out, and its URL is listed as gone. You can undo this.',
    select,
  );
  const isOpen = ({ is_read_only: isReadOnly }: WeakPage) => !isReadOnly;
  const isMergeable = (page: WeakPage) => page.target !== null && isOpen(page);
  return (
    <>
      <DecisionTable
        list={list}
        label="Weak and not indexed"
        columns={listColumns(merge, drop)}
        empty={{
          title: 'No pages to decide on',
          text: 'Pages that score below the quality gate (60 without one) appear here if Google inspected them but didn’t index them. Drafts and pages with noindex aren’t listed.',
        }}
        bulk={[
          { decision: 'merge', icon: <Merge size={18} />, fits: isMergeable, action: merge },
          { decision: 'drop', icon: <Trash2 size={18} />, fits: isOpen, action: drop },
        ]}
      />
      {merge.dialog}
      {drop.dialog}
    </>
  );
}

type Decide = ReturnType<typeof useDecision<WeakPage>>;

const listColumns = (merge: Decide, drop: Decide): Column<WeakPage>[] => [
  {
    key: 'town',
    head: 'Page',
    isSortable: true,
    render: (page) => (
      <PageName page={page}>
        <Box c="var(--ochre-text)" fz="small">
          {page.index.coverage || 'Not indexed'}, {formatCalendarDay(page.index.inspected_at)}
        </Box>
      </PageName>
    ),
  },
  {
    key: 'score',
    head: 'Quality',
    align: 'right',
    width: 84,
    isSortable: true,
    render: ({ score }) => <Score value={score} isWeak />,
  },
  {
    key: 'flaws',
    head: 'Top problems',
    width: 180,
    render: ({ flaws }) =>
      flaws
        .slice(0, MAX_FLAWS)
        .map((code) => QUALITY_TEXTS[code] ?? code)
        .join(' · ') || '–',
  },
  { key: 'target', head: 'Nearest strong page', width: 176, render: (page) => <Target page={page} /> },
  {
    key: 'actions',
    head: '',
    width: 184,
    render: (page) => <Actions page={page} merge={merge} drop={drop} />,
  },
];

const INDEX_WORDS = { true: 'indexed', false: 'not indexed', null: 'not inspected yet' } as const;

function Target({ page }: { page: WeakPage }) {
  const { target, has_place: hasPlace, combined_row: combinedRow } = page;
  if (target === null)
    return (
      <Text span c="var(--text3)" fz="small">
        {hasPlace
          ? `No strong page ${combinedRow === null ? '' : `with row ${combinedRow} of the second list `}within ${MAX_MERGE_MILES} miles`
          : 'No coordinates in the sheet'}
      </Text>
    );
  const { town, address, score, is_indexed: isIndexed, miles } = target;
  return (
    <>
      <a className={links.link} href={address} target="_blank" rel="noreferrer">
        {town || address}
      </a>
      <Box c="var(--text3)" fz="small">
        {formatCount(Math.round(miles))} mi, quality {Math.round(score)}, {INDEX_WORDS[`${isIndexed}`]}
      </Box>
    </>
  );
}

interface ActionsProps {
  page: WeakPage;
  merge: Decide;
  drop: Decide;
}

function Actions({ page, merge, drop }: ActionsProps) {
  const { project_id: projectId, row, target, is_read_only: isReadOnly } = page;
  if (isReadOnly) return null;
  return (
    <Group gap={16} wrap="nowrap">
      <Link
        className={links.link}
        data-repair
        to={`/projects/${projectId}/edit?row=${row}`}
        aria-label={`Improve ${page.town || page.address}`}
      >
        Improve
      </Link>
      {target !== null && <DecisionButton page={page} decision="merge" action={merge} />}
      <DecisionButton page={page} decision="drop" action={drop} />
    </Group>
  );
}
