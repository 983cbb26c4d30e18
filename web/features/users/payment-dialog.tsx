/** Sets whether a user pays, and their individual offer: private plans and custom limits. */
import { SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { billingContract } from '#contract/billing.contract.ts';
import type { OfferLimits, PlanLimits } from '#contract/billing-shapes.ts';
import { useCall } from '#web/client/use-call.ts';
import { useAction } from '#web/kit/use-action.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import {
  describePlanLimit,
  findInvalid,
  LIMIT_FIELDS,
  listOfferNotes,
  readOffer,
  type TypedLimits,
} from './offer.rules.ts';
import { type DialogProps, getDisplayName } from './user.rules.ts';

export function PaymentDialog({ user, isOpened, onClose }: DialogProps) {
  const { is_exempt: isExempt, has_offer: hadOffer, offer: before, plan_limits: planLimits } = user.payment;
  const [pays, setPays] = useState(!isExempt);
  const [hasOffer, setOffered] = useState(hadOffer);
  const [typed, setTyped] = useState<TypedLimits>(() =>
    Object.fromEntries(Object.entries(before ?? {}).map(([name, limit]) => [name, String(limit)])),
  );
  const { data: plans } = useCall(billingContract.products);
  const { save, isBusy } = useSaving();
  const offer = hasOffer ? readOffer(typed) : null;
  const isOfferChanged = hasOffer !== hadOffer || JSON.stringify(offer) !== JSON.stringify(before);
  const changes = {
    ...(pays === isExempt && { charge: pays }),
    ...(isOfferChanged && { offer: { value: hasOffer, ...(offer && { limits: offer }) } }),
  };
  return (
    <ConfirmDialog
      isOpened={isOpened}
      message={`Change how ${getDisplayName(user)} pays?`}
      isBusy={isBusy}
      isYesDisabled={offer === undefined || Object.keys(changes).length === 0}
      onYes={() => void save(user.id, changes).then(onClose)}
      onNo={onClose}
    >
      <Stack gap={14} mt={6}>
        <Switch
          label="Pays for a plan"
          description="Off: exempt from payment, with no limits."
          checked={pays}
          onChange={(event) => setPays(event.currentTarget.checked)}
        />
        <Switch
          label="Individual offer"
          description="Private plans are listed too, and limits entered here replace those of the plan."
          checked={hasOffer}
          onChange={(event) => setOffered(event.currentTarget.checked)}
        />
        {hasOffer && (
          <LimitFields
            typed={typed}
            plan={planLimits}
            notes={listOfferNotes({ user, pays, typed, plans })}
            onType={setTyped}
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}

interface LimitFieldsProps {
  typed: TypedLimits;
  plan: PlanLimits;
  notes: readonly string[];
  onType: (typed: TypedLimits) => void;
}

function LimitFields({ typed, plan, notes, onType }: LimitFieldsProps) {
  const invalid = findInvalid(typed);
  return (
    <Stack gap={8} role="group" aria-label="Limits of the offer">
      <SimpleGrid cols={2} spacing={10}>
        {LIMIT_FIELDS.map(([name, label]) => (
          <TextInput
            key={name}
            type="number"
            min={-1}
            step={1}
            label={label}
            description={describePlanLimit(plan[name])}
            value={typed[name] ?? ''}
            error={invalid[name]}
            onChange={(event) => onType({ ...typed, [name]: event.currentTarget.value })}
          />
        ))}
      </SimpleGrid>
      <Text fz="small" c="var(--text2)">
        Leave a field blank to use the plan’s limit; −1 = unlimited.
      </Text>
      {notes.map((note) => (
        <Text key={note} fz="small" c="var(--ochre-text)" role="status">
          {note}
        </Text>
      ))}
    </Stack>
  );
}

interface Changes {
  charge?: boolean;
  offer?: { value: boolean; limits?: OfferLimits };
}

function useSaving() {
  const shared = { refresh: ['users', 'auditLog'], success: 'Payment of the user was successfully changed!' };
  const charge = useAction(billingContract.switchCharge, {
    ...shared,
    failure: 'Couldn’t change the payment.',
  });
  const offer = useAction(billingContract.switchOffer, {
    ...shared,
    failure: 'Couldn’t change the offer.',
  });
  const save = async (user_id: number, changes: Changes): Promise<void> => {
    if (changes.charge !== undefined) await charge.run({ body: { user_id, value: changes.charge } });
    if (changes.offer !== undefined) await offer.run({ body: { user_id, ...changes.offer } });
  };
  return { save, isBusy: charge.isBusy || offer.isBusy };
}
