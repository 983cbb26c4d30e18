/** Action in a row's menu; a disabled one shows the reason below its name. */
import { Menu, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  label: string;
  icon: ReactNode;
  disabledReason?: string | undefined;
  isDanger?: boolean;
  onClick: () => void;
}

export function MenuAction({ label, icon, disabledReason, isDanger = false, onClick }: Props) {
  return (
    <Menu.Item
      data-danger={(isDanger && disabledReason === undefined) || undefined}
      disabled={disabledReason !== undefined}
      leftSection={icon}
      py={disabledReason === undefined ? 0 : 6}
      onClick={onClick}
    >
      {label}
      {disabledReason !== undefined && (
        <Text fz="xs" lh="16px" style={{ whiteSpace: 'normal' }}>
          {disabledReason}
        </Text>
      )}
    </Menu.Item>
  );
}
