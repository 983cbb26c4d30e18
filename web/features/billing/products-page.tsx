/**
 * `/stripe/products`: all plans with prices and limits, including archived ones; each can be renamed in
 * place.
 */
import { Button, Group, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { billingContract } from '#contract/billing.contract.ts';
import type { Plan } from '#contract/billing-shapes.ts';
import { useCall } from '#web/client/use-call.ts';
import { Alert } from '#web/kit/alert.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatAmount } from '#web/ui/format-figure.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';
import { describePrice, listLimits } from './plan.rules.ts';
import { ProductName } from './product-name.tsx';

const COLUMNS: readonly Column<Plan>[] = [
  { key: 'name', head: 'Name', render: (plan) => <ProductName plan={plan} /> },
  {
    key: 'prices',
    head: 'Prices',
    width: 170,
    render: ({ prices }) =>
      prices.length === 0 ? (
        '–'
      ) : (
        <Stack component="ul" gap={2}>
          {prices
            .toSorted((a, b) => a.amount - b.amount)
            .map((price) => (
              <li key={price.interval}>{describePrice(price)}</li>
            ))}
        </Stack>
      ),
  },
  {
    key: 'limits',
    head: 'Limits',
    width: 220,
    render: ({ limits }) => (
      <Stack component="ul" gap={2}>
        {listLimits(limits).map((limit) => (
          <li key={limit}>{limit}</li>
        ))}
      </Stack>
    ),
  },
  {
    key: 'state',
    head: 'Status',
    width: 170,
    render: ({ is_active: isActive, is_private: isPrivate }) => (
      <Group gap={6}>
        <Badge tone={isActive ? 'sea' : 'plain'}>{isActive ? 'Active' : 'Archived'}</Badge>
        {isPrivate && <Badge tone="outline">Private</Badge>}
      </Group>
    ),
  },
];

export function ProductsPage() {
  const { data, error, loadedAt, refetch } = useCall(billingContract.products);
  return (
    <>
      <PageHead
        title="Products"
        facts={data && describeTotal(data)}
        actions={
          <Button component={Link} to="/stripe/all-subscriptions">
            All subscriptions
          </Button>
        }
      />
      {error && (
        <Alert
          what="Couldn’t load the products."
          error={error}
          rowsFrom={data && loadedAt}
          onRetry={refetch}
        />
      )}
      {!data && !error && <SkeletonRows label="Loading the products" />}
      {data?.length === 0 && <NoProducts />}
      {data && data.length > 0 && (
        <DataTable
          label="Products"
          rows={data}
          columns={COLUMNS}
          rowKey={({ stripeId }) => stripeId}
          rowName={({ name }) => name}
        />
      )}
    </>
  );
}

function NoProducts() {
  const { data: billing, error } = useCall(billingContract.show);
  if (!billing && !error) return null;
  return (
    <EmptyState title="No products yet">
      {billing?.is_open === false
        ? 'Payments aren’t set up on this server, so every account is unlimited.'
        : 'Create products with their limits in the Stripe dashboard, and they appear here.'}
    </EmptyState>
  );
}

function describeTotal(plans: readonly Plan[]): string {
  const archived = plans.filter((plan) => !plan.is_active).length;
  const total = formatAmount(plans.length, 'product');
  return archived === 0 ? total : `${total}, ${archived} archived`;
}
