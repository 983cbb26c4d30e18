/** `/maintenance`: administrators turn maintenance on and off. */
import { Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { settingsContract } from '#contract/settings.contract.ts';
import { storeMaintenance } from '#web/client/maintenance.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadState } from '#web/kit/load-state.tsx';
import { useAction } from '#web/kit/use-action.ts';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

export function MaintenancePage() {
  const { data, error, refetch } = useCall(settingsContract.show);
  return (
    <>
      <PageHead title="Maintenance" facts={data && (data.maintenance ? 'On' : 'Off')} />
      <LoadState call={{ data, error, refetch }} what="the settings" />
      {data && (
        <Stack maw={720}>
          <MaintenanceCard isOn={data.maintenance} isFixed={data.is_fixed} />
        </Stack>
      )}
    </>
  );
}

function MaintenanceCard({ isOn, isFixed }: { isOn: boolean; isFixed: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const { run, isBusy } = useAction(settingsContract.update, {
    refresh: ['settings', 'auditLog'],
    success: isOn ? 'Maintenance was turned off.' : 'Maintenance was turned on.',
    failure: isOn ? 'Couldn’t turn off maintenance.' : 'Couldn’t turn on maintenance.',
    after: ({ data }) => storeMaintenance(data.maintenance),
  });
  const turn = (maintenance: boolean) => run({ body: { maintenance } });
  return (
    <Card title="Maintenance mode">
      <Stack gap={14}>
        <Switch
          label="Maintenance"
          description={
            isFixed
              ? 'MAINTENANCE=1 is set on the server. To turn off maintenance, restart the server without it.'
              : 'While it is on, everyone but administrators sees the maintenance screen and can’t change anything. Runs that have started continue.'
          }
          checked={isOn}
          disabled={isFixed}
          aria-disabled={isBusy || undefined}
          // A disabled switch would lose the focus.
          onChange={() => {
            if (isBusy) return;
            if (isOn) void turn(false);
            else setAsking(true);
          }}
        />
        <Text fz="small" c="var(--text2)">
          Administrators who are signed in see a banner instead of that screen. To sign in during maintenance,
          click the screw in its bottom-left corner five times.
        </Text>
      </Stack>
      <ConfirmDialog
        isOpened={isAsking}
        message="Turn on maintenance? Everyone but administrators sees the maintenance screen until you turn it off."
        isDanger
        isBusy={isBusy}
        onYes={() => void turn(true).then(() => setAsking(false))}
        onNo={() => setAsking(false)}
      />
    </Card>
  );
}
