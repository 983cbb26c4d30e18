/**
 * Submit button: disabled while the form is sent. A disabled button loses the focus; afterwards it gets it
 * back, unless another element has it.
 */
import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

interface Props extends ButtonProps {
  isSending: boolean;
  /** Label while it's sent: `Saving...` */
  busy: string;
  /** True once it's saved and the next page is about to open. */
  isDone?: boolean;
  'aria-describedby'?: string | undefined;
  children: ReactNode;
}

export function SubmitButton({ isSending, busy, isDone = false, disabled, children, ...props }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const wasSending = useRef(false);
  useEffect(() => {
    const { activeElement, body } = document;
    if (wasSending.current && !isSending && activeElement === body) button.current?.focus();
    wasSending.current = isSending;
  }, [isSending]);
  return (
    <Button
      {...props}
      ref={button}
      type="submit"
      disabled={disabled === true || isSending}
      aria-disabled={isDone || undefined}
      data-busy={isSending || undefined}
    >
      {isSending ? busy : children}
    </Button>
  );
}
