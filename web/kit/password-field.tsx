/** Password field: can show the text, and warns about Caps Lock. */
import { Flex, PasswordInput } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { FieldProps } from './use-form.ts';

interface Props extends FieldProps {
  value: string;
  label: string;
  description?: string;
  autoComplete: 'current-password' | 'new-password';
  /** Focuses the field, because it replaces the button that opened it. */
  autoFocus?: boolean;
}

export function PasswordField({ onBlur, ...field }: Props) {
  const [hasCapsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <div>
      <PasswordInput
        {...field}
        // Mantine sets this for every input except this one.
        aria-invalid={field.error === undefined ? undefined : true}
        onBlur={() => {
          setCapsLock(false);
          onBlur();
        }}
        onKeyDown={watch}
        onKeyUp={watch}
        visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
      />
      <div role="status">
        {hasCapsLock && (
          <Flex component="p" align="center" gap={6} mt={4} c="var(--ochre-text)" fz="small">
            <TriangleAlert size={14} />
            Caps Lock is on
          </Flex>
        )}
      </div>
    </div>
  );
}
