/** What a choice of a plan changes today, before it is made. */
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { formatMoney } from '#web/ui/format-figure.ts';
import type { Price } from './plan.rules.ts';

export interface Change {
  due_today: number;
  currency: string;
  exceeded: readonly string[];
}

interface Props {
  /** Opens it. */
  change: Change | undefined;
  plan: string;
  interval: Price['interval'];
  isSubscribed: boolean;
  isBusy: boolean;
  onYes: () => void;
  onNo: () => void;
}

export function ChangeDialog({ change, plan, interval, isSubscribed, isBusy, onYes, onNo }: Props) {
  // While it fades, it shows what it showed.
  const [shown, setShown] = useState(change);
  if (change !== undefined && change !== shown) setShown(change);
  return (
    <ConfirmDialog
      isOpened={change !== undefined}
      isBusy={isBusy}
      message={`${isSubscribed ? 'Change' : 'Subscribe'} to ${plan}, billed each ${interval}?`}
      onYes={onYes}
      onNo={onNo}
    >
      {shown && (
        <Stack component="ul" gap={2}>
          <li>
            <strong>{describeDue(shown)}</strong>
          </li>
          <li>No tax is added to this price.</li>
          {!isSubscribed && <li>You enter your card on Stripe’s page, and return here.</li>}
          {shown.exceeded.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </Stack>
      )}
    </ConfirmDialog>
  );
}

function describeDue({ due_today: due, currency }: Change): string {
  const money = formatMoney(Math.abs(due), currency);
  return due < 0 ? `${money} is credited to your next invoices.` : `Due today: ${money}.`;
}
