/** `/payment`: current plan, other paid plans, usage, plans to choose from, invoices. */
import { Stack } from '@mantine/core';
import { billingContract } from '#contract/billing.contract.ts';
import { useCall } from '#web/client/use-call.ts';
import { Alert } from '#web/kit/alert.tsx';
import { formatDay } from '#web/ui/format-timestamp.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';
import type { BillingState } from './billing-state.ts';
import { CheckoutResult } from './checkout-result.tsx';
import { CurrentPlan, OtherPlans } from './current-plan.tsx';
import { Invoices } from './invoices.tsx';
import { MoveQuestion } from './move-question.tsx';
import { PlanChoice } from './plan-choice.tsx';
import { isLive } from './plan.rules.ts';
import { UsageCard } from './usage-card.tsx';

export function PaymentPage() {
  const { data, error, refetch } = useCall(billingContract.show);
  return (
    <>
      <PageHead title="Payment" facts="Your plan, usage and invoices." />
      <Stack gap={16}>
        <CheckoutResult />
        {error && <Alert what="Couldn’t load your plan." error={error} onRetry={refetch} />}
        {!data && !error && <SkeletonRows label="Loading your plan" />}
        {data && <Notes state={data} />}
        {data?.move && <MoveQuestion move={data.move} />}
        {data && <CurrentPlan state={data} />}
        {data && <OtherPlans state={data} />}
        {data && <UsageCard state={data} />}
        {data?.is_open && data.may_pay && <PlanChoice state={data} />}
        {data?.is_open && (data.may_pay || hasPaid(data)) && <Invoices state={data} onRetry={refetch} />}
      </Stack>
    </>
  );
}

const hasPaid = ({ paid_plans: paid, invoices }: BillingState) => paid.length > 0 || invoices?.length !== 0;

/** Notes on missing or simulated payments, and on the payer. */
function Notes({ state }: { state: BillingState }) {
  const { subscription, may_pay: mayPay } = state;
  if (!state.is_open)
    return <Alert tone="note" what="Payments aren’t set up on this server, so there are no limits." />;
  return (
    <>
      {state.is_simulated && <Alert tone="note" what="Payments are simulated: no card is charged." />}
      {state.is_exempt && <Alert tone="note" what="Your account is exempt from payment and has no limits." />}
      {!mayPay && !subscription?.is_mine && (
        <Alert tone="note" what="The main admin of your agency pays for its plan." />
      )}
      {mayPay && subscription && isLive(subscription) && !subscription.is_mine && (
        <Alert
          tone="note"
          what={`${subscription.payer ?? 'The former main admin'} has paid for this plan until ${formatDay(subscription.current_period_end)}.`}
        >
          {state.paid_plans.some((plan) => plan.workspace_id === state.workspace_id)
            ? 'Your own plan starts then.'
            : 'It ends then. Choose a plan below to continue after that; your card won’t be charged before that day.'}
        </Alert>
      )}
    </>
  );
}
