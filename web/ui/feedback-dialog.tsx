/**
 * "Success!" or "Oops!" with a message; closes after two seconds, unless the pointer or the focus has moved
 * inside. It doesn't take the focus, so the timer runs.
 */
import { Box, Modal } from '@mantine/core';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { DialogFrame, DialogTitle } from './dialog-frame.tsx';
import classes from './dialog.module.css';
import { useClosingClock } from './use-closing-clock.ts';
import { useFocusAfter } from './use-focus-after.ts';

const FEEDBACK_MS = 2000;

export interface Feedback {
  kind: 'success' | 'error';
  message: string;
}

interface Props {
  /** `null` closes it. */
  feedback: Feedback | null;
  onClose: () => void;
  /** Called while the timer is paused, so that a redirect waits, too. */
  onHold?: (isHeld: boolean) => void;
}

export function FeedbackDialog({ feedback, onClose, onHold }: Props) {
  // The text stays while the dialog fades out.
  const [shown, setShown] = useState<Feedback | null>(feedback);
  if (feedback !== null && feedback !== shown) setShown(feedback);
  useFocusAfter(feedback !== null);
  const clock = useClosingClock({
    isOpened: feedback !== null,
    afterMs: FEEDBACK_MS,
    close: onClose,
    onHold,
  });
  const isSuccess = shown?.kind === 'success';
  const Icon = isSuccess ? CircleCheck : CircleAlert;
  return (
    <DialogFrame isOpened={feedback !== null} onClose={onClose} size={320} trapFocus={false}>
      <Modal.Body className={classes.feedback} data-kind={shown?.kind} role="alert" tabIndex={0} {...clock}>
        <Icon size={34} />
        <DialogTitle>{isSuccess ? 'Success!' : 'Oops!'}</DialogTitle>
        <Box component="p" c="var(--text2)" style={{ overflowWrap: 'anywhere' }}>
          {shown?.message}
        </Box>
      </Modal.Body>
    </DialogFrame>
  );
}
