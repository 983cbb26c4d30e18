/** A connected Google account: its scopes, its state, and a button to disconnect it. */
import { Group, Text } from '@mantine/core';
import { Check, Unplug } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Integration, integrationsContract } from '#contract/integrations.contract.ts';
import { useReadOnlyReason } from '#web/client/use-read-only.ts';
import { ActionButton } from '#web/kit/action-button.tsx';
import { Alert } from '#web/kit/alert.tsx';
import { OwnerOnly } from '#web/kit/owner-only.tsx';
import { ReasonButton } from '#web/kit/reason-button.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { Age } from '#web/ui/age.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { formatAmount } from '#web/ui/format-figure.ts';
import { showToast } from '#web/ui/toast.tsx';
import { describeScope } from './integration.rules.ts';
import classes from './integrations.module.css';

const ICON = { size: 14, strokeWidth: 2 } as const;
const REFRESH = ['integrations', 'reporting'];

export function AccountCard({ integration, again }: { integration: Integration; again: ReactNode }) {
  const { account, status, scope, message, connected_at, connected_by, checked_at, properties } = integration;
  const isRevoked = status === 'revoked';
  const check = useAction(integrationsContract.checkConnection, {
    refresh: REFRESH,
    failure: 'Couldn’t reach Google.',
    after: ({ data }) => showToast({ kind: data.connected ? 'success' : 'error', text: data.message }),
  });
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Connected as', account],
    ['Allows', describeScope(scope)],
    ['Properties', formatAmount(properties.length, 'property')],
    ['Connected', <When key="since" at={connected_at} by={connected_by} />],
    ['Last check', <Age key="checked" of={checked_at} />],
  ];
  return (
    <Card title="Google Search Console" aside={<State isRevoked={isRevoked} />}>
      {(isRevoked || message !== null) && (
        <Alert what={isRevoked ? 'Google no longer accepts this connection.' : 'The last check failed.'}>
          <Text mb={isRevoked ? 10 : 0}>
            {isRevoked ? 'No new figures are collected. The existing ones stay.' : message}
          </Text>
          {isRevoked && again}
        </Alert>
      )}
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Group gap={8} mt={14}>
        <ActionButton
          action={{ ...check, run: () => check.run({ query: {} }) }}
          busy="Checking..."
          variant="default"
        >
          Check
        </ActionButton>
        <OwnerOnly endpoint={integrationsContract.remove}>
          <Disconnect integration={integration} />
        </OwnerOnly>
      </Group>
    </Card>
  );
}

function State({ isRevoked }: { isRevoked: boolean }) {
  return isRevoked ? (
    <Badge tone="crimson" icon={<Unplug {...ICON} />}>
      Revoked
    </Badge>
  ) : (
    <Badge tone="sea" icon={<Check {...ICON} />}>
      Connected
    </Badge>
  );
}

function When({ at, by }: { at: string; by: string | null }) {
  return (
    <>
      <Age of={at} />
      {by !== null && ` by ${by}`}
    </>
  );
}

function Disconnect({ integration }: { integration: Integration }) {
  const { id, account, properties, is_read_only: isReadOnly } = integration;
  const readOnly = useReadOnlyReason(isReadOnly);
  const [isOpened, setOpened] = useState(false);
  const { run, isBusy } = useAction(integrationsContract.remove, {
    refresh: REFRESH,
    success: `Disconnected ${account}. Figures collected so far are kept.`,
    failure: 'Couldn’t disconnect the account.',
  });
  const domains = properties.flatMap((property) => property.domains).length;
  const consequence =
    domains === 0
      ? 'No domain uses it.'
      : `${formatAmount(domains, 'domain')} will get no new figures; figures collected so far are kept.`;
  return (
    <>
      <ReasonButton reason={readOnly} variant="default" onClick={() => setOpened(true)}>
        Disconnect
      </ReasonButton>
      <ConfirmDialog
        isOpened={isOpened}
        message={`Disconnect ${account}? ${consequence}`}
        isDanger
        isBusy={isBusy}
        onYes={() => void run({ params: { id } }).then(() => setOpened(false))}
        onNo={() => setOpened(false)}
      />
    </>
  );
}
