/** Share of indexed pages by quality: only pages that Google inspected count. */
import { Box, Text } from '@mantine/core';
import { Link } from 'react-router';
import { type IndexShares as Shares, reportingContract } from '#contract/reporting.contract.ts';
import { useCall } from '#web/client/use-call.ts';
import { Alert } from '#web/kit/alert.tsx';
import { ChartCard } from '#web/kit/chart-card.tsx';
import { Card } from '#web/ui/card.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';
import classes from './index-shares.module.css';
import type { PagesScope } from './pages-scope.ts';

const TITLE = 'Indexed pages by quality';

type Band = Shares['bands'][number];

const toShare = ({ inspected, indexed }: Band) => (inspected === 0 ? undefined : indexed / inspected);
const formatShare = (band: Band) => {
  const share = toShare(band);
  return share === undefined ? '–' : `${Math.round(share * 100)}%`;
};
const nameBand = ({ from, to }: Band) => `${from} to ${to}`;

const countColumn = (key: 'pages' | 'inspected' | 'indexed', head: string): Column<Band> => ({
  key,
  head,
  align: 'right',
  width: 100,
  render: (band) => formatCount(band[key]),
});
const COLUMNS: readonly Column<Band>[] = [
  { key: 'score', head: 'Quality', render: nameBand },
  countColumn('pages', 'Pages'),
  countColumn('inspected', 'Inspected'),
  countColumn('indexed', 'Indexed'),
  { key: 'share', head: 'Share', align: 'right', width: 80, render: formatShare },
];

export function IndexShares({ scope }: { scope: PagesScope }) {
  const { data, error, refetch } = useCall(reportingContract.indexShares, { query: scope });
  if (error) return <Alert what="Couldn’t count the indexed pages." error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows label="Loading the indexed pages" />;
  if (data.inspected === 0) return <Nothing pages={data.pages} />;
  const { bands } = data;
  const table = {
    rows: bands,
    columns: COLUMNS,
    rowKey: ({ from }: Band) => from,
    rowName: nameBand,
  };
  return (
    <ChartCard title={TITLE} table={table}>
      <p>{summarize(data)}</p>
      <div
        role="img"
        aria-label={bands
          .map((band) => `Quality ${nameBand(band)}: ${formatShare(band)} of ${formatCount(band.inspected)}`)
          .join(', ')}
        className={classes.chart}
      >
        {bands.map((band) => (
          <div key={band.from} className={classes.band} aria-hidden="true">
            <div className={classes.plot}>
              <strong>{formatShare(band)}</strong>
              <div className={classes.bar} style={{ height: `${(toShare(band) ?? 0) * 100}%` }} />
            </div>
            <span>
              {band.from}–{band.to}
            </span>
            <Text span c="var(--text3)" fz="xs">
              of {formatCount(band.inspected)}
            </Text>
          </div>
        ))}
      </div>
      <Text c="var(--text3)" fz="small" mt={8}>
        Quality of the page, and the share of inspected pages that are in Google’s index
      </Text>
    </ChartCard>
  );
}

function summarize({ pages, inspected, indexed }: Shares): string {
  const waiting = pages - inspected;
  const found = `${formatCount(indexed)} of ${formatAmount(inspected, 'inspected page')} ${indexed === 1 ? 'is' : 'are'} indexed.`;
  if (waiting === 0) return found;
  return `${found} ${formatAmount(waiting, 'page')} ${waiting === 1 ? 'is' : 'are'} waiting for inspection.`;
}

function Nothing({ pages }: { pages: number }) {
  return (
    <Card title={TITLE}>
      <Box component="p" c="var(--text2)">
        {pages === 0 ? (
          'After a project completes a run, this shows which of its pages Google has indexed.'
        ) : (
          <>
            {pages === 1 ? 'The page hasn’t' : `None of the ${formatCount(pages)} pages has`} been inspected
            yet. With Search Console connected, Google is asked about up to 2,000 pages a day.{' '}
            <Link className={links.link} to="/integrations">
              Check the connection
            </Link>
          </>
        )}
      </Box>
    </Card>
  );
}
