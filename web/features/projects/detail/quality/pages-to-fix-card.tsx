/** Pages with something to fix, the weakest first; the server filters, searches and sorts them. */
import { Box, Flex } from '@mantine/core';
import { type FixKind, type PageToFix, type RunQuality } from '#contract/run-quality-shapes.ts';
import { QUALITY_TEXTS } from '#contract/quality-texts.ts';
import { ALIKE, THIN } from '#contract/quality-limits.ts';
import { qualityContract } from '#contract/quality.contract.ts';
import { DownloadCsv } from '#web/kit/download-csv.tsx';
import { ListBody } from '#web/kit/list-body.tsx';
import type { View } from '#web/kit/list-tools.tsx';
import { useList } from '#web/kit/use-list.ts';
import { Card } from '#web/ui/card.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';
import { trimOrigin } from '../../shared/project-report.rules.ts';
import { FixRow } from '../fix-row.tsx';
import { Score } from './page-score.tsx';
import { formatPercent } from './quality.rules.ts';

const KINDS: readonly { label: string; kind?: FixKind }[] = [
  { label: 'All' },
  { label: 'Too alike', kind: 'alike' },
  { label: 'Thin', kind: 'thin' },
  { label: 'Titles and headings', kind: 'head' },
  { label: 'Links', kind: 'links' },
];

/** Id of the card, to which groups lead. */
export const LIST_ID = 'pages-to-fix';

interface Props {
  projectId: number;
  runId: number;
  quality: RunQuality;
  /** Score at which a page isn't weak. */
  limit: number;
  onCompare: (page: PageToFix) => void;
}

export function PagesToFixCard({ projectId, runId, quality, limit, onCompare }: Props) {
  const params = { id: projectId, run: runId };
  const list = useList(qualityContract.pages, {
    params,
    sort: 'score',
    sorts: ['score', 'title', 'similarity', 'own_words', 'row'],
    filters: ['kind', 'group'],
  });
  const { kind, group } = list.query.filters;
  const views = KINDS.map(
    (each): View<'kind' | 'group'> => ({
      label: each.label,
      filter: 'kind',
      values: each.kind ? [each.kind] : [],
      count: quality.to_fix[each.kind ?? 'all'],
    }),
  );
  const query = {
    ...(kind[0] !== undefined && { kind: kind[0] as FixKind }),
    ...(group[0] !== undefined && { group: group[0] }),
  };
  return (
    <Card
      title="Pages to fix"
      id={LIST_ID}
      aside={
        <DownloadCsv
          endpoint={qualityContract.export}
          input={{ params, query }}
          name={`pages-to-fix-run-${runId}.csv`}
        />
      }
    >
      {group[0] !== undefined && (
        <GroupFilter group={quality.clusters[Number(group[0])]} onClear={() => list.setFilter('group', [])} />
      )}
      <ListBody
        list={list}
        noun="page"
        search="title or URL"
        views={views}
        empty={{
          title: 'Nothing to fix',
          text: 'No pages are too alike or thin, and none have problems in titles, headings or links.',
        }}
      >
        {(rows) => (
          <DataTable
            label="Pages to fix"
            isDense
            rows={rows}
            columns={listColumns({ projectId, limit, onCompare })}
            rowKey={({ id }) => id}
            rowName={({ id, title }) => title || `Row ${formatCount(id)}`}
            sort={list.query.sort}
            onSort={list.setSort}
          />
        )}
      </ListBody>
    </Card>
  );
}

function GroupFilter({
  group,
  onClear,
}: {
  group: RunQuality['clusters'][number] | undefined;
  onClear: () => void;
}) {
  const pages = group ? formatAmount(group.size, 'page') : 'No pages';
  return (
    <Flex align="center" gap={12} fz="small" c="var(--text2)">
      <span>
        Showing one group: {pages}
        {group?.near && ` around ${group.near}`}
      </span>
      <button type="button" className={links.link} onClick={onClear}>
        Show all pages
      </button>
    </Flex>
  );
}

const listColumns = ({
  projectId,
  limit,
  onCompare,
}: Pick<Props, 'projectId' | 'limit' | 'onCompare'>): Column<PageToFix>[] => [
  {
    key: 'title',
    head: 'Page',
    isSortable: true,
    render: ({ id, title, url }) => (
      <>
        <Box component="span" display="block" style={{ overflowWrap: 'anywhere' }}>
          {title || `Row ${formatCount(id)}`}
        </Box>
        <Box
          component="span"
          display="block"
          ff="monospace"
          fz="note"
          fw={400}
          c="var(--text3)"
          style={{ overflowWrap: 'anywhere' }}
        >
          {trimOrigin(url)}
        </Box>
      </>
    ),
  },
  {
    key: 'score',
    head: 'Score',
    align: 'right',
    width: 92,
    isSortable: true,
    render: ({ score }) => <Score score={score} limit={limit} />,
  },
  {
    key: 'similarity',
    head: 'Closest sibling',
    width: 220,
    isSortable: true,
    render: (page) =>
      page.closest ? <Sibling page={page} closest={page.closest} onCompare={onCompare} /> : '–',
  },
  {
    key: 'own_words',
    head: 'Own words',
    align: 'right',
    width: 110,
    isSortable: true,
    render: ({ own_words: own }) => formatCount(own),
  },
  {
    key: 'problems',
    head: 'What to fix',
    width: 220,
    render: (page) => (
      <Box component="span" c="var(--text2)" fz="small">
        {describeFixes(page)}
      </Box>
    ),
  },
  {
    key: 'fix',
    head: '',
    align: 'right',
    width: 110,
    render: ({ id }) => <FixRow projectId={projectId} row={id} isNumbered />,
  },
];

/** Words about the town below which there are almost none. */
const ALMOST_NONE = 10;

function describeFix(code: string, { closest, local_words: local, words }: PageToFix): string {
  if (code === 'few-local-words' && local !== null && local < THIN.localWords)
    return local < ALMOST_NONE ? 'Almost no local text' : `Only ${formatCount(local)} local words`;
  if (code === 'few-words') return `Only ${formatAmount(words, 'word')}`;
  if (code === 'alike' && closest)
    return closest.similarity >= ALIKE
      ? 'Too close to a sibling'
      : `Shares ${formatPercent(closest.similarity)} with a sibling`;
  return QUALITY_TEXTS[code] ?? code;
}

/** The two problems that cost most. */
function describeFixes(page: PageToFix): string {
  const texts = page.problems.slice(0, 2).map((code) => describeFix(code, page));
  return (
    texts
      .map((text, index) => (index === 0 ? text : text.charAt(0).toLowerCase() + text.slice(1)))
      .join(', ') || '–'
  );
}

interface SiblingProps {
  page: PageToFix;
  closest: NonNullable<PageToFix['closest']>;
  onCompare: Props['onCompare'];
}

/** Similarity with the closest sibling, whose name opens both side by side. */
function Sibling({ page, closest: { similarity, title, row }, onCompare }: SiblingProps) {
  const name = title || `row ${formatCount(row)}`;
  return (
    <Flex component="span" gap={10} align="baseline">
      <span>{formatPercent(similarity)}</span>
      <button
        type="button"
        className={links.link}
        data-quiet
        aria-label={`Compare with ${name}`}
        onClick={() => onCompare(page)}
      >
        {name}
      </button>
    </Flex>
  );
}
