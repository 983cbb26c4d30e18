/** `/stripe/all-subscriptions`: payer, plan, renewal and amount of each subscription, and failed payments. */
import { Box, Button, Menu } from '@mantine/core';
import { Ban } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { billingContract } from '#contract/billing.contract.ts';
import { type soldSubscription, SUBSCRIPTION_STATUSES } from '#contract/billing-shapes.ts';
import { useCall } from '#web/client/use-call.ts';
import { Alert } from '#web/kit/alert.tsx';
import type { CsvColumn } from '#web/kit/csv.ts';
import { ListPage } from '#web/kit/list-page.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { useList } from '#web/kit/use-list.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { formatCount, formatMoney } from '#web/ui/format-figure.ts';
import { formatDay } from '#web/ui/format-timestamp.ts';
import { KeyFigures } from '#web/ui/key-figures.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import links from '#web/ui/link.module.css';
import { describePrice, isLive } from './plan.rules.ts';
import { getStatusLabel, STATUSES, SubscriptionBadge } from '#web/kit/subscription-badge.tsx';

type Sold = z.output<typeof soldSubscription>;

const FAILED: readonly Sold['status'][] = ['past_due', 'unpaid'];
const INTERVALS = [
  { value: 'month', label: 'Monthly' },
  { value: 'year', label: 'Yearly' },
];

const getPayerName = ({ user, workspace }: Sold) => user ?? workspace;

const COLUMNS: readonly Column<Sold>[] = [
  { key: 'payer', head: 'Payer', render: (sold) => <Payer sold={sold} /> },
  { key: 'name', head: 'Plan', width: 150, render: ({ name }) => <Badge tone="outline">{name}</Badge> },
  {
    key: 'status',
    head: 'Status',
    isSortable: true,
    width: 190,
    render: (sold) => <SubscriptionBadge of={sold} />,
  },
  {
    key: 'current_period_end',
    head: 'Renews on',
    isSortable: true,
    width: 160,
    render: (sold) => describeRenewal(sold),
  },
  { key: 'amount', head: 'Amount', align: 'right', isSortable: true, width: 150, render: describePrice },
];

const CSV: readonly CsvColumn<Sold>[] = [
  ['Payer', getPayerName],
  ['Email', ({ email }) => email ?? ''],
  ['Workspace', ({ workspace }) => workspace],
  ['Plan', ({ name }) => name],
  ['Status', getStatusLabel],
  ['Renews on', (sold) => (isRenewing(sold) ? sold.current_period_end : '')],
  ['Amount', ({ amount, currency }) => formatMoney(amount, currency)],
  ['Interval', ({ interval }) => interval],
  ['Subscription', ({ subscription_id: id }) => id],
  ['Added', ({ created_at }) => created_at],
];

const isRenewing = (sold: Sold) => isLive(sold) && !sold.cancel_at_period_end;

function describeRenewal(sold: Sold): string {
  if (!isLive(sold)) return '–';
  const day = formatDay(sold.current_period_end);
  return sold.cancel_at_period_end ? `Ends ${day}` : day;
}

export function SubscriptionsPage() {
  const [asked, setAsked] = useState<Sold>();
  const [isOpened, setOpened] = useState(false);
  const list = useList(billingContract.subscriptions, {
    sort: '-created_at',
    sorts: ['current_period_end', 'amount', 'status'],
    filters: ['status', 'interval', 'product_id'],
  });
  const { data: figures, error, refetch } = useCall(billingContract.figures);
  const { data: products = [] } = useCall(billingContract.products);
  const sold = figures && figures.active + figures.past_due > 0;
  return (
    <>
      <ListPage
        list={list}
        title="All Subscriptions"
        noun="subscription"
        empty={{
          title: 'No subscriptions yet',
          text: 'Subscriptions appear here once someone subscribes.',
          action: <ToProducts />,
        }}
        action={<ToProducts />}
        summary={
          <>
            {error && <Alert what="Couldn’t load the figures." error={error} onRetry={refetch} />}
            {sold && <Figures figures={figures} />}
          </>
        }
        search="payer"
        views={[
          { label: 'All', filter: 'status', values: [] },
          { label: 'Active', filter: 'status', values: ['active', 'trialing'], count: figures?.active },
          { label: 'Failed payments', filter: 'status', values: FAILED, count: figures?.past_due },
        ]}
        filters={[
          {
            filter: 'status',
            label: 'Status',
            any: 'Any status',
            choices: SUBSCRIPTION_STATUSES.map((value) => ({ value, label: STATUSES[value][0] })),
          },
          { filter: 'interval', label: 'Interval', any: 'Any interval', choices: INTERVALS },
          {
            filter: 'product_id',
            label: 'Plan',
            any: 'Any plan',
            choices: products.map(({ stripeId, name }) => ({ value: stripeId, label: name })),
          },
        ]}
        columns={COLUMNS}
        rowName={getPayerName}
        menu={(row) =>
          showMenu(row, () => {
            setAsked(row);
            setOpened(true);
          })
        }
        csv={CSV}
      />
      {asked && <CancelDialog sold={asked} isOpened={isOpened} onClose={() => setOpened(false)} />}
    </>
  );
}

