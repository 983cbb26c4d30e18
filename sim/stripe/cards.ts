/** The test cards of Stripe's documentation (docs.stripe.com/testing), and their results. */
import { StripeFault } from './objects.ts';

type CardAnswer = 'succeeds' | 'authentication' | 'fails_later' | { code: string; decline_code?: string };

export const CARDS = {
  succeeds: '4242424242424242',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  expired: '4000000000000069',
  wrongCvc: '4000000000000127',
  needsAuthentication: '4000002760003184',
  /** Can be attached, but off-session charges are declined. */
  failsLater: '4000000000000341',
} as const;

const ANSWERS: Readonly<Record<string, CardAnswer>> = {
  [CARDS.succeeds]: 'succeeds',
  [CARDS.declined]: { code: 'card_declined', decline_code: 'generic_decline' },
  [CARDS.insufficientFunds]: { code: 'card_declined', decline_code: 'insufficient_funds' },
  [CARDS.expired]: { code: 'expired_card' },
  [CARDS.wrongCvc]: { code: 'incorrect_cvc' },
  [CARDS.needsAuthentication]: 'authentication',
  [CARDS.failsLater]: 'fails_later',
};

const MESSAGES: Readonly<Record<string, string>> = {
  generic_decline: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  authentication_required: 'Your card was declined. This transaction requires authentication.',
  incorrect_number: 'Your card number is incorrect.',
};

/** Presence of the cardholder: on a page, on a page after authentication, or off-session. */
export type Presence = 'owner' | 'authenticated' | 'off-session';

/** Charges a card. @throws StripeFault 402 if the card is declined */
export function charge(card: string | null, presence: Presence): void {
  const response = ANSWERS[card ?? ''] ?? { code: 'incorrect_number' };
  if (response === 'succeeds') return;
  if (response === 'fails_later' && presence !== 'off-session') return;
  if (response === 'authentication' && presence === 'authenticated') return;
  if (response === 'authentication') throw decline({ code: 'authentication_required' });
  throw decline(
    response === 'fails_later' ? { code: 'card_declined', decline_code: 'generic_decline' } : response,
  );
}

function decline(of: { code: string; decline_code?: string }): StripeFault {
  const message = MESSAGES[of.decline_code ?? of.code] ?? 'Your card was declined.';
  return new StripeFault(402, { type: 'card_error', message, ...of });
}
