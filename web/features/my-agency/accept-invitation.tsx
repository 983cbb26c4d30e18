/** An invitation that waits, with the question what to bring along, and the button that accepts it. */
import { Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { myAgencyContract } from '#contract/my-agency.contract.ts';
import { ActionButton } from '#web/kit/action-button.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { Card } from '#web/ui/card.tsx';

interface Props {
  invitation: { agency_id: number; agency: string; invited_by: string | null };
  onAccepted?: () => void;
}

export function AcceptInvitation({ invitation, onAccepted }: Props) {
  const { agency_id, agency, invited_by: inviter } = invitation;
  const [bring, setBring] = useState('keep');
  const { run, isBusy } = useAction(myAgencyContract.acceptInvite, {
    refresh: ['myAgency', 'projects', 'domains', 'notifications'],
    success: `Welcome to ${agency}.`,
    failure: 'The invitation could not be accepted.',
    after: () => onAccepted?.(),
  });
  const accept = () => run({ body: { agency_id, bring: bring === 'bring' } });
  return (
    <Card title={`Join ${agency}`}>
      <Stack gap={16}>
        <Text style={{ overflowWrap: 'anywhere' }}>
          {inviter ?? 'Someone'} invites you to {agency}. Its members share their domains and projects.
        </Text>
        <Radio.Group label="What should happen to your existing work?" value={bring} onChange={setBring}>
          <Stack gap={10} mt={8}>
            <Radio
              value="keep"
              label="Keep it personal"
              description="Only you can see it. You work in both."
            />
            <Radio
              value="bring"
              label="Bring everything along"
              description="Your domains and projects move to the agency, and stay there when you leave."
            />
          </Stack>
        </Radio.Group>
        <Group>
          <ActionButton action={{ run: accept, isBusy }} busy="Joining..." variant="filled">
            Join agency
          </ActionButton>
        </Group>
      </Stack>
    </Card>
  );
}
