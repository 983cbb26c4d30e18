/** `/payment`: current plan, other paid plans, usage, plans to choose from, invoices. */
import { Box, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { billingContract } from '#contract/billing.contract.ts';
import type { CallInput } from '#contract/endpoint.ts';
import { LIMIT_NAMES, type LimitName } from '#contract/billing-shapes.ts';
import { useCall, useSend } from '#web/client/use-call.ts';
import { LoadState } from '#web/kit/load-state.tsx';
import { Alert } from '#web/kit/alert.tsx';
import { formatDay, formatZonedTimestamp } from '#web/ui/format-timestamp.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import type { ApiError } from '#web/client/call.ts';
import { showToast } from '#web/ui/toast.tsx';
import { ActionButton } from '#web/kit/action-button.tsx';
import { OwnerOnly } from '#web/kit/owner-only.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { Card } from '#web/ui/card.tsx';
import { formatCount } from '#web/ui/format-figure.ts';
import type { BillingState } from './billing-state.ts';
import { CurrentPlan, OtherPlans } from './current-plan.tsx';
import { Invoices } from './invoices.tsx';
import { PlanChoice } from './plan-choice.tsx';
import { describePrice, isLive } from './plan.rules.ts';
import classes from './billing.module.css';

export function PaymentPage() {
  const { data, error, refetch } = useCall(billingContract.show);
  return (
    <>
      <PageHead title="Payment" facts="Your plan, usage and invoices." />
      <Stack gap={16}>
        <CheckoutResult />
        <LoadState call={{ data, error, refetch }} what="your plan" />
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

/** Return from Stripe's checkout: confirms the payment with the server. */
function CheckoutResult() {
  const [address] = useSearchParams();
  const subscriptionId = address.get('subscription_id');
  const productId = address.get('product_id');
  const [attempt, setAttempt] = useState(1);
  if (subscriptionId === null || productId === null) return null;
  const claim = { subscription_id: subscriptionId, product_id: productId };
  return <Confirming key={attempt} {...claim} onRetry={() => setAttempt(attempt + 1)} />;
}

type Claim = CallInput<(typeof billingContract)['confirm']>['body'];

function Confirming({ subscription_id, product_id, onRetry }: Claim & { onRetry: () => void }) {
  const navigate = useNavigate();
  const [confirm] = useSend(billingContract.confirm, { refresh: ['billing'] });
  const [error, setError] = useState<ApiError>();
  useEffect(() => {
    confirm({ body: { subscription_id, product_id } }).then(
      ({ data }) => {
        showToast({ kind: 'success', text: `Your ${data.name} plan is active.` });
        // A reload doesn't confirm again.
        void navigate('/payment', { replace: true });
      },
      (failure: unknown) => setError(failure as ApiError),
    );
  }, [confirm, navigate, subscription_id, product_id]);
  return error === undefined ? (
    <Alert tone="note" what="Checking your payment with Stripe..." />
  ) : (
    <Alert what="Couldn’t confirm your payment." error={error} onRetry={onRetry} />
  );
}

/** Asks a main admin once whether their personal plan moves to the agency. */
function MoveQuestion({ move: { plan, agency } }: { move: NonNullable<BillingState['move']> }) {
  const shared = { refresh: ['billing'], failure: 'Couldn’t save your answer.' };
  const move = useAction(billingContract.movePlan, {
    ...shared,
    success: `Your ${plan.name} plan is now the plan of ${agency}.`,
  });
  const keep = useAction(billingContract.movePlan, {
    ...shared,
    success: `Your ${plan.name} plan stays in your personal workspace.`,
  });
  const { subscription_id } = plan;
  const isBusy = move.isBusy || keep.isBusy;
  return (
    <Card title={`Move your ${plan.name} plan to ${agency}?`}>
      <Text>
        You pay {describePrice(plan)} for it in your personal workspace, and you are now the main admin of{' '}
        {agency}. Until you answer, it works in both. If you keep it personal, {agency} needs its own plan.
      </Text>
      <OwnerOnly endpoint={billingContract.movePlan}>
        <Group gap={8} mt={14}>
          <ActionButton
            action={{ run: () => move.run({ body: { subscription_id, moves: true } }), isBusy }}
            busy="Moving..."
            variant="filled"
          >
            Move plan
          </ActionButton>
          <ActionButton
            action={{ run: () => keep.run({ body: { subscription_id, moves: false } }), isBusy }}
            busy="Saving..."
          >
            Keep it personal
          </ActionButton>
        </Group>
      </OwnerOnly>
    </Card>
  );
}

const LABELS: Readonly<Record<LimitName, string>> = {
  domains: 'Domains',
  projects: 'Projects',
  pages_month: 'Pages this month',
  members: 'Members',
};
const NEAR = 0.8;

/** Usage of the plan's limits; existing objects stay usable over a limit. */
function UsageCard({ state: { usage, usage_resets_at: resetsAt } }: { state: BillingState }) {
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
