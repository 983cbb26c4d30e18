/** Invoices from Stripe, newest first. */
import { Box } from '@mantine/core';
import { Alert } from '#web/kit/alert.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { formatMoney } from '#web/ui/format-figure.ts';
import { formatDay } from '#web/ui/format-timestamp.ts';
import links from '#web/ui/link.module.css';
import type { BillingState } from './billing-state.ts';

type Invoice = NonNullable<BillingState['invoices']>[number];

const getInvoiceNumber = ({ number, id }: Invoice) => number ?? id;
/** `uncollectible` becomes `Uncollectible`. */
const getStatusLabel = ({ status }: Invoice) => status.slice(0, 1).toUpperCase() + status.slice(1);

const COLUMNS: readonly Column<Invoice>[] = [
  {
    key: 'number',
    head: 'Invoice',
    render: (invoice) =>
      invoice.url === null ? (
        getInvoiceNumber(invoice)
      ) : (
        <a className={links.link} href={invoice.url} target="_blank" rel="noreferrer">
          {getInvoiceNumber(invoice)}
        </a>
      ),
  },
  { key: 'created_at', head: 'Date', width: 140, render: ({ created_at }) => formatDay(created_at) },
  {
    key: 'status',
    head: 'Status',
    width: 140,
    render: (invoice) => (
      <Badge tone={invoice.status === 'paid' ? 'sea' : 'plain'}>{getStatusLabel(invoice)}</Badge>
    ),
  },
  {
    key: 'amount',
    head: 'Amount',
    align: 'right',
    width: 140,
    render: ({ amount, currency }) => formatMoney(amount, currency),
  },
];

const WORKSPACE: Column<Invoice> = {
  key: 'workspace',
  head: 'Workspace',
  width: 180,
  render: ({ workspace }) => workspace,
};

export function Invoices({ state: { invoices }, onRetry }: { state: BillingState; onRetry: () => void }) {
  if (invoices === null)
    return <Alert what="Stripe isn’t responding, so your invoices can’t be shown." onRetry={onRetry} />;
  if (invoices.length === 0)
    return (
      <Card title="Invoices">
        <Box component="p" c="var(--text3)" fz="small">
          No invoices yet.
        </Box>
      </Card>
    );
  const isFromSeveral = new Set(invoices.map(({ workspace_id: id }) => id)).size > 1;
  return (
    <Card title="Invoices" isFlush>
      <DataTable
        label="Invoices"
        rows={invoices}
        columns={isFromSeveral ? [...COLUMNS.slice(0, 1), WORKSPACE, ...COLUMNS.slice(1)] : COLUMNS}
        rowKey={({ id }) => id}
        rowName={getInvoiceNumber}
      />
    </Card>
  );
}
