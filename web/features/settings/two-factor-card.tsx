/** Two-factor sign-in: set-up, recovery codes, another app, turning it off. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import type { ReplyData } from '#contract/endpoint.ts';
import { bothFactors, RECOVERY_CODE_COUNT, twoFactorContract } from '#contract/two-factor.contract.ts';
import { useCall, useSend } from '#web/client/use-call.ts';
import { LoadState } from '#web/kit/load-state.tsx';
import { Alert } from '#web/kit/alert.tsx';
import { useOwnerRefusal } from '#web/kit/owner-only.tsx';
import { RecoveryCodes } from '#web/kit/recovery-codes.tsx';
import { Factors, PASSWORD_ID, StepForm, TwoFactorSetup } from '#web/kit/two-factor-setup.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { formatDay } from '#web/ui/format-timestamp.ts';
import { showToast } from '#web/ui/toast.tsx';
import { PasswordNeeded } from './password-card.tsx';

const TITLE = 'Two-factor sign-in';
const REFRESH = ['twoFactor', 'profile'];
/** Shows a warning below this number. */
const FEW_CODES = 3;

export function TwoFactorCard({ hasPassword }: { hasPassword: boolean }) {
  const refusal = useOwnerRefusal(twoFactorContract.show);
  // Only its owner may read it, so nothing is requested.
  if (refusal === undefined) return <OwnTwoFactor hasPassword={hasPassword} />;
  return (
    <Card title={TITLE}>
      <Text c="var(--ochre-text)" fz="small">
        {refusal}
      </Text>
    </Card>
  );
}

type TwoFactor = ReplyData<typeof twoFactorContract.show>;
type Task = 'setUp' | 'move' | 'codes' | 'off';

function OwnTwoFactor({ hasPassword }: { hasPassword: boolean }) {
  const { data, error, refetch } = useCall(twoFactorContract.show);
  const [task, setTask] = useState<Task>();
  const cancel = <Button onClick={() => setTask(undefined)}>Cancel</Button>;
  const close = () => setTask(undefined);
  // The focused button is gone.
  useEffect(() => {
    if (task !== undefined) document.getElementById(PASSWORD_ID)?.focus();
  }, [task]);
  return (
    <Card title={TITLE} aside={data && <State {...data} />}>
      <LoadState call={{ data, error, refetch }} what="two-factor sign-in" />
      {data && task === undefined && <Overview state={data} hasPassword={hasPassword} onTask={setTask} />}
      {(task === 'setUp' || task === 'move') && (
        <TwoFactorSetup isMove={task === 'move'} refresh={REFRESH} onDone={close} cancel={cancel} />
      )}
      {task === 'codes' && <NewCodes cancel={cancel} onDone={close} />}
      {task === 'off' && <TurnOff cancel={cancel} onDone={close} />}
    </Card>
  );
}

function State({ on_since: since }: TwoFactor) {
  return since === null ? <Badge tone="outline">Off</Badge> : <Badge tone="sea">On</Badge>;
}

interface OverviewProps {
  state: TwoFactor;
  hasPassword: boolean;
  onTask: (task: Task) => void;
}

function Overview({ state, hasPassword, onTask }: OverviewProps) {
  const { on_since: since, is_required: isRequired, recovery_codes_left: left } = state;
  if (since === null)
    return (
      <Stack gap={16} align="flex-start">
        <Text c="var(--text2)">
          Sign in with your password and a code from an app on your phone, so that a stolen password isn’t
          enough.
        </Text>
        {hasPassword ? (
          <Button onClick={() => onTask('setUp')}>Set up two-factor sign-in</Button>
        ) : (
          <PasswordNeeded>Setting it up</PasswordNeeded>
        )}
      </Stack>
    );
  return (
    <Stack gap={16}>
      <Text c="var(--text2)">
        On since {formatDay(since)}. {left} of {RECOVERY_CODE_COUNT} recovery codes left.
        {isRequired && ' This server requires it for superadmins, so it can’t be turned off.'}
      </Text>
      {left < FEW_CODES && (
        <Alert tone="note" what="You’re running out of recovery codes.">
          Create new ones so that you can sign in without your phone.
        </Alert>
      )}
      <Group gap={8}>
        <Button onClick={() => onTask('codes')}>Create new recovery codes</Button>
        <Button onClick={() => onTask('move')}>Use another app</Button>
        {!isRequired && (
          <Button color="crimson" onClick={() => onTask('off')}>
            Turn off
          </Button>
        )}
      </Group>
    </Stack>
  );
}

interface TaskProps {
  cancel: ReactNode;
  onDone: () => void;
}

const EMPTY = { password: '', code: '' };

function NewCodes({ cancel, onDone }: TaskProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  const [send] = useSend(twoFactorContract.renewCodes, { refresh: REFRESH });
  const form = useForm({
    schema: bothFactors,
    initial: EMPTY,
    send: async (body) => setCodes((await send({ body })).data.recovery_codes),
  });
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <StepForm form={form} button="Create new recovery codes" busy="Creating..." cancel={cancel}>
      <Text c="var(--text2)">Your current recovery codes will stop working.</Text>
      <Factors form={form} />
    </StepForm>
  );
}

function TurnOff({ cancel, onDone }: TaskProps) {
  const [send] = useSend(twoFactorContract.turnOff, { refresh: REFRESH });
  const form = useForm({
    schema: bothFactors,
    initial: EMPTY,
    send: async (body) => {
      const { message } = await send({ body });
      showToast({ kind: 'success', text: message ?? 'Two-factor sign-in is off.' });
      onDone();
    },
  });
  return (
    <StepForm form={form} button="Turn off two-factor sign-in" busy="Turning off..." isDanger cancel={cancel}>
      <Text c="var(--text2)">
        Your password will be enough to sign in, and your recovery codes will be deleted.
      </Text>
      <Factors form={form} />
    </StepForm>
  );
}
