/** Merged and dropped pages: undoes decisions, and downloads redirects. */
import { Box, Button, Flex } from '@mantine/core';
import { FileDown, Undo2 } from 'lucide-react';
import { type PageDecision, pageDecisionsContract } from '#contract/page-decisions.contract.ts';
import { ListBody } from '#web/kit/list-body.tsx';
import { offerAction } from '#web/kit/rows-action.rules.ts';
import { useRowsAction } from '#web/kit/rows-action.tsx';
import { useDownload } from '#web/kit/use-download.ts';
import { useList } from '#web/kit/use-list.ts';
import { Age } from '#web/ui/age.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { BulkBar } from '#web/ui/bulk-bar.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import links from '#web/ui/link.module.css';
import { PageName } from './page-name.tsx';
import { type PagesScope, toListQuery } from './pages-scope.ts';

const DECISIONS = [
  { value: 'merge', label: 'Merged' },
  { value: 'drop', label: 'Dropped' },
];

const getName = ({ town, address }: PageDecision) => town || address;

/** Confirms undoing decisions. */
const useUndo = (select: (rows: readonly PageDecision[]) => void) =>
  useRowsAction<PageDecision, typeof pageDecisionsContract.decide>(pageDecisionsContract.decide, {
    noun: 'page',
    verb: 'Keep',
    done: 'kept',
    note: 'The next run includes it again. If you imported its redirect, remove it from the site.',
    getName,
    toInput: ({ project_id: id, row_key }) => ({ params: { id }, body: { row_key, decision: null } }),
    refresh: ['pageDecisions'],
    select,
  });

export function DecidedPages({ scope }: { scope: PagesScope }) {
  const list = useList(pageDecisionsContract.list, {
    sort: '-decided_at',
    sorts: ['decided_at', 'town', 'row'],
    filters: ['decision'],
    query: toListQuery(scope),
  });
  const { select, selected, total, isFiltered } = list;
  const undo = useUndo(select);
  return (
    <>
      {(total !== 0 || isFiltered) && <Downloads scope={scope} />}
      <ListBody
        list={list}
        noun="page"
        search="towns and URLs"
        filters={[{ filter: 'decision', label: 'Decision', any: 'Any decision', choices: DECISIONS }]}
        empty={{
          title: 'No merged or dropped pages',
          text: 'Merge or drop a weak page to see it here.',
        }}
        isSelecting={selected.length > 0}
      >
        {(rows) => (
          <DataTable
            label="Merged and dropped"
            rows={rows}
            columns={listColumns((page) => undo.ask([page]))}
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
        actions={offerAction(selected, {
          name: 'Keep…',
          icon: <Undo2 size={18} />,
          fits: ({ is_read_only: isReadOnly }) => !isReadOnly,
          ask: undo.ask,
        })}
      />
      {undo.dialog}
    </>
  );
}

const FORMATS = [
  { format: 'redirects', label: 'Redirects' },
  { format: 'redirection', label: 'For Redirection (WordPress)' },
  { format: 'dropped', label: 'Dropped pages' },
] as const;

function Downloads({ scope }: { scope: PagesScope }) {
  return (
    <>
      <Box component="p" c="var(--text2)" mb={8}>
        Delete these pages from the site, and import the redirects there. Runs leave them out of the files.
      </Box>
      <Flex wrap="wrap" gap={8} mb={12}>
        {FORMATS.map(({ format, label }) => (
          <DownloadButton key={format} scope={scope} format={format} label={label} />
        ))}
      </Flex>
    </>
  );
}

type Format = (typeof FORMATS)[number];

interface DownloadProps {
  scope: PagesScope;
  format: Format['format'];
  label: string;
}

function DownloadButton({ scope, format, label }: DownloadProps) {
  const { run, isRunning } = useDownload(
    {
      endpoint: pageDecisionsContract.export,
      input: { query: { ...scope, format } },
      name: `${format}.csv`,
    },
    'Couldn’t download the file.',
  );
  return (
    <Button
      size="xs"
      leftSection={<FileDown size={14} />}
      aria-busy={isRunning || undefined}
      onClick={() => void run()}
    >
      {label}
    </Button>
  );
}

const listColumns = (undo: (page: PageDecision) => void): Column<PageDecision>[] => [
  { key: 'town', head: 'Page', isSortable: true, render: (page) => <PageName page={page} /> },
  {
    key: 'decision',
    head: 'Decision',
    width: 224,
    render: ({ decision, is_applied: isApplied }) => (
      <Badge
        tone={isApplied ? 'sea' : 'plain'}
        detail={isApplied ? 'left out' : 'starting with the next run'}
      >
        {decision === 'merge' ? 'Merged' : 'Dropped'}
      </Badge>
    ),
  },
  {
    key: 'target',
    head: 'Redirects to',
    width: 180,
    render: ({ target }) =>
      target === null ? (
        '–'
      ) : target.is_missing ? (
        <Badge tone="ochre" detail="isn’t built any more, so there’s no redirect">
          {target.town || target.address}
        </Badge>
      ) : (
        <a className={links.link} href={target.address} target="_blank" rel="noreferrer">
          {target.town || target.address}
        </a>
      ),
  },
  {
    key: 'decided_at',
    head: 'Decided',
    align: 'right',
    width: 110,
    isSortable: true,
    render: ({ decided_at: decidedAt }) => <Age of={decidedAt} />,
  },
  {
    key: 'actions',
    head: '',
    width: 84,
    render: (page) =>
      page.is_read_only ? null : (
        <button
          type="button"
          className={links.link}
          aria-label={`Keep ${getName(page)}`}
          onClick={() => undo(page)}
        >
          Keep
        </button>
      ),
  },
];
