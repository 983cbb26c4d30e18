/** Return from Stripe's checkout: confirms the payment with the server. */
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { billingContract } from '#contract/billing.contract.ts';
import type { CallInput } from '#contract/endpoint.ts';
import type { ApiError } from '#web/client/call.ts';
import { useSend } from '#web/client/use-call.ts';
import { Alert } from '#web/kit/alert.tsx';
import { showToast } from '#web/ui/toast.tsx';

export function CheckoutResult() {
  const [address] = useSearchParams();
  const subscriptionId = address.get('subscription_id');
  const productId = address.get('product_id');
  const [attempt, setAttempt] = useState(1);
  if (subscriptionId === null || productId === null) return null;
  const claim = { subscription_id: subscriptionId, product_id: productId };
  return <Confirming key={attempt} {...claim} onRetry={() => setAttempt(attempt + 1)} />;
}

type Claim = CallInput<(typeof billingContract)['confirm']>['body'];

function Confirming({ subscription_id, product_id, onRetry }: Claim & { onRetry: () => void }) {
  const navigate = useNavigate();
  const [confirm] = useSend(billingContract.confirm, { refresh: ['billing'] });
  const [error, setError] = useState<ApiError>();
  useEffect(() => {
    confirm({ body: { subscription_id, product_id } }).then(
      ({ data }) => {
        showToast({ kind: 'success', text: `Your ${data.name} plan is active.` });
        // A reload doesn't confirm again.
        void navigate('/payment', { replace: true });
      },
      (failure: unknown) => setError(failure as ApiError),
    );
  }, [confirm, navigate, subscription_id, product_id]);
  return error === undefined ? (
    <Alert tone="note" what="Checking your payment with Stripe..." />
  ) : (
    <Alert what="Couldn’t confirm your payment." error={error} onRetry={onRetry} />
  );
}
