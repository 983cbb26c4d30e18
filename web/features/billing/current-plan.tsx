/** The plan that holds, until when, and how it is canceled, resumed and paid. */
import { Box, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { billingContract } from '#contract/billing.contract.ts';
import type { Subscription } from '#contract/billing-shapes.ts';
import { ActionButton } from '#web/kit/action-button.tsx';
import { Alert } from '#web/kit/alert.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { formatDay } from '#web/ui/format-moment.ts';
import type { BillingState } from './billing-state.ts';
import { describePrice, isLive } from './plan.rules.ts';
import { SubscriptionBadge } from '#web/kit/subscription-badge.tsx';

export function CurrentPlan({ state }: { state: BillingState }) {
  const { plan, subscription, may_pay: mayPay } = state;
  return (
    <Card title="Current plan" aside={subscription && <SubscriptionBadge of={subscription} />}>
      <Box component="p" fz={20} fw={600} lh="28px">
        {plan}
      </Box>
      {subscription && (
        <Box component="p" c="var(--text3)" fz="small">
          {describeTerm(subscription)}
        </Box>
      )}
      {subscription && mayPay && <Actions subscription={subscription} />}
    </Card>
  );
}

function describeTerm(subscription: Subscription): string {
  const day = formatDay(subscription.current_period_end);
  if (!isLive(subscription)) return `${subscription.name} ended. Everything you made stays.`;
  const price = describePrice(subscription);
  return subscription.cancel_at_period_end
    ? `${price}. Canceled; you keep it until ${day}.`
    : `${price}. Renews on ${day}.`;
}

function Actions({ subscription }: { subscription: Subscription }) {
  const { product_id, interval, grace_ends_at: graceEnd, cancel_at_period_end: isEnding } = subscription;
  const portal = useAction(billingContract.portal, {
    failure: 'Failed to open the billing portal:',
    after: ({ data }) => window.location.assign(data.url),
  });
  const resume = useAction(billingContract.subscribe, {
    refresh: ['billing'],
    success: 'Your plan was resumed.',
    failure: 'Failed to resume the plan:',
  });
  const resuming = { run: () => resume.run({ body: { product_id, interval } }), isBusy: resume.isBusy };
  return (
    <>
      {graceEnd !== null && (
        <Alert what="Your last payment failed.">
          Update your card in the billing portal by {formatDay(graceEnd)} to keep your plan.
        </Alert>
      )}
      <Group gap={8} mt={14}>
        <ActionButton action={portal} busy="Opening...">
          Open billing portal
        </ActionButton>
        {isLive(subscription) &&
          (isEnding ? (
            <ActionButton action={resuming} busy="Resuming..." variant="filled">
              Resume plan
            </ActionButton>
          ) : (
            <CancelButton subscription={subscription} />
          ))}
      </Group>
    </>
  );
}

function CancelButton({ subscription: { name, current_period_end: end } }: { subscription: Subscription }) {
  const [isAsking, setAsking] = useState(false);
  const cancel = useAction(billingContract.cancel, {
    refresh: ['billing'],
    success: 'Your plan was canceled.',
    failure: 'Failed to cancel the plan:',
  });
  const answerYes = async () => {
    await cancel.run();
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
        message={`Cancel the plan ${name}? You keep it until ${formatDay(end)}, and can resume it until then.`}
        onYes={() => void answerYes()}
        onNo={() => setAsking(false)}
      />
    </>
  );
}
