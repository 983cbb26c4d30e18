/** Large dialog with a title and a close button, for a whole tool. */
import { CloseButton, Flex, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogFrame, DialogTitle } from './dialog-frame.tsx';
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
    <DialogFrame isOpened={isOpened} onClose={onClose} size={width}>
      <Modal.Body className={dialog.work}>
        <Flex align="center" justify="space-between" gap={12}>
          <DialogTitle>{title}</DialogTitle>
          <CloseButton size={32} aria-label="Close" onClick={onClose} />
        </Flex>
        {children}
      </Modal.Body>
    </DialogFrame>
  );
}
