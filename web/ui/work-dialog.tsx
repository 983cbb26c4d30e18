/** Large dialog with a title and a close button, for a whole tool. */
import { CloseButton, Flex, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import dialog from './dialog.module.css';

interface Props {
  title: string;
  width: number;
  isOpened: boolean;
  onClose: () => void;
  children: ReactNode;
}

export function WorkDialog({ title, width, isOpened, onClose, children }: Props) {
  return (
    <Modal.Root
      opened={isOpened}
      onClose={onClose}
      centered
      size={width}
      padding={0}
      classNames={{ content: dialog.content, inner: dialog.inner }}
    >
      <Modal.Overlay bg="var(--scrim)" />
      <Modal.Content style={{ overflowY: 'auto' }}>
        <Modal.Body className={dialog.work}>
          <Flex align="center" justify="space-between" gap={12}>
            <Modal.Title fz="xl" fw={600} lh="24px">
              {title}
            </Modal.Title>
            <CloseButton size={32} aria-label="Close" onClick={onClose} />
          </Flex>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
