/** `/integrations`: connected Google accounts, and the property of each domain. Google redirects here. */
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Integration, integrationsContract } from '#contract/integrations.contract.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadState } from '#web/kit/load-state.tsx';
import { ActionButton } from '#web/kit/action-button.tsx';
import { Alert } from '#web/kit/alert.tsx';
import { OwnerOnly } from '#web/kit/owner-only.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { Card } from '#web/ui/card.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { AccountCard } from './account-card.tsx';
import { ConsentResult } from './consent-result.tsx';
import { DomainSources } from './domain-sources.tsx';
import { readsSheets } from './integration.rules.ts';

export function IntegrationsPage() {
  const { data, error, refetch } = useCall(integrationsContract.list);
  const { data: providers } = useCall(integrationsContract.providers);
  const google = providers?.find(({ provider }) => provider === 'google');
  const isConnected = data !== undefined && data.length > 0;
  return (
    <>
      <PageHead
        title="Integrations"
        facts="Connected accounts"
        actions={
          data &&
          google?.is_open && (
            <Connect
              isInHead
              variant={isConnected ? 'default' : 'filled'}
              label={isConnected ? 'Connect another account' : 'Connect Google'}
            />
          )
        }
      />
      <Stack gap={16}>
        <ConsentResult again={<Connect label="Connect again" />} />
        {google?.is_simulated && (
          <Alert tone="note" what="Google is simulated: accounts and figures are not real." />
        )}
        {google?.is_open === false && <Alert tone="note" what="Google isn’t set up on this server." />}
        <LoadState call={{ data, error, refetch }} what="the integrations" />
        {data?.map((integration) => (
          <AccountCard
            key={integration.id}
            integration={integration}
            again={<Connect label="Connect again" />}
          />
        ))}
        {data?.length === 0 && google?.is_open && (
          <Card title="Google Search Console" aside="Not connected">
            <Text>
              See clicks and impressions of each domain, and which of your pages earn them. Geoloom only
              reads; it keeps the figures longer than the 16 months that Google does.
            </Text>
          </Card>
        )}
        {isConnected && <DomainSources integrations={data} />}
        {data && google?.is_open && (
          <PrivateSheetsCard
            integrations={data}
            allow={<Connect label="Allow private sheets" wanted="sheets" />}
          />
        )}
      </Stack>
    </>
  );
}

interface ConnectProps {
  label: string;
  variant?: 'default' | 'filled';
  wanted?: 'search' | 'sheets';
  isInHead?: boolean;
}

function Connect({ label, variant = 'default', wanted = 'search', isInHead = false }: ConnectProps) {
  const connect = useAction(integrationsContract.connect, {
    failure: 'Couldn’t reach Google.',
    after: ({ data }) => window.location.assign(data.url),
  });
  return (
    <OwnerOnly endpoint={integrationsContract.connect} isInHead={isInHead}>
      <ActionButton
        action={{ ...connect, run: () => connect.run({ query: { wanted } }) }}
        busy="Opening Google..."
        variant={variant}
      >
        {label}
      </ActionButton>
    </OwnerOnly>
  );
}

interface Props {
  integrations: readonly Integration[];
  /** Button that opens Google. */
  allow: ReactNode;
}

/** Access to private sheets, which is a separate consent. */
function PrivateSheetsCard({ integrations, allow }: Props) {
  const accounts = integrations.filter(readsSheets).map(({ account }) => account);
  const isAllowed = accounts.length > 0;
  return (
    <Card title="Private Google Sheets" aside={isAllowed ? 'Allowed' : 'Not allowed'}>
      <Text mb={isAllowed ? 0 : 14}>
        {isAllowed
          ? `A project can use any sheet that ${accounts.join(' or ')} may open: paste its link. Only you can use this connection.`
          : 'Use sheets in your projects without making them public. Geoloom reads only the sheets whose links you paste, with your Google account, and only for you.'}
      </Text>
      {!isAllowed && allow}
    </Card>
  );
}
