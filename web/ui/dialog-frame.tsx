/** Frame of a dialog in the middle of the window; its title is part of its content. */
import { Modal, type ModalRootProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dialog.module.css';

interface Props extends Pick<ModalRootProps, 'size' | 'trapFocus'> {
  isOpened: boolean;
  onClose: () => void;
  children: ReactNode;
}

export function DialogFrame({ isOpened, children, ...modal }: Props) {
  return (
    <Modal.Root
      opened={isOpened}
      centered
      padding={0}
      classNames={{ content: classes.content, inner: classes.inner }}
      {...modal}
    >
      <Modal.Overlay bg="var(--scrim)" />
      <Modal.Content style={{ overflowY: 'auto' }}>{children}</Modal.Content>
    </Modal.Root>
  );
}

export function DialogTitle({ children }: { children: string }) {
  return (
    <Modal.Title fz="xl" fw={600} lh="24px">
      {children}
    </Modal.Title>
  );
}
