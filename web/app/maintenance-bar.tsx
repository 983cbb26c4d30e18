/**
 * Reminds administrators, who don't see the maintenance screen, that maintenance is on, and can turn it off.
 */
import { Wrench } from 'lucide-react';
import { settingsContract } from '#contract/settings.contract.ts';
import { storeMaintenance } from '#web/client/maintenance.ts';
import { useCall } from '#web/client/use-call.ts';
import { ActionButton } from '#web/kit/action-button.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { useFocusAfter } from '#web/ui/use-focus-after.ts';
import { FrameBar } from './frame-bar.tsx';

/** @param props.isAdmin false for a superadmin who is signed in as another user */
export function MaintenanceBar({ isAdmin }: { isAdmin: boolean }) {
  return (
    <FrameBar label="Maintenance" icon={<Wrench size={18} />} action={isAdmin && <TurnOff />}>
      <strong>Maintenance is on.</strong>{' '}
      {isAdmin
        ? 'Everyone but administrators sees the maintenance screen and can’t change anything.'
        : 'Return to your own account to turn it off. Until then, you can’t change anything.'}
    </FrameBar>
  );
}

function TurnOff() {
  const { data } = useCall(settingsContract.show);
  const { run, isBusy } = useAction(settingsContract.update, {
    refresh: ['settings', 'auditLog'],
    success: 'Maintenance was turned off.',
    failure: 'Couldn’t turn off maintenance.',
    after: () => storeMaintenance(false),
  });
  // The button disappears with the bar.
  useFocusAfter(isBusy);
  if (data?.is_fixed) return <span>Set by MAINTENANCE=1 on the server.</span>;
  const turnOff = { run: () => run({ body: { maintenance: false } }), isBusy };
  return (
    <ActionButton action={turnOff} busy="Turning off..." size="xs">
      Turn off
    </ActionButton>
  );
}
