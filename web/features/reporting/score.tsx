/** Quality of a page: a weak one is marked by a diamond, and a word for screen readers. */
import { Text, VisuallyHidden } from '@mantine/core';

export function Score({ value, isWeak }: { value: number | null; isWeak: boolean }) {
  if (value === null) return '–';
  if (!isWeak) return Math.round(value);
  // Rounded down, so that a page just below the limit doesn't seem to be at it.
  return (
    <Text component="span" inherit c="var(--ochre-text)" style={{ whiteSpace: 'nowrap' }}>
      <svg width="9" height="9" fill="var(--ochre)" aria-hidden="true" style={{ marginRight: 6 }}>
        <path d="M4.5 0 9 4.5 4.5 9 0 4.5Z" />
      </svg>
      {Math.floor(value)}
      <VisuallyHidden>, weak</VisuallyHidden>
    </Text>
  );
}
