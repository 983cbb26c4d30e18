/** Menu of a row. Only its button renders at once; the list and its positioning mount on first use. */
import { ActionIcon, type ActionIconProps, Menu } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import { type ComponentPropsWithRef, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

interface Props {
  /** `Actions for Emergency plumber`. */
  label: string;
  /** `Menu.Item` and `Menu.Divider`. */
  children: ReactNode;
}

/** Mounts the menu on first use, because idle menus are expensive to render. */
export function RowMenu({ label, children }: Props) {
  const [isUsed, setUsed] = useState(false);
  const [isOpened, setOpened] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  const openFirst = () => {
    // The menu's own button replaces the clicked one, and gets the focus back when it closes.
    flushSync(() => setUsed(true));
    target.current?.focus({ preventScroll: true });
    setOpened(true);
  };
  if (!isUsed)
    return <Dots aria-label={label} aria-haspopup="menu" aria-expanded={false} onClick={openFirst} />;
  return (
    <Menu position="bottom-end" width={204} opened={isOpened} onChange={setOpened}>
      <Menu.Target>
        <Dots aria-label={label} ref={target} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

function Dots(props: ActionIconProps & ComponentPropsWithRef<'button'>) {
  return (
    <ActionIcon variant="subtle" color="gray" size={32} {...props}>
      <Ellipsis size={18} />
    </ActionIcon>
  );
}
