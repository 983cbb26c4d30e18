/** The plans side by side, monthly or yearly; a choice first shows what it changes today. */
import { Box, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { billingContract } from '#contract/billing.contract.ts';
import type { Plan } from '#contract/billing-shapes.ts';
import { useCall } from '#web/client/use-call.ts';
import { ActionButton } from '#web/kit/action-button.tsx';
import { Alert } from '#web/kit/alert.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { Card } from '#web/ui/card.tsx';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';
import { showToast } from '#web/ui/toast.tsx';
import type { BillingState } from './billing-state.ts';
import classes from './billing.module.css';
import { type Change, ChangeDialog } from './change-dialog.tsx';
import { countSaving, describePrice, findPrice, isLive, listLimits, type Price } from './plan.rules.ts';

type Interval = Price['interval'];

const INTERVALS = [
  { value: 'month', label: 'Monthly' },
  { value: 'year', label: 'Yearly' },
];

export function PlanChoice({ state: { subscription } }: { state: BillingState }) {
  const { data: plans, error, refetch } = useCall(billingContract.plans);
  const current = subscription && isLive(subscription) ? subscription : undefined;
  const [interval, setInterval] = useState<Interval>(current?.interval ?? 'month');
  return (
    <Card
      title="Plans"
      aside={
        <SegmentedControl
          aria-label="Interval"
          data={INTERVALS}
          value={interval}
          onChange={(value) => setInterval(value as Interval)}
        />
      }
    >
      {error && <Alert what="The plans could not be loaded." error={error} onRetry={refetch} />}
      {!plans && !error && <SkeletonRows isBare label="Loading the plans" />}
      {plans?.length === 0 && <p className={classes.quiet}>No plans are sold yet.</p>}
      <Box
        component="ul"
        display="grid"
        style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(210px, 1fr))', gap: '12px' }}
      >
        {plans?.map((plan) => (
          <li key={plan.stripeId} className={classes.offer}>
            <Offer
              plan={plan}
              interval={interval}
              isSubscribed={current !== undefined}
              isCurrent={current?.product_id === plan.stripeId && current.interval === interval}
            />
          </li>
        ))}
      </Box>
    </Card>
  );
}

interface OfferProps {
  plan: Plan;
  interval: Interval;
  isSubscribed: boolean;
  isCurrent: boolean;
}

function Offer({ plan, interval, isSubscribed, isCurrent }: OfferProps) {
  const price = findPrice(plan, interval);
  const saving = interval === 'year' ? countSaving(plan) : 0;
  return (
    <>
      <h3 className={classes.plan}>{plan.name}</h3>
      <p className={classes.quiet}>{plan.description}</p>
      <Box component="p" display="grid" fw={600}>
        {price ? describePrice(price) : 'Not sold for this interval'}
        {saving > 0 && <span className={classes.quiet}>{saving}% less than twelve months</span>}
      </Box>
      <ul className={classes.lines}>
        {listLimits(plan.limits).map((limit) => (
          <li key={limit}>{limit}</li>
        ))}
      </ul>
      {isCurrent && <p className={classes.current}>Current plan</p>}
      {price && !isCurrent && <ChooseButton plan={plan} interval={interval} isSubscribed={isSubscribed} />}
    </>
  );
}

function ChooseButton({ plan, interval, isSubscribed }: Omit<OfferProps, 'isCurrent'>) {
  const [change, setChange] = useState<Change>();
  const body = { product_id: plan.stripeId, interval };
  const preview = useAction(billingContract.preview, {
    failure: 'Failed to read the price:',
    after: ({ data }) => setChange(data),
  });
  const subscribe = useAction(billingContract.subscribe, {
    refresh: ['billing'],
    failure: 'Failed to subscribe:',
    after: ({ data }) => {
      if (data.checkout_url !== null) window.location.assign(data.checkout_url);
      else showToast({ kind: 'success', text: `Your plan is now ${plan.name}.` });
    },
  });
  const answerYes = async () => {
    await subscribe.run({ body });
    setChange(undefined);
  };
  return (
    <>
      <ActionButton
        action={{ run: () => preview.run({ body }), isBusy: preview.isBusy }}
        busy="Reading the price..."
      >
        {isSubscribed ? `Change to ${plan.name}` : `Subscribe to ${plan.name}`}
      </ActionButton>
      <ChangeDialog
        change={change}
        plan={plan.name}
        interval={interval}
        isSubscribed={isSubscribed}
        isBusy={subscribe.isBusy}
        onYes={() => void answerYes()}
        onNo={() => setChange(undefined)}
      />
    </>
  );
}
