/** Button of an action: while it's busy, it keeps its focus, color and width. */
import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Action } from './use-action.ts';

interface Props extends ButtonProps {
  action: Action<[]>;
  /** Label while it's busy: `Saving...` */
  busy: string;
  children: ReactNode;
}

export function ActionButton({ action, busy, children, ...props }: Props) {
  const { run, isBusy } = action;
  return (
    <Button
      {...props}
      aria-disabled={isBusy || undefined}
      data-busy={isBusy || undefined}
      onClick={() => void run()}
    >
      {isBusy ? busy : children}
    </Button>
  );
}
