/** Whether somebody pays, and what was agreed with them: private plans, and limits of their own. */
import { SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { billingContract } from '#contract/billing.contract.ts';
import { type PlanLimits, planLimits } from '#contract/billing-shapes.ts';
import { useAction } from '#web/kit/use-action.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { type DialogProps, nameUser } from './user.rules.ts';

const FIELDS: readonly (readonly [keyof PlanLimits, string])[] = [
  ['max_domains', 'Domains'],
  ['max_projects', 'Projects'],
  ['max_pages_month', 'Pages a month'],
  ['max_members', 'Members'],
  ['keep_runs', 'Earlier runs kept'],
];

type Typed = Partial<Record<keyof PlanLimits, string>>;

/** @returns null for limits of the plan, undefined for what is no offer yet */
function readOffer(typed: Typed): PlanLimits | null | undefined {
  const texts = FIELDS.map(([name]) => [name, typed[name]?.trim() ?? ''] as const);
  if (texts.every(([, text]) => text === '')) return null;
  const numbers = texts.map(([name, text]) => [name, text === '' ? undefined : Number(text)]);
  return planLimits.safeParse(Object.fromEntries(numbers)).data;
}

/** Messages for the fields of an offer that is neither blank nor complete. */
function findInvalid(typed: Typed): Typed {
  const filled = FIELDS.filter(([name]) => (typed[name]?.trim() ?? '') !== '');
  if (filled.length === 0) return {};
  return Object.fromEntries(
    FIELDS.flatMap(([name]) => {
      const text = typed[name]?.trim() ?? '';
      if (text === '') return [[name, 'Enter a number']];
      return planLimits.shape[name].safeParse(Number(text)).success
        ? []
        : [[name, 'Enter −1 or a whole number']];
    }),
  );
}

export function PaymentDialog({ user, isOpened, onClose }: DialogProps) {
  const { is_exempt: isExempt, has_offer: hadOffer, offer: before } = user.payment;
  const [pays, setPays] = useState(!isExempt);
  const [hasOffer, setOffered] = useState(hadOffer);
  const [typed, setTyped] = useState<Typed>(() =>
    Object.fromEntries(Object.entries(before ?? {}).map(([name, limit]) => [name, String(limit)])),
  );
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
      message={`Change how ${nameUser(user)} pays?`}
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
          description="Private plans are listed too. Limits entered here replace those of the plan."
          checked={hasOffer}
          onChange={(event) => setOffered(event.currentTarget.checked)}
        />
        {hasOffer && <LimitFields typed={typed} invalid={findInvalid(typed)} onType={setTyped} />}
      </Stack>
    </ConfirmDialog>
  );
}

interface LimitFieldsProps {
  typed: Typed;
  /** Message by field. */
  invalid: Typed;
  onType: (typed: Typed) => void;
}

function LimitFields({ typed, invalid, onType }: LimitFieldsProps) {
  return (
    <Stack gap={8} role="group" aria-label="Limits of the offer">
      <SimpleGrid cols={2} spacing={10}>
        {FIELDS.map(([name, label]) => (
          <TextInput
            key={name}
            type="number"
            min={-1}
            step={1}
            label={label}
            value={typed[name] ?? ''}
            error={invalid[name]}
            onChange={(event) => onType({ ...typed, [name]: event.currentTarget.value })}
          />
        ))}
      </SimpleGrid>
      <Text fz={13} c="var(--text2)">
        Leave all blank to use plan limits, or fill in each; −1 = unlimited.
      </Text>
    </Stack>
  );
}

interface Changes {
  charge?: boolean;
  offer?: { value: boolean; limits?: PlanLimits };
}

function useSaving() {
  const shared = { refresh: ['users', 'auditLog'], success: 'Payment of the user was successfully changed!' };
  const charge = useAction(billingContract.switchCharge, {
    ...shared,
    failure: 'The payment could not be changed.',
  });
  const offer = useAction(billingContract.switchOffer, {
    ...shared,
    failure: 'The offer could not be changed.',
  });
  const save = async (user_id: number, changes: Changes): Promise<void> => {
    if (changes.charge !== undefined) await charge.run({ body: { user_id, value: changes.charge } });
    if (changes.offer !== undefined) await offer.run({ body: { user_id, ...changes.offer } });
  };
  return { save, isBusy: charge.isBusy || offer.isBusy };
}
