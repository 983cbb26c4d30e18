/** Sets up an authenticator app: password, QR code, first code from the app, and then recovery codes. */
import { Box, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import type { ReplyData } from '#contract/endpoint.ts';
import { bothFactors, firstCode, twoFactorContract } from '#contract/two-factor.contract.ts';
import { lazyPart } from '#web/client/lazy-part.ts';
import { useSend } from '#web/client/use-call.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import links from '#web/ui/link.module.css';
import { MissingPart } from '#web/ui/missing-part.tsx';
import { SubmitForm } from './submit-form.tsx';
import { CodeField } from './code-field.tsx';
import { FormSummary } from './form-summary.tsx';
import { PasswordField } from './password-field.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SubmitButton } from './submit-button.tsx';
import { type Form, type FormValues, useForm } from './use-form.ts';

const QrCode = lazyPart('qr-code', async () => (await import('./qr-code.tsx')).QrCode, MissingPart);

type App = ReplyData<typeof twoFactorContract.start>;

interface Props {
  /** True to replace the current app, which requires a code from it. */
  isMove?: boolean;
  /** Nouns to refetch after the set-up. */
  refresh?: readonly string[];
  onDone: () => void;
  /** Shown next to the submit button. */
  cancel?: ReactNode;
  /** Shown below the form for the password. */
  note?: ReactNode;
}

export function TwoFactorSetup({ isMove = false, refresh = [], onDone, cancel, note }: Props) {
  const [app, setApp] = useState<App>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (app) return <FirstCode app={app} refresh={refresh} onDone={setCodes} cancel={cancel} />;
  return (
    <>
      <PasswordStep isMove={isMove} onDone={setApp} cancel={cancel} />
      {note}
    </>
  );
}

interface PasswordStepProps {
  isMove: boolean;
  onDone: (app: App) => void;
  cancel: ReactNode;
}

function PasswordStep({ isMove, onDone, cancel }: PasswordStepProps) {
  const [send] = useSend(twoFactorContract.start);
  const form = useForm({
    schema: isMove ? bothFactors : bothFactors.pick({ password: true }),
    initial: { password: '', code: '' },
    send: async ({ password, code }) => {
      const body = isMove ? { password, code } : { password };
      onDone((await send({ body })).data);
    },
  });
  return (
    <StepForm form={form} button="Continue" busy="Checking..." cancel={cancel}>
      {isMove && <Text c="var(--text2)">Your current app works until the new one is set up.</Text>}
      <Factors form={form} hasCode={isMove} />
    </StepForm>
  );
}

interface SecondFactorProps {
  form: Pick<Form<{ password: string; code: string }>, 'field' | 'set'>;
}

export const PASSWORD_ID = 'field-password-for-two-factor';

/** Fields for the password and, if it is on, the second factor. */
export function Factors({ form, hasCode = true }: SecondFactorProps & { hasCode?: boolean }) {
  return (
    <>
      <PasswordField
        label="Password"
        autoComplete="current-password"
        {...form.field('password')}
        id={PASSWORD_ID}
      />
      {hasCode && <SecondFactor form={form} />}
    </>
  );
}

/** A code from the app or a recovery code. */
function SecondFactor({ form }: SecondFactorProps) {
  const [isRecovery, setRecovery] = useState(false);
  return (
    <div>
      <CodeField isRecovery={isRecovery} {...form.field('code')} id="field-second-factor" />
      <button
        type="button"
        className={links.link}
        data-small
        onClick={() => {
          form.set('code', '');
          setRecovery(!isRecovery);
        }}
      >
        {isRecovery ? 'Use the app' : 'Use a recovery code'}
      </button>
    </div>
  );
}

interface FirstCodeProps {
  app: App;
  refresh: readonly string[];
  onDone: (codes: readonly string[]) => void;
  cancel: ReactNode;
}

function FirstCode({ app, refresh, onDone, cancel }: FirstCodeProps) {
  const [send] = useSend(twoFactorContract.confirm, { refresh });
  const form = useForm({
    schema: firstCode,
    initial: { code: '' },
    send: async (body) => onDone((await send({ body })).data.recovery_codes),
  });
  return (
    <StepForm form={form} button="Turn on" busy="Checking..." cancel={cancel}>
      <Text>
        Scan this code with an authenticator app, such as Google Authenticator, 1Password or Aegis. If you
        can’t scan it, enter the key.
      </Text>
      <Group gap={24} align="center">
        <Box w={208} h={208}>
          <Suspense>
            <QrCode text={app.uri} label="QR code for the authenticator app" />
          </Suspense>
        </Box>
        <Box flex="1 1 220px">
          <Text fz="small" c="var(--text2)">
            Key
          </Text>
          <Group gap={6} align="center" wrap="nowrap">
            <Text ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {app.secret.replaceAll(/.{4}(?=.)/g, '$& ')}
            </Text>
            <CopyButton text={app.secret} noun="the key" />
          </Group>
        </Box>
      </Group>
      <CodeField takesFocus {...form.field('code')} id="field-first-code" />
    </StepForm>
  );
}

interface StepFormProps<Values extends FormValues> {
  form: Form<Values>;
  button: string;
  busy: string;
  cancel?: ReactNode;
  isDanger?: boolean;
  children: ReactNode;
}

export function StepForm<Values extends FormValues>(props: StepFormProps<Values>) {
  const { form, button, busy, cancel, isDanger = false, children } = props;
  return (
    <SubmitForm onSubmit={form.submit}>
      <Stack gap={16}>
        <FormSummary form={form} />
        {children}
        <Group gap={8}>
          <SubmitButton
            isSending={form.isSending}
            busy={busy}
            variant="filled"
            {...(isDanger && { color: 'crimson.7' })}
          >
            {button}
          </SubmitButton>
          {cancel}
        </Group>
      </Stack>
    </SubmitForm>
  );
}
