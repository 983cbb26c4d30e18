/** Field for the second factor: a code from the app or a recovery code. */
import { TextInput } from '@mantine/core';
import { useEffect } from 'react';
import type { FieldProps } from './use-form.ts';

interface Props extends FieldProps {
  value: string;
  isRecovery?: boolean;
  /** Focuses the field, because the button that opened it is gone. */
  takesFocus?: boolean;
}

export function CodeField({ isRecovery = false, takesFocus = false, ...field }: Props) {
  const { id } = field;
  useEffect(() => {
    if (takesFocus) document.getElementById(id)?.focus();
  }, [takesFocus, id]);
  if (isRecovery)
    return (
      <TextInput
        {...field}
        label="Recovery code"
        description="One of the 10 codes that you saved. Each works once."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mono)' } }}
      />
    );
  return (
    <TextInput
      {...field}
      label="6-digit code"
      description="From your authenticator app."
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={8}
    />
  );
}
