/** Amount and date of the next invoice; hidden for users who don't pay. */
import { Box } from '@mantine/core';
import { Link } from 'react-router';
import { accountContract } from '#contract/account.contract.ts';
import { useCall } from '#web/client/use-call.ts';
import { Card } from '#web/ui/card.tsx';
import { formatMoney } from '#web/ui/format-figure.ts';
import { formatDay } from '#web/ui/format-timestamp.ts';
import links from '#web/ui/link.module.css';

export function NextInvoice() {
  const { data } = useCall(accountContract.userData, undefined, { isFinal: true });
  const invoice = data?.next_invoice;
  if (!invoice) return null;
  const payment = (
    <Link className={links.link} to="/payment">
      Payment
    </Link>
  );
  return (
    <Card title="Next invoice" aside={payment}>
      <Box component="p" fz={20} fw={600} lh="28px">
        {formatMoney(invoice.amount, invoice.currency)}
      </Box>
      <Box component="p" c="var(--text3)" fz="small">
        {invoice.plan} plan, on {formatDay(invoice.date)}
      </Box>
    </Card>
  );
}
