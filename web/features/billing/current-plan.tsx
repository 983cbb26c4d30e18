/** Current plan with its term and actions, and all other plans that the user pays for. */
import { Box, Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { billingContract } from '#contract/billing.contract.ts';
import type { PaidPlan } from '#contract/billing-shapes.ts';
import { ActionButton } from '#web/kit/action-button.tsx';
import { Alert } from '#web/kit/alert.tsx';
import { OwnerOnly } from '#web/kit/owner-only.tsx';
import { SubscriptionBadge } from '#web/kit/subscription-badge.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { formatDay } from '#web/ui/format-timestamp.ts';
import type { BillingState } from './billing-state.ts';
import { describeTerm, isLive } from './plan.rules.ts';

export function CurrentPlan({ state }: { state: BillingState }) {
  const { plan, subscription, workspace_id: home } = state;
  return (
    <Card title="Current plan" aside={subscription && <SubscriptionBadge of={subscription} />}>
      <Box component="p" fz={20} fw={600} lh="28px">
        {plan}
      </Box>
      {subscription && (
        <Box component="p" c="var(--text3)" fz="small">
          {describeTerm(subscription)}
          {subscription.workspace_id !== home && ' This is your personal plan.'}
        </Box>
      )}
      {subscription?.is_mine && <PlanActions plan={subscription} />}
    </Card>
  );
}

/** Plans of all workspaces, so that users see every plan that they pay for. */
export function OtherPlans({ state: { subscription, paid_plans: paid } }: { state: BillingState }) {
  const others = paid.filter((plan) => plan.subscription_id !== subscription?.subscription_id);
  if (others.length === 0) return null;
  return (
    <Card title={subscription?.is_mine ? 'Other plans you pay for' : 'Plans you pay for'}>
      <Stack component="ul" gap={18}>
        {others.map((plan) => (
          <li key={plan.subscription_id}>
            <Group gap={10}>
              <Box component="h3" fz="xl" fw={600} lh="24px" style={{ overflowWrap: 'anywhere' }}>
                {plan.name} ({plan.workspace})
              </Box>
              <SubscriptionBadge of={plan} />
            </Group>
            <Box component="p" c="var(--text3)" fz="small">
              {describeTerm(plan)}
            </Box>
            <PlanActions plan={plan} />
          </li>
        ))}
      </Stack>
    </Card>
  );
}

function PlanActions({ plan }: { plan: PaidPlan }) {
  const { subscription_id, grace_ends_at: graceEnd, cancel_at_period_end: isEnding } = plan;
  const body = { subscription_id };
  const portal = useAction(billingContract.portal, {
    failure: 'Couldn’t open the billing portal.',
    after: ({ data }) => window.location.assign(data.url),
  });
  const resume = useAction(billingContract.resume, {
    refresh: ['billing'],
    success: 'Your plan was resumed.',
    failure: 'Couldn’t resume your plan.',
  });
  const opening = { run: () => portal.run({ body }), isBusy: portal.isBusy };
  const resuming = { run: () => resume.run({ body }), isBusy: resume.isBusy };
  return (
    <>
      {graceEnd !== null && (
        <Alert what="Your last payment failed.">
          Update your card in the billing portal by {formatDay(graceEnd)} to keep your plan.
        </Alert>
      )}
      <OwnerOnly endpoint={billingContract.portal}>
        <Group gap={8} mt={14}>
          <ActionButton action={opening} busy="Opening...">
            Open billing portal
          </ActionButton>
          {isLive(plan) && isEnding && !plan.is_handed_over && (
            <ActionButton action={resuming} busy="Resuming..." variant="filled">
              Resume plan
            </ActionButton>
          )}
          {isLive(plan) && !isEnding && <CancelButton plan={plan} />}
        </Group>
      </OwnerOnly>
    </>
  );
}

function CancelButton({ plan }: { plan: PaidPlan }) {
  const { subscription_id, name, workspace, current_period_end: end } = plan;
  const [isAsking, setAsking] = useState(false);
  const cancel = useAction(billingContract.cancel, {
    refresh: ['billing'],
    success: 'Your plan was canceled.',
    failure: 'Couldn’t cancel your plan.',
  });
  const answerYes = async () => {
    await cancel.run({ body: { subscription_id } });
    setAsking(false);
  };
  return (
    <>
      <Button variant="subtle" color="gray" onClick={() => setAsking(true)}>
        Cancel plan
      </Button>
      <ConfirmDialog
        isOpened={isAsking}
        isDanger
        isBusy={cancel.isBusy}
        message={`Cancel your ${name} plan (${workspace})? You keep it until ${formatDay(end)}, and can resume it until then.`}
        onYes={() => void answerYes()}
        onNo={() => setAsking(false)}
      />
    </>
  );
}
