/** `/payment`: the plan that holds, what of it is used, the plans to choose from, and the invoices. */
import { Stack } from '@mantine/core';
import { billingContract } from '#contract/billing.contract.ts';
import { useCall } from '#web/client/use-call.ts';
import { Alert } from '#web/kit/alert.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';
import type { BillingState } from './billing-state.ts';
import { CheckoutResult } from './checkout-result.tsx';
import { CurrentPlan } from './current-plan.tsx';
import { Invoices } from './invoices.tsx';
import { PlanChoice } from './plan-choice.tsx';
import { UsageCard } from './usage-card.tsx';

export function PaymentPage() {
  const { data, error, refetch } = useCall(billingContract.show);
  return (
    <>
      <PageHead title="Payment" facts="Your plan, usage and invoices." />
      <Stack gap={16}>
        <CheckoutResult />
        {error && <Alert what="Your plan could not be loaded." error={error} onRetry={refetch} />}
        {!data && !error && <SkeletonRows label="Loading your plan" />}
        {data && <Notes state={data} />}
        {data && <CurrentPlan state={data} />}
        {data && <UsageCard state={data} />}
        {data?.is_open && data.may_pay && <PlanChoice state={data} />}
        {data?.is_open && data.may_pay && <Invoices state={data} onRetry={refetch} />}
      </Stack>
    </>
  );
}

/** What explains why something is missing, or is not real. */
function Notes({ state }: { state: BillingState }) {
  if (!state.is_open)
    return <Alert tone="note" what="Payments are not set up on this server, and nothing is limited." />;
  return (
    <>
      {state.is_simulated && <Alert tone="note" what="Payments are simulated: no card is charged." />}
      {state.is_exempt && <Alert tone="note" what="Your account is exempt from payment and has no limits." />}
      {!state.may_pay && <Alert tone="note" what="The main admin of your agency pays for its plan." />}
    </>
  );
}
