/** Small loader and the current work, after a delay that hides short work. */
import { Flex } from '@mantine/core';
import { Loader } from './loader.tsx';
import { useDelay } from './use-delay.ts';

export function BusyLine({ text }: { text: string }) {
  const isShown = useDelay(true);
  return (
    <Flex component="span" display="inline-flex" align="center" gap={8} mih={20}>
      {isShown && (
        <>
          <Loader size={16} />
          {text}
        </>
      )}
    </Flex>
  );
}
