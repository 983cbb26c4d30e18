/** Confirmation dialog: "Confirm Action", No to the left of Yes, "Please Wait" while busy. */
import { Box, Button, Flex, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogFrame, DialogTitle } from './dialog-frame.tsx';
import classes from './dialog.module.css';
import { Loader } from './loader.tsx';
import { useFocusAfter } from './use-focus-after.ts';

interface Props {
  isOpened: boolean;
  message: ReactNode;
  onYes: () => void;
  onNo: () => void;
  /** Called on Escape and clicks outside, if they don't mean No. Not while busy. */
  onClose?: () => void;
  isBusy?: boolean;
  /** For destructive actions: the button is crimson. */
  isDanger?: boolean;
  /** For a count that must be typed first. */
  isYesDisabled?: boolean;
  /** Fields or lists between the question and the buttons. */
  children?: ReactNode;
}

export function ConfirmDialog(props: Props) {
  const { isOpened, message, onYes, onNo, isBusy = false, isDanger = false, children } = props;
  const { onClose = onNo } = props;
  useFocusAfter(isOpened);
  const leave = () => {
    if (!isBusy) onClose();
  };
  return (
    <DialogFrame isOpened={isOpened} onClose={leave} size={420}>
      <Modal.Body className={classes.body} aria-busy={isBusy}>
        <DialogTitle>Confirm Action</DialogTitle>
        <Box c="var(--text2)" style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Box>
        {children}
        <Flex className={classes.actions ?? ''} align="center" justify="flex-end" gap={10} mt={14}>
          {isBusy && (
            <Flex align="center" gap={8} mr="auto" fw={500} role="status">
              <Loader size={16} />
              Please Wait
            </Flex>
          )}
          <Button onClick={onNo} disabled={isBusy} data-autofocus={isDanger || undefined}>
            No
          </Button>
          <Button
            variant="filled"
            color={isDanger ? 'crimson.7' : undefined}
            onClick={onYes}
            disabled={isBusy || props.isYesDisabled}
            data-autofocus={(!isDanger && !props.isYesDisabled) || undefined}
          >
            Yes
          </Button>
        </Flex>
      </Modal.Body>
    </DialogFrame>
  );
}