const showMenu = (sold: Sold, onCancel: () => void) => (
  <RowMenu label={`Actions for the ${sold.name} plan of ${getPayerName(sold)}`}>
    <Menu.Item data-danger disabled={!isRenewing(sold)} leftSection={<Ban size={16} />} onClick={onCancel}>
      {isRenewing(sold) ? 'Cancel subscription…' : isLive(sold) ? 'Already canceled' : 'Ended'}
    </Menu.Item>
  </RowMenu>
);

function CancelDialog({ sold, isOpened, onClose }: { sold: Sold; isOpened: boolean; onClose: () => void }) {
  const { run, isBusy } = useAction(billingContract.cancelFor, {
    refresh: ['billing', 'users', 'auditLog'],
    success: 'The subscription was canceled.',
    failure: 'Couldn’t cancel the subscription.',
  });
  return (
    <ConfirmDialog
      isOpened={isOpened}
      isDanger
      isBusy={isBusy}
      message={`Cancel the ${sold.name} plan of ${getPayerName(sold)} (${sold.workspace})? It stays active until ${formatDay(sold.current_period_end)}. The payer will be notified, and the audit log shows your name.`}
      onYes={() => void run({ body: { id: sold.id } }).then(onClose)}
      onNo={onClose}
    />
  );
}

function ToProducts() {
  return (
    <Button component={Link} to="/stripe/products">
      Products
    </Button>
  );
}

function Payer({ sold }: { sold: Sold }) {
  const name = getPayerName(sold);
  return (
    <Box component="span" display="grid" style={{ justifyItems: 'start' }}>
      {sold.email === null ? (
        <Box component="span" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Box>
      ) : (
        <Link
          className={links.link}
          data-quiet
          to={`/stripe/all-users?search=${encodeURIComponent(sold.email)}`}
        >
          {name}
        </Link>
      )}
      {sold.workspace !== name && (
        <Box component="span" c="var(--text3)" fz="small">
          {sold.workspace}
        </Box>
      )}
    </Box>
  );
}

interface FiguresProps {
  figures: {
    active: number;
    past_due: number;
    ending: number;
    revenue: readonly { currency: string; monthly_amount: number; ending_amount: number }[];
  };
}

function describeEnding(active: number, ending: number): string {
  if (ending === 0) return 'none is set to end';
  if (active === 1) return 'it ends after its current period';
  return `${formatCount(ending)} of these ${ending === 1 ? 'ends' : 'end'} after the current period`;
}

function Figures({ figures: { active, past_due, ending, revenue } }: FiguresProps) {
  return (
    <KeyFigures
      label="Figures"
      figures={[
        ...revenue.map(({ currency, monthly_amount: amount, ending_amount: lost }) => ({
          label: revenue.length > 1 ? `Monthly revenue, ${currency.toUpperCase()}` : 'Monthly revenue',
          value: formatMoney(amount, currency),
          note:
            lost === 0
              ? 'yearly plans count as one-twelfth'
              : `${formatMoney(lost, currency)} of this is ending; yearly plans count as one-twelfth`,
        })),
        { label: 'Active', value: formatCount(active), note: describeEnding(active, ending) },
        { label: 'Failed payments', value: formatCount(past_due), note: 'Stripe retries them' },
      ]}
    />
  );
}
