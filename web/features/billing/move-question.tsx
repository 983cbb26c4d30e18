/** Asks a main admin once whether their personal plan moves to the agency. */
import { Group, Text } from '@mantine/core';
import { billingContract } from '#contract/billing.contract.ts';
import { ActionButton } from '#web/kit/action-button.tsx';
import { OwnerOnly } from '#web/kit/owner-only.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { Card } from '#web/ui/card.tsx';
import type { BillingState } from './billing-state.ts';
import { describePrice } from './plan.rules.ts';

export function MoveQuestion({ move: { plan, agency } }: { move: NonNullable<BillingState['move']> }) {
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
