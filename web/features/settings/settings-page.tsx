/** `/settings`: personal info, picture, password, Google and two-factor sign-in, sessions, data export, deletion. */
import { useState } from 'react';
import { Button, Stack, Text } from '@mantine/core';
import { accountContract } from '#contract/account.contract.ts';
import { profileContract } from '#contract/profile.contract.ts';
import { useCall } from '#web/client/use-call.ts';
import { CardStack } from '#web/ui/card-boundary.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { LoadState } from '#web/kit/load-state.tsx';
import { OwnerOnly } from '#web/kit/owner-only.tsx';
import { useDownload } from '#web/kit/use-download.ts';
import { Card } from '#web/ui/card.tsx';
import { AccountCard } from './account-card.tsx';
import { AvatarCard } from './avatar-card.tsx';
import { GoogleCard } from './google-card.tsx';
import { NoPasswordCard, PasswordCard } from './password-card.tsx';
import { PersonalCard } from './personal-card.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

export function SettingsPage() {
  const { data, error, refetch } = useCall(accountContract.show);
  const [round, setRound] = useState(0);
  return (
    <>
      <PageHead title="Account Settings" {...(data && { facts: data.email })} />
      <LoadState call={{ data, error, refetch }} what="the settings" />
      {data && (
        <CardStack maw={720}>
          <PersonalCard account={data} />
          <AvatarCard />
          {/* Changing the key resets the fields. */}
          {data.has_password ? (
            <PasswordCard key={round} onChanged={() => setRound(round + 1)} />
          ) : (
            <NoPasswordCard email={data.email} />
          )}
          <GoogleCard account={data} />
          <TwoFactorCard hasPassword={data.has_password} />
          <SessionsCard />
          <DataCard />
          <AccountCard hasPassword={data.has_password} />
        </CardStack>
      )}
    </>
  );
}

const EXPORT = { endpoint: profileContract.export, input: {}, name: 'geoloom-account.zip' };

/** Downloads the user's stored data. */
function DataCard() {
  const { run, isRunning } = useDownload(EXPORT, 'Couldn’t download your data.');
  return (
    <Card title="Your data">
      <OwnerOnly endpoint={profileContract.export}>
        <Stack gap={16} align="flex-start">
          <Text c="var(--text2)">
            Download everything we store about you as JSON files in a ZIP. Your agency owns what you made in
            it, so only names and links of that are included.
          </Text>
          <Button onClick={() => void run()} aria-busy={isRunning || undefined}>
            {isRunning ? 'Downloading...' : 'Download my data'}
          </Button>
        </Stack>
      </OwnerOnly>
    </Card>
  );
}
