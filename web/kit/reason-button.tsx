/** Button or link that stays in place when disabled, and shows the reason. */
import { Button, type ButtonProps } from '@mantine/core';
import { type MouseEvent, type ReactNode, useId } from 'react';
import { Link } from 'react-router';

interface Props extends ButtonProps {
  /** Reason why it's disabled; undefined if it isn't. */
  reason: string | undefined;
  /** Renders a link to a page. */
  to?: string;
  onClick?: () => void;
  children: ReactNode;
}

export function ReasonButton({ reason, to, onClick, children, ...props }: Props) {
  const reasonId = useId();
  if (reason !== undefined)
    return (
      <>
        <Button
          {...props}
          aria-disabled
          data-disabled
          aria-describedby={reasonId}
          title={reason}
          onClick={(event: MouseEvent) => event.preventDefault()}
        >
          {children}
        </Button>
        <span id={reasonId} hidden>
          {reason}
        </span>
      </>
    );
  if (to !== undefined)
    return (
      <Button component={Link} to={to} {...props}>
        {children}
      </Button>
    );
  return (
    <Button {...props} {...(onClick && { onClick })}>
      {children}
    </Button>
  );
}
