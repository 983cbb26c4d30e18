/** Downloads the user's stored data. */
import { Button, Stack, Text } from '@mantine/core';
import { profileContract } from '#contract/profile.contract.ts';
import { OwnerOnly } from '#web/kit/owner-only.tsx';
import { useDownload } from '#web/kit/use-download.ts';
import { Card } from '#web/ui/card.tsx';

const EXPORT = { endpoint: profileContract.export, input: {}, name: 'geoloom-account.zip' };

export function DataCard() {
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
