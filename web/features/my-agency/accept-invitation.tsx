/** Pending invitation: asks whether to move existing work, and accepts it. */
import { Box, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { myAgencyContract } from '#contract/my-agency.contract.ts';
import { ActionButton } from '#web/kit/action-button.tsx';
import { Alert } from '#web/kit/alert.tsx';
import { OwnerOnly } from '#web/kit/owner-only.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { Card } from '#web/ui/card.tsx';

interface Props {
  invitation: { agency_id: number; agency: string; invited_by: string | null };
  onAccepted?: () => void;
}

export function AcceptInvitation({ invitation, onAccepted }: Props) {
  const { agency_id, agency, invited_by: inviter } = invitation;
  const [bring, setBring] = useState('keep');
  const [conflicts, setConflicts] = useState<readonly string[]>([]);
  const { run, isBusy } = useAction(myAgencyContract.acceptInvite, {
    refresh: ['myAgency', 'projects', 'domains', 'notifications'],
    success: `Welcome to ${agency}.`,
    failure: 'Couldn’t accept the invitation.',
    after: () => onAccepted?.(),
    onFailure: ({ code, failure }) => {
      const texts = code === 'plan_limit' ? Object.values(failure?.errors ?? {}).flat() : [];
      setConflicts(texts);
      return texts.length > 0;
    },
  });
  const accept = () => run({ body: { agency_id, bring: bring === 'bring' } });
  const acceptWithoutWork = () => run({ body: { agency_id, bring: false } });
  const choose = (choice: string) => {
    setBring(choice);
    setConflicts([]);
  };
  return (
    <Card title={`Join ${agency}`}>
      <OwnerOnly endpoint={myAgencyContract.acceptInvite}>
        <Stack gap={16}>
          <Text style={{ overflowWrap: 'anywhere' }}>
            {inviter ?? 'Someone'} invites you to {agency}. Its members share their domains and projects.
          </Text>
          <Radio.Group label="What should happen to your existing work?" value={bring} onChange={choose}>
            <Stack gap={10} mt={8}>
              <Radio
                value="keep"
                label="Keep it personal"
                description="Only you can see it. You work in both."
              />
              <Radio
                value="bring"
                label="Move my projects and domains"
                description="They move to the agency with this month's page count, and stay there if you leave."
              />
            </Stack>
          </Radio.Group>
          {conflicts.length > 0 ? (
            <Alert what="Your work doesn't fit into the agency's plan. Nothing was moved.">
              <ul>
                {conflicts.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
              <p>Join without it, or ask the main admin to upgrade the plan.</p>
              <Box mt={8}>
                <ActionButton action={{ run: acceptWithoutWork, isBusy }} busy="Joining..." variant="filled">
                  Join without moving my work
                </ActionButton>
              </Box>
            </Alert>
          ) : (
            <Group>
              <ActionButton action={{ run: accept, isBusy }} busy="Joining..." variant="filled">
                Join agency
              </ActionButton>
            </Group>
          )}
        </Stack>
      </OwnerOnly>
    </Card>
  );
}
