/** Number of generated pages with and without impressions. */
import { useCall } from '#web/client/use-call.ts';
import { reportingContract } from '#contract/reporting.contract.ts';
import { Alert } from '#web/kit/alert.tsx';
import { formatMetric } from '#web/kit/search-metrics.rules.ts';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import { KeyFigures } from '#web/ui/key-figures.tsx';
import links from '#web/ui/link.module.css';
import type { Report } from './use-report.ts';

export function Coverage({ report: { scope, set } }: { report: Report }) {
  const { data, error, refetch } = useCall(reportingContract.coverage, { query: scope });
  if (error) return <Alert what="Couldn’t count the generated pages." error={error} onRetry={refetch} />;
  if (!data || data.pages === 0) return null;
  const { pages, earning, inspected, indexed, totals } = data;
  const show = (filter: { earning: 'yes' | 'no' } | { index: 'not_indexed' }, text: string) => (
    <button type="button" className={links.link} onClick={() => set({ by: 'town', ...filter })}>
      {text}
    </button>
  );
  return (
    <KeyFigures
      label="Generated pages"
      figures={[
        { label: 'Generated pages', value: formatCount(pages), note: 'of the current runs' },
        {
          label: 'With impressions',
          value: formatCount(earning),
          note: earning > 0 ? show({ earning: 'yes' }, 'Show them') : 'none in this period',
        },
        {
          label: 'Without impressions',
          value: formatCount(pages - earning),
          note:
            pages > earning ? show({ earning: 'no' }, 'Show rows to improve') : 'every page has impressions',
        },
        ...(inspected > 0
          ? [
              {
                label: 'Indexed by Google',
                value: formatCount(indexed),
                note:
                  inspected > indexed
                    ? show({ index: 'not_indexed' }, `Show ${formatCount(inspected - indexed)} not indexed`)
                    : `of ${formatAmount(inspected, 'inspected page')}`,
              },
            ]
          : []),
        {
          label: 'Their clicks',
          value: formatMetric('clicks', totals.clicks),
          note: `of ${formatAmount(totals.impressions, 'impression')}`,
        },
      ]}
    />
  );
}
