/** Return from Google: code and state are sent once and removed from the URL, then the result is shown. */
import { Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { integrationsContract } from '#contract/integrations.contract.ts';
import type { ApiError } from '#web/client/call.ts';
import { useSend } from '#web/client/use-call.ts';
import { Alert } from '#web/kit/alert.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { describeRefusal } from './integration.rules.ts';

/** @param props.again button that connects again */
export function ConsentResult({ again }: { again: ReactNode }) {
  const [address] = useSearchParams();
  const [code, state, refusal] = ['code', 'state', 'error'].map((name) => address.get(name));
  const [given] = useState({ code, state, refusal });
  if (given.refusal) {
    const { what, why } = describeRefusal(given.refusal);
    return (
      <Alert what={what}>
        <Text mb={10}>{why}</Text>
        {again}
      </Alert>
    );
  }
  return given.code && given.state ? <Finishing code={given.code} state={given.state} again={again} /> : null;
}

interface Props {
  code: string;
  state: string;
  again: ReactNode;
}

function Finishing({ code, state, again }: Props) {
  const navigate = useNavigate();
  const [finish] = useSend(integrationsContract.finish, { refresh: ['integrations', 'reporting'] });
  const [outcome, setOutcome] = useState<'done' | ApiError>();
  const isSent = useRef(false);
  useEffect(() => {
    // Google accepts a code once.
    if (isSent.current) return;
    isSent.current = true;
    void navigate('/integrations', { replace: true });
    finish({ body: { code, state } }).then(
      ({ data }) => {
        setOutcome('done');
        showToast({ kind: 'success', text: `Connected ${data.account}.` });
      },
      (failure: unknown) => setOutcome(failure as ApiError),
    );
  }, [finish, navigate, code, state]);
  if (outcome === 'done') return null;
  if (outcome === undefined) return <Alert tone="note" what="Connecting your Google account..." />;
  return (
    <Alert what="Couldn’t connect Google." error={outcome}>
      {again}
    </Alert>
  );
}
