/** Reason for an administrator's action on a user or an agency, shown to those affected. */
import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  value: string;
  onChange: (reason: string) => void;
  /** Explains who can read the reason. */
  description: string;
  id?: string;
  error?: ReactNode;
  onBlur?: () => void;
  /** True if the dialog focuses the field when it opens. */
  isFocused?: boolean;
}

export function ReasonField({ onChange, isFocused, ...props }: Props) {
  return (
    <Textarea
      label="Reason"
      dir="auto"
      rows={3}
      maxLength={500}
      data-autofocus={isFocused || undefined}
      {...props}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
