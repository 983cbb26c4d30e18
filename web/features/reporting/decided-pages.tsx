/** Merged and dropped pages: undoes decisions, and downloads redirects. */
import { Box, Button, Flex } from '@mantine/core';
import { FileDown, Undo2 } from 'lucide-react';
import { type PageDecision, pageDecisionsContract } from '#contract/page-decisions.contract.ts';
import { useCall } from '#web/client/use-call.ts';
import { useDownload } from '#web/kit/use-download.ts';
import { useList } from '#web/kit/use-list.ts';
import { Age } from '#web/ui/age.tsx';
import { Badge } from '#web/ui/badge.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import links from '#web/ui/link.module.css';
import { DecisionButton, DecisionTable, useDecision } from './decision-table.tsx';
import { PageName } from './page-name.tsx';
import { type PagesScope, toListQuery } from './pages-scope.ts';

const DECISIONS = [
  { value: 'merge', label: 'Merged' },
  { value: 'drop', label: 'Dropped' },
  { value: 'keep', label: 'Kept' },
];

const AGAIN = 'Runs keep leaving it out.';

export function DecidedPages({ scope }: { scope: PagesScope }) {
  const list = useList(pageDecisionsContract.list, {
    sort: '-decided_at',
    sorts: ['decided_at', 'town', 'row'],
    filters: ['decision'],
    query: toListQuery(scope),
  });
  const { select } = list;
  const actions = {
    keep: useDecision(
      'keep',
      'The next run includes it again. If you imported its redirect, remove it from the site.',
      select,
    ),
    merge: useDecision('merge', AGAIN, select),
    drop: useDecision('drop', AGAIN, select),
  };
  const fits = ({ is_read_only: isReadOnly, decision }: PageDecision) => !isReadOnly && decision !== 'keep';
  return (
    <>
      <Downloads scope={scope} />
      <DecisionTable
        list={list}
        label="Merged and dropped"
        columns={listColumns(actions)}
        filters={[{ filter: 'decision', label: 'Decision', any: 'Any decision', choices: DECISIONS }]}
        empty={{
          title: 'No merged or dropped pages',
          text: 'Merge or drop a weak page to see it here.',
        }}
        bulk={[{ decision: 'keep', icon: <Undo2 size={18} />, fits, action: actions.keep }]}
      />
      {actions.keep.dialog}
      {actions.merge.dialog}
      {actions.drop.dialog}
    </>
  );
}

const FORMATS = [
  { format: 'redirects', label: 'Redirects' },
  { format: 'redirection', label: 'For Redirection (WordPress)' },
  { format: 'dropped', label: 'Dropped pages' },
] as const;

/** Downloads that have lines. */
function Downloads({ scope }: { scope: PagesScope }) {
  const { data: counts } = useCall(pageDecisionsContract.downloads, { query: scope });
  const formats = FORMATS.filter(({ format }) => counts && counts[format] > 0);
  if (formats.length === 0) return null;
  return (
    <>
      <Box component="p" c="var(--text2)" mb={8}>
        Delete these pages from the site, and import the redirects there. Runs leave them out of the files.
      </Box>
      <Flex wrap="wrap" gap={8} mb={12}>
        {formats.map(({ format, label }) => (
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

type Actions = Record<PageDecision['decision'], ReturnType<typeof useDecision<PageDecision>>>;

const NAMES = { merge: 'Merged', drop: 'Dropped', keep: 'Kept' } as const;

const listColumns = (actions: Actions): Column<PageDecision>[] => [
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
        {NAMES[decision]}
      </Badge>
    ),
  },
  {
    key: 'target',
    head: 'Redirects to',
    width: 180,
    render: ({ target, decision }) =>
      target === null || decision === 'keep' ? (
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
    width: 112,
    render: (page) => <PageActions page={page} actions={actions} />,
  },
];

function PageActions({ page, actions }: { page: PageDecision; actions: Actions }) {
  const { is_read_only: isReadOnly, decision, target } = page;
  if (isReadOnly) return null;
  const again = target && !target.is_missing ? (['merge', 'drop'] as const) : (['drop'] as const);
  return (
    <Flex gap={16}>
      {(decision === 'keep' ? again : (['keep'] as const)).map((each) => (
        <DecisionButton key={each} page={page} decision={each} action={actions[each]} />
      ))}
    </Flex>
  );
}
