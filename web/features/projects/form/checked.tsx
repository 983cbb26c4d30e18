/** A fact from a file, with a check mark. */
import { Flex } from '@mantine/core';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

export function Checked({
  component = 'span',
  children,
}: {
  component?: 'li' | 'span';
  children: ReactNode;
}) {
  return (
    <Flex component={component} align="center" gap={7}>
      <Check size={14} strokeWidth={2.25} color="var(--sea)" />
      {children}
    </Flex>
  );
}
