/** Why an administrator does something to a user or an agency, as those concerned read it. */
import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  value: string;
  onChange: (reason: string) => void;
  /** Says who reads it. */
  description: string;
  id?: string;
  error?: ReactNode;
  onBlur?: () => void;
  /** A dialog that opens puts the focus here. */
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
