/** A button or a link that stays in its place while it can't be used, and says why. */
import { Button, type ButtonProps } from '@mantine/core';
import { type MouseEvent, type ReactNode, useId } from 'react';
import { Link } from 'react-router';

interface Props extends ButtonProps {
  /** Why it can't be used; undefined if it can. */
  reason: string | undefined;
  /** Leads to a page. */
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
