/** Note about a temporary problem of the server; the rest of the page is unchanged. */
import { Flex } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';

interface Props {
  text: string;
  /** Adds a margin below. */
  hasMargin?: boolean;
}

export function TroubleNote({ text, hasMargin }: Props) {
  return (
    <Flex
      gap={12}
      mb={hasMargin ? 20 : 0}
      p="12px 14px"
      bd="1px solid var(--line2)"
      bdrs={12}
      bg="var(--ochre-ground)"
      role="status"
    >
      <TriangleAlert size={20} color="var(--ochre-text)" aria-hidden="true" />
      <p>{text}</p>
    </Flex>
  );
}
