/** Menu of a row. */
import { ActionIcon, Menu } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
  /** `Actions for Emergency plumber`. */
  label: string;
  /** `Menu.Item` and `Menu.Divider`. */
  children: ReactNode;
}

/** Three dots that open the menu. */
export function RowMenu({ label, children }: Props) {
  return (
    <Menu position="bottom-end" width={204}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={label}>
          <Ellipsis size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
