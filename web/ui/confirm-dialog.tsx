/** Asks before something happens: "Confirm Action", No left of Yes, "Please Wait" while it is done. */
import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dialog.module.css';
import { Loader } from './loader.tsx';
import { useFocusAfter } from './use-focus-after.ts';

interface Props {
  isOpened: boolean;
  message: ReactNode;
  onYes: () => void;
  onNo: () => void;
  /** Escape and a click beside the dialog, where that is no answer; otherwise they mean No. Not while busy. */
  onClose?: () => void;
  isBusy?: boolean;
  /** Something is lost by it: the button is crimson. */
  isDanger?: boolean;
  /** Yes stays closed, for a count that must be typed first. */
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
    <Modal.Root
      opened={isOpened}
      onClose={leave}
      centered
      size={420}
      padding={0}
      classNames={{ content: classes.content, inner: classes.inner }}
    >
      <Modal.Overlay className={classes.overlay} />
      <Modal.Content>
        <Modal.Body className={classes.body} aria-busy={isBusy}>
          <Modal.Title className={classes.title}>Confirm Action</Modal.Title>
          <div className={classes.message}>{message}</div>
          {children}
          <div className={classes.actions}>
            {isBusy && (
              <span className={classes.wait} role="status">
                <Loader size={16} />
                Please Wait
              </span>
            )}
            <Button onClick={onNo} disabled={isBusy} data-autofocus={isDanger || undefined}>
              No
            </Button>
            <Button
              variant="filled"
              color={isDanger ? 'crimson.7' : undefined}
              onClick={onYes}
              disabled={isBusy || props.isYesDisabled}
              data-autofocus={!isDanger || undefined}
            >
              Yes
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
