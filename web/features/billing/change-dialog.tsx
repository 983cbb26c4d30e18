/** Confirms a plan change and shows what is due today; a second plan needs its own confirmation. */
import { Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import type { billingContract } from '#contract/billing.contract.ts';
import type { PaidPlan, Plan } from '#contract/billing-shapes.ts';
import type { ReplyData } from '#contract/endpoint.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { formatMoney } from '#web/ui/format-figure.ts';
import { formatDay } from '#web/ui/format-timestamp.ts';
import { describePrice, findPrice, type Price } from './plan.rules.ts';

export type Change = ReplyData<(typeof billingContract)['preview']>;

interface Props {
  change: Change | undefined;
  plan: Plan;
  interval: Price['interval'];
  /** Plan that the user pays for in this workspace. */
  current: PaidPlan | undefined;
  isBusy: boolean;
  onYes: () => void;
  onNo: () => void;
}

export function ChangeDialog({ change, plan, interval, current, isBusy, onYes, onNo }: Props) {
  // Keeps its content while it fades out.
  const [shown, setShown] = useState(change);
  const [isConfirmed, setConfirmed] = useState(false);
  if (change !== undefined && change !== shown) {
    setShown(change);
    setConfirmed(false);
  }
  const alsoPaid = shown?.also_paid ?? [];
  return (
    <ConfirmDialog
      isOpened={change !== undefined}
      isBusy={isBusy}
      isYesDisabled={alsoPaid.length > 0 && !isConfirmed}
      message={`${current ? 'Change' : 'Subscribe'} to ${plan.name}, billed each ${interval}?`}
      onYes={onYes}
      onNo={onNo}
    >
      {shown && (
        <Stack component="ul" gap={2}>
          <li>
            <strong>{describeDue(shown)}</strong>
          </li>
          {shown.paid_until !== null && <li>{describeStart(shown.paid_until, findPrice(plan, interval))}</li>}
          <li>No tax is added to this price.</li>
          {current?.cancel_at_period_end && (
            <li>Your plan stays canceled. Resume it to keep it after the paid period.</li>
          )}
          {!current && <li>You enter your card on Stripe’s page, and return here.</li>}
          {shown.exceeded.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </Stack>
      )}
      {alsoPaid.length > 0 && (
        <Checkbox
          mt={10}
          checked={isConfirmed}
          onChange={(event) => setConfirmed(event.currentTarget.checked)}
          label={`I already pay for ${alsoPaid.map(describeOther).join(' and ')} and want to pay for both.`}
        />
      )}
    </ConfirmDialog>
  );
}

const describeOther = (plan: PaidPlan): string =>
  `the ${plan.name} plan (${plan.workspace}, ${describePrice(plan)})`;

function describeStart(day: string, price: Price | undefined): string {
  const amount = price ? `${describePrice(price)} will be charged` : 'Your card will be charged';
  return `The former main admin has paid until ${formatDay(day)}, and that plan applies until then. ${amount} from that day on.`;
}

function describeDue({ due_today: due, currency }: Change): string {
  const money = formatMoney(Math.abs(due), currency);
  return due < 0 ? `${money} is credited to your next invoices.` : `Due today: ${money}.`;
}
