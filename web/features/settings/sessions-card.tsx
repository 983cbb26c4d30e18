/** Sessions of the account: ends one or all others. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { nameBrowser } from '#contract/name-browser.ts';
import { profileContract } from '#contract/profile.contract.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadState } from '#web/kit/load-state.tsx';
import { ActionButton } from '#web/kit/action-button.tsx';
import { useOwnerRefusal } from '#web/kit/owner-only.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { Age } from '#web/ui/age.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';

const ENDING = { refresh: ['profile'], failure: 'Couldn’t end the session.' };

export function SessionsCard() {
  const refusal = useOwnerRefusal(profileContract.listSessions);
  // The server lists sessions only for their owner, so nothing is requested.
  if (refusal === undefined) return <OwnSessions />;
  return (
    <Card title="Sessions">
      <Text c="var(--ochre-text)" fz="small">
        {refusal}
      </Text>
    </Card>
  );
}

function OwnSessions() {
  const { data, error, refetch } = useCall(profileContract.listSessions);
  const end = useAction(profileContract.endSession, { ...ENDING, success: 'The session was ended.' });
  const endOthers = useAction(profileContract.endOtherSessions, {
    ...ENDING,
    success: 'All other sessions were ended.',
  });
  return (
    <Card
      title="Sessions"
      aside={
        data !== undefined &&
        data.length > 1 && (
          <ActionButton action={endOthers} busy="Ending..." size="xs">
            End all others
          </ActionButton>
        )
      }
    >
      <LoadState call={{ data, error, refetch }} what="the sessions" />
      <Stack component="ul" gap={14}>
        {data?.map(({ id, ip, agent, is_current, last_seen_at }) => (
          <Group component="li" key={id} justify="space-between" wrap="nowrap">
            <div>
              <Text fw={500}>{nameBrowser(agent)}</Text>
              <Text fz="small" c="var(--text2)">
                {ip}, last active <Age of={last_seen_at} />
              </Text>
            </div>
            {is_current ? (
              <Badge tone="sea">This browser</Badge>
            ) : (
              <Button
                size="xs"
                aria-label={`End the session of ${nameBrowser(agent)}`}
                aria-disabled={end.isBusy || undefined}
                onClick={() => void end.run({ params: { id } })}
              >
                End
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Card>
  );
}
