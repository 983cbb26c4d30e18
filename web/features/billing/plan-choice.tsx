/** Plans side by side, monthly or yearly; choosing one first shows what is due today. */
import { Box, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { billingContract } from '#contract/billing.contract.ts';
import type { PaidPlan, Plan } from '#contract/billing-shapes.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadState } from '#web/kit/load-state.tsx';
import { ActionButton } from '#web/kit/action-button.tsx';
import { OwnerOnly } from '#web/kit/owner-only.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { Card } from '#web/ui/card.tsx';
import { showToast } from '#web/ui/toast.tsx';
import type { BillingState } from './billing-state.ts';
import { type Change, ChangeDialog } from './change-dialog.tsx';
import { countSaving, describePrice, findPrice, listLimits, type Price } from './plan.rules.ts';

type Interval = Price['interval'];

const INTERVALS = [
  { value: 'month', label: 'Monthly' },
  { value: 'year', label: 'Yearly' },
];

export function PlanChoice({ state }: { state: BillingState }) {
  const { paid_plans: paid, workspace_id: home, agency } = state;
  const { data: plans, error, refetch } = useCall(billingContract.plans);
  const current = paid.find((plan) => plan.workspace_id === home);
  const [interval, setInterval] = useState<Interval>(current?.interval ?? 'month');
  return (
    <Card
      title={agency === null ? 'Plans' : `Plans for ${agency}`}
      aside={
        <SegmentedControl
          aria-label="Interval"
          data={INTERVALS}
          value={interval}
          onChange={(value) => setInterval(value as Interval)}
        />
      }
    >
      <LoadState call={{ data: plans, error, refetch }} what="the plans" isBare />
      {plans?.length === 0 && (
        <Box component="p" c="var(--text3)" fz="small">
          No plans are available yet.
        </Box>
      )}
      <OwnerOnly endpoint={billingContract.subscribe}>
        <Box
          component="ul"
          display="grid"
          style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(210px, 1fr))', gap: '12px' }}
        >
          {plans?.map((plan) => (
            <Box
              component="li"
              key={plan.stripeId}
              display="grid"
              p={16}
              bd="1px solid var(--line)"
              bdrs={8}
              style={{ gridTemplateRows: 'auto auto auto 1fr auto', gap: '10px' }}
            >
              <Offer
                plan={plan}
                interval={interval}
                current={current}
                isCurrent={current?.product_id === plan.stripeId && current.interval === interval}
              />
            </Box>
          ))}
        </Box>
      </OwnerOnly>
    </Card>
  );
}

interface OfferProps {
  plan: Plan;
  interval: Interval;
  /** Plan that the user pays for in this workspace. */
  current: PaidPlan | undefined;
  isCurrent: boolean;
}

function Offer({ plan, interval, current, isCurrent }: OfferProps) {
  const price = findPrice(plan, interval);
  const saving = interval === 'year' ? countSaving(plan) : 0;
  return (
    <>
      <Box component="h3" fz={20} fw={600} lh="28px">
        {plan.name}
      </Box>
      <Box component="p" c="var(--text3)" fz="small">
        {plan.description}
      </Box>
      <Box component="p" display="grid" fw={600}>
        {price ? describePrice(price) : 'Not available for this interval'}
        {saving > 0 && (
          <Box component="span" c="var(--text3)" fz="small">
            {saving}% less than twelve months
          </Box>
        )}
      </Box>
      <Stack component="ul" gap={2}>
        {listLimits(plan.limits).map((limit) => (
          <li key={limit}>{limit}</li>
        ))}
      </Stack>
      {isCurrent && (
        <Box component="p" lh="36px" c="var(--sea-text)" fw={600}>
          Current plan
        </Box>
      )}
      {price && !isCurrent && <ChooseButton plan={plan} interval={interval} current={current} />}
    </>
  );
}

function ChooseButton({ plan, interval, current }: Omit<OfferProps, 'isCurrent'>) {
  const [change, setChange] = useState<Change>();
  const body = { product_id: plan.stripeId, interval };
  const preview = useAction(billingContract.preview, {
    failure: 'Couldn’t load the price.',
    after: ({ data }) => setChange(data),
  });
  const subscribe = useAction(billingContract.subscribe, {
    refresh: ['billing'],
    failure: current ? 'Couldn’t change your plan.' : 'Couldn’t subscribe.',
    after: ({ data }) => {
      if (data.checkout_url !== null) window.location.assign(data.checkout_url);
      else showToast({ kind: 'success', text: `Your plan is now ${plan.name}.` });
    },
  });
  const answerYes = async () => {
    const also_paying = change?.also_paid.map((paid) => paid.subscription_id) ?? [];
    await subscribe.run({ body: { ...body, also_paying } });
    setChange(undefined);
  };
  return (
    <>
      <ActionButton
        action={{ run: () => preview.run({ body }), isBusy: preview.isBusy }}
        busy="Loading the price..."
      >
        {current ? `Change to ${plan.name}` : `Subscribe to ${plan.name}`}
      </ActionButton>
      <ChangeDialog
        change={change}
        plan={plan}
        interval={interval}
        current={current}
        isBusy={subscribe.isBusy}
        onYes={() => void answerYes()}
        onNo={() => setChange(undefined)}
      />
    </>
  );
}
