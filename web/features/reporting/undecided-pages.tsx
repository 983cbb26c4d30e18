/** Weak pages that aren't indexed: improve the row, merge the page with a strong one, or drop it. */
import { Box, Group, Text } from '@mantine/core';
import { Merge, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { MAX_MERGE_MILES, pageDecisionsContract, type WeakPage } from '#contract/page-decisions.contract.ts';
import { QUALITY_TEXTS } from '#contract/quality-texts.ts';
import { ListBody } from '#web/kit/list-body.tsx';
import { offerAction } from '#web/kit/rows-action.rules.ts';
import { useRowsAction } from '#web/kit/rows-action.tsx';
import { useList } from '#web/kit/use-list.ts';
import { BulkBar } from '#web/ui/bulk-bar.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { formatCount } from '#web/ui/format-figure.ts';
import { formatCalendarDay } from '#web/ui/format-timestamp.ts';
import links from '#web/ui/link.module.css';
import { PageName } from './page-name.tsx';
import { type PagesScope, toListQuery } from './pages-scope.ts';
import { Score } from './score.tsx';

/** Problems per page. */
const MAX_FLAWS = 2;

const getName = ({ town, address }: WeakPage) => town || address;

/** Confirms merging or dropping pages. */
function useDecision(decision: 'merge' | 'drop', select: (rows: readonly WeakPage[]) => void) {
  const isMerge = decision === 'merge';
  return useRowsAction<WeakPage, typeof pageDecisionsContract.decide>(pageDecisionsContract.decide, {
    noun: 'page',
    verb: isMerge ? 'Merge' : 'Drop',
    done: isMerge ? 'merged' : 'dropped',
    note: isMerge
      ? 'A redirect to the nearest strong page replaces it, and the next run leaves it out. You can undo this.'
      : 'The next run leaves it out, and its URL is listed as gone. You can undo this.',
    getName,
    toInput: ({ project_id: id, row_key, target }) => ({
      params: { id },
      body: { row_key, decision, ...(isMerge && target && { target_key: target.row_key }) },
    }),
    refresh: ['pageDecisions'],
    select,
  });
}

export function UndecidedPages({ scope }: { scope: PagesScope }) {
  const list = useList(pageDecisionsContract.weak, {
    sort: 'score',
    sorts: ['score', 'town', 'row'],
    query: toListQuery(scope),
  });
  const { select, selected } = list;
  const merge = useDecision('merge', select);
  const drop = useDecision('drop', select);
  const isOpen = ({ is_read_only: isReadOnly }: WeakPage) => !isReadOnly;
  return (
    <>
      <ListBody
        list={list}
        noun="page"
        search="towns and URLs"
        empty={{
          title: 'No pages to decide on',
          text: 'Pages that score below the quality gate (60 without one) appear here if Google inspected them but didn’t index them. Drafts and pages with noindex aren’t listed.',
        }}
        isSelecting={selected.length > 0}
      >
        {(rows) => (
          <DataTable
            label="Weak and not indexed"
            rows={rows}
            columns={listColumns(
              (page) => merge.ask([page]),
              (page) => drop.ask([page]),
            )}
            rowKey={({ id }) => id}
            rowName={getName}
            sort={list.query.sort}
            onSort={list.setSort}
            chosen={selected}
            onChoose={select}
            isDense
          />
        )}
      </ListBody>
      <BulkBar
        count={selected.length}
        onClear={() => select([])}
        actions={[
          ...offerAction(selected, {
            name: 'Merge…',
            icon: <Merge size={18} />,
            fits: (page) => page.target !== null && isOpen(page),
            ask: merge.ask,
          }),
          ...offerAction(selected, {
            name: 'Drop…',
            icon: <Trash2 size={18} />,
            fits: isOpen,
            ask: drop.ask,
          }),
        ]}
      />
      {merge.dialog}
      {drop.dialog}
    </>
  );
}

type Ask = (page: WeakPage) => void;

const listColumns = (merge: Ask, drop: Ask): Column<WeakPage>[] => [
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
  merge: Ask;
  drop: Ask;
}

function Actions({ page, merge, drop }: ActionsProps) {
  const { project_id: projectId, row, target, is_read_only: isReadOnly } = page;
  if (isReadOnly) return null;
  const name = getName(page);
  return (
    <Group gap={16} wrap="nowrap">
      <Link
        className={links.link}
        data-repair
        to={`/projects/${projectId}/edit?row=${row}`}
        aria-label={`Improve ${name}`}
      >
        Improve
      </Link>
      {target !== null && (
        <button type="button" className={links.link} aria-label={`Merge ${name}`} onClick={() => merge(page)}>
          Merge
        </button>
      )}
      <button type="button" className={links.link} aria-label={`Drop ${name}`} onClick={() => drop(page)}>
        Drop
      </button>
    </Group>
  );
}
