/**
 * Amount of a change, with an arrow up in sea for better, down in crimson for worse. A better position has an
 * arrow up, although its number falls.
 */
import { Text } from '@mantine/core';
import { ArrowDown, ArrowUp } from 'lucide-react';

const ARROW = {
  size: 14,
  strokeWidth: 2,
  style: { display: 'inline', marginRight: 2, verticalAlign: -2 },
} as const;

interface Props {
  isBetter: boolean;
  /** `24.1%` */
  children: string;
}

export function ChangeMark({ isBetter, children }: Props) {
  const Arrow = isBetter ? ArrowUp : ArrowDown;
  return (
    <Text
      span
      inherit
      data-better={isBetter}
      fw={600}
      c={isBetter ? 'var(--sea-text)' : 'var(--crimson-text)'}
      style={{ whiteSpace: 'nowrap' }}
    >
      <Arrow {...ARROW} role="img" aria-label={isBetter ? 'better' : 'worse'} />
      {children}
    </Text>
  );
}
