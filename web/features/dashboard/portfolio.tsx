/** Domains with the most clicks in the last 28 days, and the change; hidden until there are figures. */
import { Link } from 'react-router';
import type { PortfolioRow } from '#contract/reporting.contract.ts';
import { MAX_TOP_DOMAINS, useTopDomains } from '#web/kit/use-top-domains.ts';
import { Card } from '#web/ui/card.tsx';
import { ChangeMark } from '#web/ui/change-mark.tsx';
import { Counted } from '#web/ui/counted.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { formatCount } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';
import { Sparkline } from '#web/ui/sparkline.tsx';

const PERCENT = 100;

const COLUMNS: readonly Column<PortfolioRow>[] = [
  {
    key: 'name',
    head: 'Domain',
    render: ({ id, name }) => (
      <Link className={links.link} to={`/domains/${id}`}>
        {name}
      </Link>
    ),
  },
  {
    key: 'series',
    head: '28 days',
    width: 104,
    isWideOnly: true,
    render: ({ series }) => <Sparkline values={series} />,
  },
  {
    key: 'clicks',
    head: 'Clicks',
    align: 'right',
    width: 90,
    render: ({ clicks }) => <Counted count={clicks} noun="click" />,
  },
  { key: 'change', head: 'Change', align: 'right', width: 100, render: renderChange },
];

function renderChange({ change }: PortfolioRow) {
  if (change === null) return '–';
  const text = `${Math.abs(change * PERCENT).toFixed(1)}%`;
  if (text === '0.0%') return text;
  return <ChangeMark isBetter={change > 0}>{text}</ChangeMark>;
}

/** Domains with figures. */
export function usePortfolio() {
  const { data, meta, error } = useTopDomains();
  return {
    domains: data?.filter(({ series }) => series.length > 0) ?? [],
    meta,
    isKnown: data !== undefined || error !== undefined,
  };
}

export function Portfolio() {
  const { domains, meta } = usePortfolio();
  if (domains.length === 0) return null;
  return (
    <Card
      title="Clicks from search"
      isFlush
      aside={
        <Link className={links.link} to="/reporting?period=28d">
          {meta && meta.total > MAX_TOP_DOMAINS ? `All ${formatCount(meta.total)} domains` : 'Reporting'}
        </Link>
      }
    >
      <DataTable
        label="Clicks from search"
        rows={domains}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
      />
    </Card>
  );
}
