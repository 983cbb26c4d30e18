/** Usage of the plan's limits; existing objects stay usable over a limit. */
import { Box } from '@mantine/core';
import { LIMIT_NAMES, type LimitName } from '#contract/billing-shapes.ts';
import { Card } from '#web/ui/card.tsx';
import { formatCount } from '#web/ui/format-figure.ts';
import { formatZonedTimestamp } from '#web/ui/format-timestamp.ts';
import type { BillingState } from './billing-state.ts';
import classes from './billing.module.css';

const LABELS: Readonly<Record<LimitName, string>> = {
  domains: 'Domains',
  projects: 'Projects',
  pages_month: 'Pages this month',
  members: 'Members',
};
const NEAR = 0.8;

export function UsageCard({ state: { usage, usage_resets_at: resetsAt } }: { state: BillingState }) {
  return (
    <Card title="Usage" aside={`Pages reset ${formatZonedTimestamp(resetsAt)}`}>
      <ul className={classes.usage}>
        {LIMIT_NAMES.map((name) => (
          <li key={name}>
            <Meter label={LABELS[name]} {...usage[name]} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Meter({ label, used, limit }: { label: string; used: number; limit: number }) {
  const share = limit <= 0 ? Number(limit === 0) : Math.min(1, used / limit);
  const level = share >= 1 ? 'full' : share >= NEAR ? 'near' : 'low';
  return (
    <>
      <Box component="span" c="var(--text3)" fz="small">
        {label}
      </Box>
      <strong>
        {formatCount(used)}{' '}
        <Box component="span" c="var(--text3)" fz="small">
          {limit === -1 ? '(no limit)' : `of ${formatCount(limit)}`}
        </Box>
      </strong>
      <span className={classes.meter} data-level={level} aria-hidden="true">
        <span style={{ width: `${Math.round(share * 100)}%` }} />
      </span>
    </>
  );
}
