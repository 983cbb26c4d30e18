/** Access to private sheets, which is a separate consent. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Integration } from '#contract/integrations.contract.ts';
import { Card } from '#web/ui/card.tsx';
import { readsSheets } from './integration.rules.ts';

interface Props {
  integrations: readonly Integration[];
  /** Button that opens Google. */
  allow: ReactNode;
}

export function PrivateSheetsCard({ integrations, allow }: Props) {
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
