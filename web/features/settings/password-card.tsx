/** Change Password: the server ends all other sessions, and answers a new one for this browser. */
import { profileContract } from '#contract/profile.contract.ts';
import { storeUserData } from '#web/client/session.ts';
import { useSend } from '#web/client/use-call.ts';
import { PasswordField } from '#web/kit/password-field.tsx';
import { useForm } from '#web/kit/use-form.ts';
import { showToast } from '#web/ui/toast.tsx';
import { SettingsForm } from './settings-form.tsx';

const EMPTY = { current_password: '', password: '', password_confirmation: '' };

export function PasswordCard({ onChanged }: { onChanged: () => void }) {
  const [send] = useSend(profileContract.setPassword);
  const form = useForm({
    schema: profileContract.setPassword.body,
    initial: EMPTY,
    send: async (values) => {
      const { data, message } = await send({ body: values });
      showToast({ kind: 'success', text: message ?? 'Your password was changed.' });
      onChanged();
      storeUserData(data);
    },
  });
  return (
    <SettingsForm
      title="Change Password"
      id="change-password"
      form={form}
      endpoint={profileContract.setPassword}
      button="Change password"
      busy="Saving..."
    >
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        {...form.field('current_password')}
      />
      <PasswordField label="New Password" autoComplete="new-password" {...form.field('password')} />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        {...form.field('password_confirmation')}
      />
    </SettingsForm>
  );
}
